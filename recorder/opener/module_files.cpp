#include "recorder/opener/module_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace candela {

namespace {

std::uint64_t deviceOf(const FileIdentity& file) {
    return OpeningSubject::makeDevice(file.deviceMajor, file.deviceMinor);
}

} // namespace

void ModuleFiles::ask(opening::Request request, OpeningSubject subject,
                      std::function<void(OpeningAnswer*)> callback) {
    m_opener.ask(std::move(request), subject,
                 [this, subject, isThere = std::weak_ptr(m_isThere),
                  callback = std::move(callback)](OpeningAnswer* answer) {
                     if (isThere.expired()) return;
                     if (answer && answer->reply.too_large() != 0)
                         m_report(copyTooLarge(subject, answer->reply.too_large()));
                     callback(answer);
                 });
}

void ModuleFiles::open(const MappedModule& module, std::uint64_t copyRoom,
                       std::function<void(Module)> callback) {
    opening::Request request;
    request.set_maximum_copy(std::min(copyRoom, maximumCopy));
    auto& wanted = *request.mutable_open_module();
    wanted.set_pid(module.pid);
    wanted.set_parent_pid(module.parentPid);
    wanted.set_path(module.path);
    setIdentity(module.file, *wanted.mutable_file());
    for (const auto& [start, end] : module.ranges) {
        auto& range = *wanted.add_ranges();
        range.set_start(start);
        range.set_end(end);
    }
    ask(std::move(request), {module.pid, deviceOf(module.file), module.path},
        [file = module.file, path = module.path, callback = std::move(callback)](OpeningAnswer* answer) {
            Module found;
            if (answer) {
                found.opened = takeModuleFile(*answer, file, path);
                found.hasForeignRoot = answer->reply.has_foreign_root();
            }
            callback(std::move(found));
        });
}

void ModuleFiles::openGenerated(std::int32_t pid, opening::OpenGenerated::What what,
                                std::function<void(Generated)> callback) {
    opening::Request request;
    request.set_maximum_copy(maximumCopy);
    request.mutable_open_generated()->set_pid(pid);
    request.mutable_open_generated()->set_what(what);
    const bool isMap = what != opening::OpenGenerated::MEMORY;
    ask(std::move(request), {pid, 0, isMap ? fmt::format("/tmp/perf-{}.map", pid) : std::string()},
        [pid, what, callback = std::move(callback)](OpeningAnswer* answer) {
            Generated found;
            if (answer && !answer->files.empty()) {
                auto& file = answer->files.front();
                found.javaLibrary = answer->reply.java_library();
                const bool isMemory = found.javaLibrary != 0 || what == opening::OpenGenerated::MEMORY;
                if (isMemory ? isMemoryOf(file, pid) : isRegularFile(file)) found.file = std::move(file);
            }
            callback(std::move(found));
        });
}

void ModuleFiles::askForDebugFiles(opening::Request request, OpeningSubject subject,
                                   std::function<void(DebugFiles)> callback) {
    ask(std::move(request), std::move(subject), [callback = std::move(callback)](OpeningAnswer* answer) {
        DebugFiles found;
        for (std::size_t row = 0; answer && row < answer->files.size(); ++row) {
            if (!isRegularFile(answer->files[row]) || found.files.size() >= PacketSocket::maximumDescriptors)
                continue;
            const auto& file = answer->reply.files(static_cast<int>(row));
            if (file.is_copy()) found.copied += file.size();
            found.files.push_back(std::move(answer->files[row]));
        }
        callback(std::move(found));
    });
}

void ModuleFiles::openDebugFiles(const opening::OpenDebugFiles& wanted, const FileIdentity& module,
                                 std::uint64_t copyRoom, std::function<void(DebugFiles)> callback) {
    opening::Request request;
    request.set_maximum_copy(std::min(copyRoom, maximumCopy) / PacketSocket::maximumDescriptors);
    *request.mutable_open_debug_files() = wanted;
    askForDebugFiles(std::move(request),
                     {wanted.root_pid(), deviceOf(module), "debug information of " + wanted.module_path()},
                     std::move(callback));
}

void ModuleFiles::openSupplementaryFile(const opening::OpenSupplementaryFile& wanted,
                                        const FileIdentity& module, std::uint64_t copyRoom,
                                        std::function<void(DebugFiles)> callback) {
    opening::Request request;
    request.set_maximum_copy(std::min(copyRoom, maximumCopy));
    *request.mutable_open_supplementary_file() = wanted;
    askForDebugFiles(std::move(request), {wanted.root_pid(), deviceOf(module), wanted.path()},
                     std::move(callback));
}

} // namespace candela
