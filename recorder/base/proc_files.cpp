#include "recorder/base/proc_files.h"

#include "recorder/base/clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <poll.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr std::size_t maximumFileSize = 64 << 20; // large enough for the maps file of a process, the largest
                                                  // of them

/// Takes fields that are separated by blanks off the front of a text.
class Fields {
public:
    explicit Fields(std::string_view text) : m_rest(text) {}

    std::string_view next() {
        while (m_rest.starts_with(' '))
            m_rest.remove_prefix(1);
        const auto field = m_rest.substr(0, m_rest.find(' '));
        m_rest.remove_prefix(field.size());
        return field;
    }
    std::string_view rest() {
        while (m_rest.starts_with(' '))
            m_rest.remove_prefix(1);
        return m_rest;
    }
    template<typename T>
    T number(int base = 10) {
        const auto field = next();
        T value{};
        std::from_chars(field.data(), field.data() + field.size(), value, base);
        return value;
    }
    void skip(int count) {
        while (count-- > 0)
            next();
    }

private:
    std::string_view m_rest;
};

struct Status {
    std::string name;
    char state = 0;
    std::int32_t parentPid = 0;
    std::uint32_t threads = 0;
    std::uint64_t startTicks = 0;
    bool isKernelThread = false;
};

std::optional<Status> readStatus(std::string_view text) {
    const auto open = text.find('(');
    const auto close = text.rfind(')'); // the name may contain any character
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
        return std::nullopt;
    Status status;
    status.name = text.substr(open + 1, close - open - 1);
    Fields fields(text.substr(close + 1));
    const auto state = fields.next();
    status.state = state.empty() ? '\0' : state.front();
    status.parentPid = fields.number<std::int32_t>();
    fields.skip(4);                                    // process group … terminal's process group
    constexpr std::uint32_t kernelThread = 0x00200000; // PF_KTHREAD
    status.isKernelThread = (fields.number<std::uint32_t>() & kernelThread) != 0;
    fields.skip(10); // faults … niceness
    status.threads = fields.number<std::uint32_t>();
    fields.skip(1);
    status.startTicks = fields.number<std::uint64_t>();
    return status;
}

std::optional<Status> readStatus(const FileDescriptor& file) {
    std::array<char, 4096> text; // the kernel gives all of this file at once
    const auto size = file.isOpen() ? ::pread(file.get(), text.data(), text.size(), 0) : -1;
    return size > 0 ? readStatus(std::string_view(text.data(), static_cast<std::size_t>(size)))
                    : std::nullopt;
}

std::optional<Status> readStatus(std::int32_t pid) {
    return readStatus(
        FileDescriptor(::open(fmt::format("/proc/{}/stat", pid).c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY)));
}

/// CLOCK_MONOTONIC nanoseconds.
std::int64_t startTimeOf(const Status& status) {
    // Rounded to a millisecond, so that two reads of the same process agree.
    constexpr std::int64_t millisecond = 1'000'000;
    const auto asleep = (clockTime(CLOCK_BOOTTIME) - monotonicTime()) / millisecond * millisecond;
    return static_cast<std::int64_t>(status.startTicks * (1'000'000'000 / ticksPerSecond())) - asleep;
}

bool splitOnce(std::string_view text, char separator, std::string_view& left, std::string_view& right) {
    const auto position = text.find(separator);
    if (position == std::string_view::npos) return false;
    left = text.substr(0, position);
    right = text.substr(position + 1);
    return true;
}

template<typename T>
T hexadecimal(std::string_view text) {
    T value{};
    std::from_chars(text.data(), text.data() + text.size(), value, 16);
    return value;
}

/// Unescapes a path of /proc/PID/maps, where only line ends are escaped, as "\012".
std::string withLineEnds(std::string_view path) {
    constexpr std::string_view escape = "\\012";
    std::string text(path);
    for (std::size_t at = 0; (at = text.find(escape, at)) != std::string::npos; ++at)
        text.replace(at, escape.size(), "\n");
    return text;
}

std::optional<FileMapping> readMapsLine(std::string_view line) {
    Fields fields(line);
    std::string_view start, end, major, minor;
    if (!splitOnce(fields.next(), '-', start, end)) return std::nullopt;
    const auto protection = fields.next();
    if (protection.size() < 3 || protection[2] != 'x') return std::nullopt;
    FileMapping mapping;
    mapping.isShared = protection.ends_with('s');
    mapping.start = hexadecimal<std::uint64_t>(start);
    mapping.end = hexadecimal<std::uint64_t>(end);
    mapping.fileOffset = hexadecimal<std::uint64_t>(fields.next());
    if (!splitOnce(fields.next(), ':', major, minor)) return std::nullopt;
    mapping.file.deviceMajor = hexadecimal<std::uint32_t>(major);
    mapping.file.deviceMinor = hexadecimal<std::uint32_t>(minor);
    mapping.file.inode = fields.number<std::uint64_t>();
    mapping.path = withLineEnds(fields.rest());
    if (mapping.path.empty()) mapping.path = "//anon"; // the name that perf events use
    return mapping;
}

/// Makes paths relative to the root of a process that called chroot, as in the kernel's events.
void seeFromRootOf(std::int32_t pid, std::vector<FileMapping>& mappings) {
    char text[4096];
    const auto size = ::readlink(fmt::format("/proc/{}/root", pid).c_str(), text, sizeof text);
    if (size <= 1) return; // "/"
    const auto root = std::string(text, static_cast<std::size_t>(size)) + '/';
    for (auto& mapping : mappings) {
        if (mapping.path.starts_with(root)) mapping.path.erase(0, root.size() - 1);
    }
}

std::optional<ProcessIds> readIds(const std::string& status, std::string_view name) {
    const auto position = status.find(name);
    if (position == std::string::npos) return std::nullopt;
    ProcessIds ids;
    const char* begin = status.data() + position + name.size();
    const char* end = status.data() + status.size();
    for (auto* id : {&ids.real, &ids.effective, &ids.saved}) {
        const auto read = std::from_chars(begin, end, *id);
        if (read.ec != std::errc()) return std::nullopt;
        begin = std::min(read.ptr + 1, end);
    }
    return ids;
}

} // namespace

std::string_view withoutDeletionMark(std::string_view path) {
    constexpr std::string_view mark = " (deleted)";
    if (path.ends_with(mark)) path.remove_suffix(mark.size());
    return path;
}

std::string readSystemFile(const std::string& path) {
    return readSystemFile(FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY)));
}

std::string readSystemFile(const FileDescriptor& file) {
    std::string text;
    if (!file.isOpen()) return text;
    bool isAtEnd = false;
    while (!isAtEnd && text.size() < maximumFileSize) {
        const auto used = text.size();
        const auto more = std::max<std::size_t>(4096, used);
        // Without zeroing the buffer first: /proc/kallsyms is large.
        text.resize_and_overwrite(used + more, [&](char* bytes, std::size_t size) {
            std::size_t end = used;
            while (end < size) {
                const auto got = ::pread(file.get(), bytes + end, size - end, static_cast<off_t>(end));
                isAtEnd = got <= 0;
                if (isAtEnd) break;
                end += static_cast<std::size_t>(got);
            }
            return end;
        });
    }
    return text;
}

std::uint64_t ticksPerSecond() {
    static const auto ticks = static_cast<std::uint64_t>(std::max(1L, ::sysconf(_SC_CLK_TCK)));
    return ticks;
}

std::vector<FileMapping> readMaps(std::string_view text) {
    std::vector<FileMapping> mappings;
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (auto mapping = readMapsLine(line)) mappings.push_back(std::move(*mapping));
    }
    return mappings;
}

std::vector<std::int32_t> ProcFiles::processes() {
    std::vector<std::int32_t> pids;
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), ::closedir);
    if (!folder) return pids;
    while (const auto* entry = ::readdir(folder.get())) {
        const std::string_view name = entry->d_name;
        std::int32_t pid = 0;
        const auto read = std::from_chars(name.data(), name.data() + name.size(), pid);
        if (read.ec == std::errc() && read.ptr == name.data() + name.size()) pids.push_back(pid);
    }
    return pids;
}

std::optional<ProcessSnapshot> ProcFiles::kernelThread(std::int32_t pid) {
    const auto now = monotonicTime();
    auto status = readStatus(pid);
    if (!status || !status->isKernelThread) return std::nullopt;
    ProcessSnapshot snapshot;
    snapshot.pid = pid;
    snapshot.parentPid = status->parentPid;
    snapshot.name = std::move(status->name);
    snapshot.startTime = startTimeOf(*status);
    snapshot.threads = status->threads;
    snapshot.takenAt = now;
    return snapshot;
}

std::optional<ProcessSnapshot> ProcFiles::snapshot(std::int32_t pid) {
    ProcessSnapshot snapshot;
    snapshot.takenAt = monotonicTime();
    const auto before = readStatus(pid);
    if (!before) return std::nullopt;
    snapshot.mappings = readMaps(readSystemFile(fmt::format("/proc/{}/maps", pid)));
    seeFromRootOf(pid, snapshot.mappings);
    const auto after = readStatus(pid);
    if (!after || after->startTicks != before->startTicks) return std::nullopt;
    snapshot.pid = pid;
    snapshot.parentPid = after->parentPid;
    snapshot.name = after->name;
    snapshot.threads = after->threads;
    snapshot.startTime = startTimeOf(*after);
    std::array<char, 4096> path;
    const auto length = ::readlink(fmt::format("/proc/{}/exe", pid).c_str(), path.data(), path.size());
    if (length > 0) snapshot.executable.assign(path.data(), static_cast<std::size_t>(length));
    return snapshot;
}

std::string ProcFiles::threadName(std::int32_t pid, std::int32_t tid) {
    auto name = readSystemFile(fmt::format("/proc/{}/task/{}/comm", pid, tid));
    if (name.ends_with('\n')) name.pop_back();
    return name;
}

bool seesAllProcesses() {
    constexpr std::string_view firstNamespace = "pid:[4026531836]"; // PROC_PID_INIT_INO of every kernel
    char text[64];
    const auto size = ::readlink("/proc/self/ns/pid", text, sizeof text);
    return size > 0 && std::string_view(text, static_cast<std::size_t>(size)) == firstNamespace;
}

bool isThere(std::int32_t pid) {
    return readStatus(pid).has_value();
}

char stateOf(std::int32_t pid) {
    const auto status = readStatus(pid);
    return status ? status->state : '\0';
}

std::optional<ProcessIds> readUsers(const std::string& status) {
    return readIds(status, "\nUid:\t");
}

std::optional<ProcessIds> readGroups(const std::string& status) {
    return readIds(status, "\nGid:\t");
}

std::int32_t parentOf(std::int32_t pid) {
    const auto status = readStatus(pid);
    return status ? status->parentPid : 0;
}

bool hasExited(const FileDescriptor& process) {
    pollfd waiting{process.get(), POLLIN, 0};
    return !process.isOpen() || ::poll(&waiting, 1, 0) != 0;
}

bool isSameStart(std::int64_t left, std::int64_t right) {
    return std::abs(left - right) <= startTolerance;
}

std::optional<std::int64_t> processStart(const FileDescriptor& folder) {
    const auto status =
        readStatus(FileDescriptor(::openat(folder.get(), "stat", O_RDONLY | O_CLOEXEC | O_NOCTTY)));
    return status ? std::optional(startTimeOf(*status)) : std::nullopt;
}

std::uint64_t startTicks(std::int32_t pid) {
    const auto status = readStatus(pid);
    return status ? status->startTicks : 0;
}

} // namespace candela
