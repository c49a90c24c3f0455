#include "recorder/module_opener.h"

#include "model/base/regular_file.h"
#include "recorder/proc_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <elf.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr long btrfsMagic = 0x9123683e;

bool isFile(int descriptor, const FileIdentity& file) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || status.st_ino != file.inode) return false;
    long generation = 0;
    if (file.generation != 0 && ::ioctl(descriptor, FS_IOC_GETVERSION, &generation) == 0 &&
        static_cast<std::uint32_t>(generation) != static_cast<std::uint32_t>(file.generation))
        return false;
    if (major(status.st_dev) == file.deviceMajor && minor(status.st_dev) == file.deviceMinor) return true;
    // These show programs another device than the kernel's events name.
    struct statfs system {};
    return ::fstatfs(descriptor, &system) == 0 &&
           (system.f_type == OVERLAYFS_SUPER_MAGIC || system.f_type == btrfsMagic);
}

/// On a file system of layers that lie on several others, a file has one inode for programs and another one
/// in the kernel's events. Its path is compared then.
bool isLayeredFile(int descriptor, const std::string& path) {
    struct statfs system {};
    if (path.empty() || ::fstatfs(descriptor, &system) != 0 || system.f_type != OVERLAYFS_SUPER_MAGIC)
        return false;
    std::array<char, 4096> text;
    const auto size =
        ::readlink(fmt::format("/proc/self/fd/{}", descriptor).c_str(), text.data(), text.size());
    std::string_view link(text.data(), static_cast<std::size_t>(std::max<ssize_t>(0, size)));
    constexpr std::string_view deleted = " (deleted)";
    if (link.ends_with(deleted)) link.remove_suffix(deleted.size());
    return link.ends_with(path);
}

/// The process may have mapped something else there since: whose code that is, its owner decides, not it.
FileDescriptor openMappingOf(std::int32_t pid, std::uint64_t start, std::uint64_t end,
                             const FileIdentity& file, const std::string& path) {
    auto opened = openRegularFile(
        AT_FDCWD, fmt::format("/proc/{}/map_files/{:x}-{:x}", pid, start, end), Links::Follow);
    const bool isIt =
        opened.isOpen() && (isFile(opened.get(), file) || isLayeredFile(opened.get(), path));
    return isIt ? std::move(opened) : FileDescriptor();
}

/// Of a process's root; not open if there is none.
FileDescriptor openFolder(int root, const char* path) {
    open_how how{};
    how.flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
    how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
    return FileDescriptor(static_cast<int>(::syscall(SYS_openat2, root, path, &how, sizeof how)));
}

FileDescriptor openBelow(const std::string& rootPath, const Module& module) {
    const FileDescriptor root(::open(rootPath.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!root.isOpen()) return {};
    auto file = openRegularFile(root.get(), module.path, Links::FollowInRoot);
    return file.isOpen() && isFile(file.get(), module.file) ? std::move(file) : FileDescriptor();
}

} // namespace

FileDescriptor openMapping(std::int32_t pid, const FileMapping& mapping) {
    return openMappingOf(pid, mapping.start, mapping.end, mapping.file, mapping.path);
}

FileDescriptor openByPath(const Module& module) {
    return openBelow("/", module);
}

FileDescriptor openModule(const Module& module, ModuleNumber number, const LiveProcess& process) {
    const auto pid = process.identity->pid;
    for (const auto& range : process.space->ranges()) {
        if (range.module != number) continue;
        auto file = openMappingOf(pid, range.start, range.end, module.file, module.path);
        if (file.isOpen()) return file;
    }
    if (auto file = openRegularFile(AT_FDCWD, fmt::format("/proc/{}/exe", pid), Links::Follow);
        file.isOpen() && isFile(file.get(), module.file))
        return file;
    if (auto file = openBelow(fmt::format("/proc/{}/root", pid), module); file.isOpen()) return file;
    // A process that has ended most likely saw the files that its parent sees.
    if (process.parent) {
        auto file = openBelow(fmt::format("/proc/{}/root", process.parent->pid), module);
        if (file.isOpen()) return file;
    }
    return openByPath(module);
}

FileDescriptor openPerfMap(std::int32_t pid) {
    const auto status = readSystemFile(fmt::format("/proc/{}/status", pid));
    const auto place = status.find("\nNSpid:");
    if (place == std::string::npos) return {};
    const auto line = std::string_view(status).substr(place + 7, status.find('\n', place + 1) - place - 7);
    const auto innermost = line.substr(line.find_last_of("\t ") + 1);
    const FileDescriptor root(
        ::open(fmt::format("/proc/{}/root", pid).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!root.isOpen()) return {};
    // What a process calls /tmp is its own affair. But the map must be its user's: others' files are no
    // concern of its code, and neither links nor mounts shall lead us to what that user may not read.
    const auto folder = openFolder(root.get(), "tmp");
    if (!folder.isOpen()) return {};
    auto map = openRegularFile(folder.get(), fmt::format("perf-{}.map", innermost), Links::Refuse);
    const auto users = readUsers(status);
    struct stat found {};
    const bool isOwn = map.isOpen() && users && ::fstat(map.get(), &found) == 0 &&
                       found.st_uid == users->effective;
    return isOwn ? std::move(map) : FileDescriptor();
}

FileDescriptor copyVdso() {
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

std::string foreignRoot(std::int32_t pid) {
    const auto path = fmt::format("/proc/{}/root", pid);
    struct stat theirs {};
    struct stat ours {};
    if (::stat(path.c_str(), &theirs) != 0 || ::stat("/", &ours) != 0) return {};
    return theirs.st_dev == ours.st_dev && theirs.st_ino == ours.st_ino ? std::string() : path;
}

} // namespace candela
