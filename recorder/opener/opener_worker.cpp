#include "recorder/opener/opener_worker.h"

#include "model/base/byte_reader.h"
#include "model/symbols/lookup/debug_file_finder.h"
#include "recorder/opener/opened_file.h"
#include "recorder/processes/java_machines.h"
#include "recorder/processes/process_folder.h"

#include <fmt/format.h>

#include <array>
#include <sys/stat.h>
#include <utility>

namespace candela {

namespace {

constexpr std::size_t largePacket = PacketSocket::maximumPacket / 2;

std::string rootOf(std::int32_t pid) {
    return pid == 0 ? "/" : fmt::format("/proc/{}/root", pid);
}

} // namespace

int OpenerWorker::run() {
    std::string packet;
    std::vector<FileDescriptor> none;
    opening::Request request;
    while (m_isConnected &&
           m_recorder.receive(packet, none, PacketSocket::Wait::Yes) == PacketSocket::Outcome::Done) {
        if (!request.ParseFromString(packet)) return 1;
        m_maximumCopy = request.maximum_copy();
        m_reply.set_number(request.number());
        answer(request);
        m_reply.set_is_last(true);
        send();
    }
    return 0;
}

void OpenerWorker::answer(const opening::Request& request) {
    using Request = opening::Request;
    switch (request.what_case()) {
    case Request::kOpenModule:
        return openModule(request.open_module());
    case Request::kOpenGenerated:
        return openGenerated(request.open_generated());
    case Request::kOpenDebugFiles:
        return openDebugFiles(request.open_debug_files());
    case Request::kOpenSupplementaryFile:
        return openSupplementaryFile(request.open_supplementary_file());
    case Request::kReadProcesses:
        return readProcesses(request.read_processes());
    case Request::kReadText:
        return readText(request.read_text());
    case Request::WHAT_NOT_SET:
        return;
    }
}

void OpenerWorker::openModule(const opening::OpenModule& request) {
    MappedModule module;
    module.pid = request.pid();
    module.parentPid = request.parent_pid();
    module.path = request.path();
    module.file = identityIn(request.file());
    for (const auto& range : request.ranges())
        module.ranges.emplace_back(range.start(), range.end());
    add(candela::openModule(module));
    m_reply.set_has_foreign_root(!foreignRoot(request.pid()).empty());
}

void OpenerWorker::openGenerated(const opening::OpenGenerated& request) {
    const auto pid = request.pid();
    if (request.what() != opening::OpenGenerated::MEMORY) {
        add(openPerfMap(pid));
        if (!m_files.empty() || request.what() == opening::OpenGenerated::PERF_MAP) return;
    }
    const auto library = findJavaLibrary(pid);
    if (!library && request.what() != opening::OpenGenerated::MEMORY) return;
    m_reply.set_java_library(library.value_or(0));
    auto memory = openMemory(pid);
    if (!memory.isOpen()) return;
    m_reply.add_files();
    m_files.push_back(std::move(memory));
}

/// A program's links may lead anywhere, and this process may read everything. So a private file is sent only
/// if it belongs to the user whose program it is, and a private file of root only for a program in the
/// opener's own root.
template<typename Request>
void OpenerWorker::addDebugFile(FileDescriptor file, const Request& request) {
    struct stat status {};
    if (!file.isOpen() || ::fstat(file.get(), &status) != 0) return;
    const bool isPublic = (status.st_mode & S_IROTH) != 0;
    const bool isOwn = status.st_uid == request.owner() && (status.st_uid != 0 || request.root_pid() == 0);
    if (isPublic || isOwn) add(std::move(file));
}

void OpenerWorker::openDebugFiles(const opening::OpenDebugFiles& request) {
    std::optional<DebugLink> link;
    if (!request.link().empty()) link = DebugLink{request.link(), request.link_checksum()};
    std::vector<FileDescriptor> files;
    if (const auto finder = DebugFileFinder::create(rootOf(request.root_pid())))
        files = finder->debugFiles(request.module_path(), request.build_id(), link);
    // Debug files in the opener's own root may match a module in another root, too.
    if (const auto finder = DebugFileFinder::create("/"); finder && files.empty() && request.root_pid() != 0)
        files = finder->debugFiles({}, request.build_id(), std::nullopt);
    for (auto& file : files) {
        if (m_files.size() < PacketSocket::maximumDescriptors) addDebugFile(std::move(file), request);
    }
}

void OpenerWorker::openSupplementaryFile(const opening::OpenSupplementaryFile& request) {
    const auto finder = DebugFileFinder::create(rootOf(request.root_pid()));
    if (finder) addDebugFile(finder->supplementaryFile({request.path(), request.build_id()}), request);
}

void OpenerWorker::readProcesses(const opening::ReadProcesses& request) {
    for (const auto pid : request.pids()) {
        if (const auto snapshot = m_processes.snapshot(pid)) add(*snapshot);
    }
}

void OpenerWorker::readText(const opening::ReadText& request) {
    const auto folder = openProcessFolder({.pid = request.pid(), .startTime = request.start_time()});
    m_reply.set_is_there(folder.isOpen());
    const auto maximum = std::min<std::size_t>(request.maximum_size(), largePacket);
    if (folder.isOpen() && maximum > 0)
        m_reply.set_text(readProcessFile(folder, request.file().c_str(), maximum));
}

void OpenerWorker::add(FileDescriptor file) {
    if (!file.isOpen()) return;
    auto& description = *m_reply.add_files();
    auto given = describeOrCopy(std::move(file), m_maximumCopy, description);
    if (given.isOpen()) return m_files.push_back(std::move(given));
    if (description.size() > m_maximumCopy) m_reply.set_too_large(description.size());
    m_reply.mutable_files()->RemoveLast();
}

void OpenerWorker::add(const ProcessSnapshot& snapshot) {
    auto* process = m_reply.add_processes();
    process->set_pid(snapshot.pid);
    process->set_parent_pid(snapshot.parentPid);
    process->set_name(snapshot.name);
    process->set_start_time(snapshot.startTime);
    process->set_threads(snapshot.threads);
    process->set_taken_at(snapshot.takenAt);
    process->set_executable(snapshot.executable);
    for (const auto& mapping : snapshot.mappings) {
        if (m_size >= largePacket) {
            send();
            process = m_reply.add_processes();
            process->set_pid(snapshot.pid);
        }
        auto& entry = *process->add_mappings();
        entry.set_start(mapping.start);
        entry.set_end(mapping.end);
        entry.set_file_offset(mapping.fileOffset);
        setIdentity(mapping.file, *entry.mutable_file());
        entry.set_path(mapping.path);
        entry.set_is_shared(mapping.isShared);
        m_size += mapping.path.size() + 64;
    }
    m_size += 64 + snapshot.name.size() + snapshot.executable.size();
    sendIfLarge();
}

void OpenerWorker::sendIfLarge() {
    if (m_size >= largePacket) send();
}

void OpenerWorker::send() {
    std::vector<int> descriptors;
    for (const auto& file : m_files)
        descriptors.push_back(file.get());
    const auto packet = m_reply.SerializeAsString();
    m_isConnected =
        m_recorder.send(asBytes(packet), descriptors, PacketSocket::Wait::Yes) == PacketSocket::Outcome::Done;
    const auto number = m_reply.number();
    m_files.clear();
    m_reply.Clear();
    m_reply.set_number(number);
    m_size = 0;
}

} // namespace candela
