#include "recorder/names/name_sources.h"

#include "model/symbols/generated/jit_dump.h"
#include "recorder/base/clock.h"
#include "recorder/processes/module_opener.h"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <vector>

namespace candela {

void NameSources::prefetch(ModuleNumber number, std::int32_t pid, const FileMapping& mapping) {
    const auto& mapped = m_modules[number];
    if (mapped.kind != ModuleKind::File || m_suspects.isRefused(mapped.file)) return;
    if (!m_named.makeRoomForFile()) return;
    auto& module = m_named.make(number);
    module.isPrefetched = true;
    askForFile(module, {pid, 0, mapping.file, mapping.path, {{mapping.start, mapping.end}}});
}

void NameSources::open(NamedModule& module, const LiveProcess& process) {
    const auto& mapped = m_modules[module.number];
    if (!m_named.makeRoomForFile()) return;
    if (m_suspects.isRefused(mapped.file)) return module.giveUp();
    switch (mapped.kind) {
    case ModuleKind::File:
        return askForFile(module, mappedModule(mapped, module.number, process));
    case ModuleKind::Vdso:
        module.file = copyVdso();
        return module.hasFile() ? module.expectFile() : module.giveUp();
    case ModuleKind::Generated:
        return openGenerated(module, &process, Generated::All);
    }
}

void NameSources::askForFile(NamedModule& module, const MappedModule& mapped) {
    module.expectFile();
    m_files.open(mapped, m_named.copyRoom(),
                 whenOpened<ModuleFiles::Module>(module, [this](NamedModule& waiting, auto found) {
                     takeFile(waiting, std::move(found));
                 }));
    module.rootPid = mapped.pid;
}

void NameSources::takeFile(NamedModule& module, ModuleFiles::Module found) {
    const bool wasPrefetched = std::exchange(module.isPrefetched, false);
    if (!found.hasForeignRoot) module.rootPid = 0;
    module.file = std::move(found.opened.file);
    module.fileOwner = found.opened.owner;
    module.copied = found.opened.isCopy ? found.opened.size : 0;
    if (module.hasFile()) return;
    module.missFile();
    if (!wasPrefetched) return module.giveUp();
    // The module's file is requested again through another process: now, if a process wants it, or later.
    if (module.wantedBy)
        open(module, *module.wantedBy);
    else
        m_named.forget(module);
}

bool NameSources::hasRoomForSearch() const {
    constexpr std::size_t usefulSearches = 4;
    constexpr std::int64_t maximumWait = 100'000'000;
    return m_searches < usefulSearches || monotonicTime() - m_searchedAt > maximumWait;
}

void NameSources::addDebugFiles(NamedModule& module, const sandbox::Opened& opened) {
    const auto& mapped = m_modules[module.number];
    opening::OpenDebugFiles request;
    request.set_root_pid(module.rootPid);
    request.set_module_path(mapped.path);
    request.set_build_id(module.names.buildId());
    request.set_link(opened.debug_link());
    request.set_link_checksum(opened.debug_checksum());
    request.set_owner(module.fileOwner);
    module.state = NamedModule::State::AddingDebug;
    m_files.openDebugFiles(request, mapped.file, m_named.copyRoom(),
                           whenFound(module, [this, opened](NamedModule& waiting, auto found) {
                               takeDebugFiles(waiting, opened, std::move(found));
                           }));
}

void NameSources::takeDebugFiles(NamedModule& module, const sandbox::Opened& opened,
                                 ModuleFiles::DebugFiles found) {
    if (found.files.empty()) {
        if (!opened.supplementary_path().empty()) return addSupplementaryFile(module, opened);
        module.state = NamedModule::State::Ready;
        return;
    }
    module.copiedDebug = found.copied;
    std::vector<int> descriptors;
    for (const auto& file : found.files)
        descriptors.push_back(file.get());
    sandbox::Request request;
    request.set_module(NamedModules::requestNumber(module));
    request.mutable_add_debug_files();
    m_client.send(request, descriptors);
}

void NameSources::addSupplementaryFile(NamedModule& module, const sandbox::Opened& opened) {
    opening::OpenSupplementaryFile request;
    request.set_root_pid(module.rootPid);
    request.set_path(opened.supplementary_path());
    request.set_build_id(opened.supplementary_build_id());
    request.set_owner(module.fileOwner);
    module.state = NamedModule::State::AddingSupplementary;
    m_files.openSupplementaryFile(request, m_modules[module.number].file, m_named.copyRoom(),
                                  whenFound(module, [this](NamedModule& waiting, auto found) {
                                      takeSupplementaryFile(waiting, std::move(found));
                                  }));
}

void NameSources::takeSupplementaryFile(NamedModule& module, ModuleFiles::DebugFiles found) {
    if (found.files.empty()) {
        module.state = NamedModule::State::Ready;
        return;
    }
    module.copiedDebug += found.copied;
    sandbox::Request request;
    request.set_module(NamedModules::requestNumber(module));
    request.mutable_add_supplementary_file();
    m_client.send(request, std::array{found.files.front().get()});
}

/// The mapping of a JIT dump: a process maps its dump to announce it, and the mapping leads to the file,
/// whatever its path.
const MappedRange* NameSources::jitDumpIn(const LiveProcess& process) const {
    const auto& ranges = process.space->ranges();
    const auto found = std::ranges::find_if(ranges, [&](const MappedRange& range) {
        return !range.module.isNone() && m_modules[range.module].kind == ModuleKind::File &&
               isJitDump(m_modules[range.module].path);
    });
    return found == ranges.end() ? nullptr : &*found;
}

/// Another descriptor of the module's file, if the file was opened when it was mapped.
FileDescriptor NameSources::openFileOf(ModuleNumber number) const {
    const auto* module = m_named.find(number);
    const bool isOpen = module && module->file.isOpen();
    return isOpen ? FileDescriptor(::fcntl(module->file.get(), F_DUPFD_CLOEXEC, 0)) : FileDescriptor();
}

void NameSources::openGenerated(NamedModule& module, const LiveProcess* process, Generated sources) {
    module.isGenerated = true;
    module.names.setPlainLayout();
    module.javaLibrary = 0;
    module.expectFile();
    const auto* dump = process ? jitDumpIn(*process) : nullptr;
    if (dump) module.jitDump = openFileOf(dump->module);
    if (!dump || module.jitDump.isOpen()) return askForGenerated(module, sources);
    m_files.open(mappedModule(m_modules[dump->module], dump->module, *process), m_named.copyRoom(),
                 whenOpened<ModuleFiles::Module>(module, [this, sources](NamedModule& waiting, auto found) {
                     waiting.jitDump = std::move(found.opened.file);
                     askForGenerated(waiting, sources);
                 }));
}

void NameSources::askForGenerated(NamedModule& module, Generated sources) {
    m_files.openGenerated(
        m_modules[module.number].pid,
        sources == Generated::PerfMap ? opening::OpenGenerated::PERF_MAP
                                      : opening::OpenGenerated::PERF_MAP_OR_JAVA,
        whenOpened<ModuleFiles::Generated>(
            module, [this](NamedModule& waiting, auto found) { takeGenerated(waiting, std::move(found)); }));
}

void NameSources::takeGenerated(NamedModule& module, ModuleFiles::Generated found) {
    module.javaLibrary = found.javaLibrary;
    module.file = std::move(found.file);
    if (module.hasFile()) return;
    module.giveUp();
    if (module.isAskedAtEnd) module.nameless = {};
}

void NameSources::openAgain(NamedModule& module, Generated sources) {
    if (!m_named.makeRoomForFile() || m_suspects.isRefused(m_modules[module.number].file)) return;
    const auto process = module.process.lock();
    module.state = NamedModule::State::Closed;
    openGenerated(module, process.get(), sources);
}

} // namespace candela
