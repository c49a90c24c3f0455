#include "recorder/processes/module_opener.h"

#include "model/base/path_in_root.h"
#include "model/base/regular_file.h"
#include "recorder/base/proc_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <elf.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace candela {

namespace {

bool isFile(int descriptor, const FileIdentity& file) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || status.st_ino != file.inode) return false;
    long generation = 0;
    if (file.generation != 0 && ::ioctl(descriptor, FS_IOC_GETVERSION, &generation) == 0 &&
        static_cast<std::uint32_t>(generation) != static_cast<std::uint32_t>(file.generation))
        return false;
    if (major(status.st_dev) == file.deviceMajor && minor(status.st_dev) == file.deviceMinor) return true;
    // Programs see another device on these file systems than the kernel's events report.
    struct statfs system {};
    return ::fstatfs(descriptor, &system) == 0 &&
           (system.f_type == OVERLAYFS_SUPER_MAGIC || system.f_type == BTRFS_SUPER_MAGIC);
}

/// Whether a file is on an overlay file system, where programs see another inode than the kernel's events
/// report. Its path is compared instead.
bool isLayeredFile(int descriptor, const std::string& path) {
    struct statfs system {};
    if (path.empty() || ::fstatfs(descriptor, &system) != 0 || system.f_type != OVERLAYFS_SUPER_MAGIC)
        return false;
    std::array<char, 4096> text;
    const auto size =
        ::readlink(fmt::format("/proc/self/fd/{}", descriptor).c_str(), text.data(), text.size());
    const std::string_view link(text.data(), static_cast<std::size_t>(std::max<ssize_t>(0, size)));
    return withoutDeletionMark(link).ends_with(path);
}

/// The process may have mapped another file there since. The owner of the file, not the process, decides who
/// may read it.
FileDescriptor openMappingOf(std::int32_t pid, std::uint64_t start, std::uint64_t end,
                             const FileIdentity& file, const std::string& path) {
    auto opened = openRegularFile(AT_FDCWD, fmt::format("/proc/{}/map_files/{:x}-{:x}", pid, start, end),
                                  Links::Follow);
    const bool isIt = opened.isOpen() && (isFile(opened.get(), file) || isLayeredFile(opened.get(), path));
    return isIt ? std::move(opened) : FileDescriptor();
}

/// The root of processes that have not changed theirs. It is the recorder's own root, unless the recorder
/// sees less than they do: a service's unit may hide home directories and have a /tmp of its own.
const std::string& machineRoot() {
    static const auto root = [] {
        struct stat ours {};
        struct stat first {};
        const bool areKnown =
            ::stat("/proc/self/ns/mnt", &ours) == 0 && ::stat("/proc/1/ns/mnt", &first) == 0;
        const bool isOther = areKnown && (ours.st_ino != first.st_ino || ours.st_dev != first.st_dev);
        return std::string(isOther ? "/proc/1/root" : "/");
    }();
    return root;
}

FileDescriptor openBelow(const std::string& rootPath, const MappedModule& module) {
    const FileDescriptor root(::open(rootPath.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!root.isOpen()) return {};
    auto file = openRegularFile(root.get(), module.path, Links::FollowInRoot);
    return file.isOpen() && isFile(file.get(), module.file) ? std::move(file) : FileDescriptor();
}

} // namespace

FileDescriptor openMapping(std::int32_t pid, const FileMapping& mapping) {
    return openMappingOf(pid, mapping.start, mapping.end, mapping.file, mapping.path);
}

MappedModule mappedModule(const Module& module, ModuleNumber number, const LiveProcess& process) {
    MappedModule mapped;
    mapped.pid = process.identity->pid;
    mapped.parentPid = process.parent ? process.parent->pid : 0;
    mapped.file = module.file;
    mapped.path = module.path;
    for (const auto& range : process.space->ranges()) {
        if (range.module == number) mapped.ranges.emplace_back(range.start, range.end);
    }
    return mapped;
}

FileDescriptor openModule(const MappedModule& module) {
    for (const auto& [start, end] : module.ranges) {
        auto file = openMappingOf(module.pid, start, end, module.file, module.path);
        if (file.isOpen()) return file;
    }
    if (auto file = openRegularFile(AT_FDCWD, fmt::format("/proc/{}/exe", module.pid), Links::Follow);
        file.isOpen() && isFile(file.get(), module.file))
        return file;
    if (module.path.empty()) return {};
    if (auto file = openBelow(fmt::format("/proc/{}/root", module.pid), module); file.isOpen()) return file;
    // For a process that has ended, its parent's root is used: most likely both saw the same files.
    if (module.parentPid != 0) {
        auto file = openBelow(fmt::format("/proc/{}/root", module.parentPid), module);
        if (file.isOpen()) return file;
    }
    return openBelow(machineRoot(), module);
}

FileDescriptor openPerfMap(std::int32_t pid) {
    const auto status = readSystemFile(fmt::format("/proc/{}/status", pid));
    const auto position = status.find("\nNSpid:");
    if (position == std::string::npos) return {};
    const auto line =
        std::string_view(status).substr(position + 7, status.find('\n', position + 1) - position - 7);
    const auto innermost = line.substr(line.find_last_of("\t ") + 1);
    const FileDescriptor root(
        ::open(fmt::format("/proc/{}/root", pid).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!root.isOpen()) return {};
    // A process chooses what its /tmp is. So the map must belong to the process's user, and neither links nor
    // mounts may lead to a file that this user may not read.
    const auto folder = openInRoot(root.get(), "tmp", LinksInRoot::Follow);
    if (!folder.isOpen()) return {};
    auto map = openRegularFile(folder.get(), fmt::format("perf-{}.map", innermost), Links::Refuse);
    const auto users = readUsers(status);
    struct stat found {};
    const bool isOwn =
        map.isOpen() && users && ::fstat(map.get(), &found) == 0 && found.st_uid == users->effective;
    return isOwn ? std::move(map) : FileDescriptor();
}

namespace {

FileDescriptor makeCopyOfVdso() {
    const auto start = ::getauxval(AT_SYSINFO_EHDR);
    if (start == 0) return {};
    std::size_t size = 0;
    for (const auto& mapping : readMaps(readSystemFile("/proc/self/maps"))) {
        if (mapping.start == start) size = mapping.end - mapping.start;
    }
    FileDescriptor file(::memfd_create("vdso", MFD_CLOEXEC));
    if (!file.isOpen() || size == 0) return {};
    if (::write(file.get(), reinterpret_cast<const void*>(start), size) != static_cast<ssize_t>(size))
        return {};
    return file;
}

} // namespace

FileDescriptor copyVdso() {
    static const auto copy = makeCopyOfVdso();
    return copy.isOpen() ? FileDescriptor(::fcntl(copy.get(), F_DUPFD_CLOEXEC, 0)) : FileDescriptor();
}

std::string foreignRoot(std::int32_t pid) {
    const auto path = fmt::format("/proc/{}/root", pid);
    struct stat theirs {};
    struct stat machine {};
    const auto& root = machineRoot();
    const std::string own = root == "/" ? std::string() : root;
    if (::stat(path.c_str(), &theirs) != 0 || ::stat(root.c_str(), &machine) != 0) return own;
    return theirs.st_dev == machine.st_dev && theirs.st_ino == machine.st_ino ? own : path;
}

} // namespace candela
