#include "recorder/module_opener.h"

#include "model/base/regular_file.h"
#include "recorder/proc_files.h"

#include <fmt/format.h>

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

FileDescriptor openBelow(const std::string& rootPath, const Module& module) {
    const FileDescriptor root(::open(rootPath.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!root.isOpen()) return {};
    auto file = openRegularFile(root.get(), module.path, Links::FollowInRoot);
    return file.isOpen() && isFile(file.get(), module.file) ? std::move(file) : FileDescriptor();
}

} // namespace

FileDescriptor openMapping(std::int32_t pid, std::uint64_t start, std::uint64_t end) {
    return openRegularFile(AT_FDCWD, fmt::format("/proc/{}/map_files/{:x}-{:x}", pid, start, end),
                           Links::Follow);
}

FileDescriptor openMapping(std::int32_t pid, const FileMapping& mapping) {
    auto file = openMapping(pid, mapping.start, mapping.end);
    return file.isOpen() && isFile(file.get(), mapping.file) ? std::move(file) : FileDescriptor();
}

FileDescriptor openByPath(const Module& module) {
    return openBelow("/", module);
}

FileDescriptor openModule(const Module& module, ModuleNumber number, const LiveProcess& process) {
    const auto pid = process.identity->pid;
    for (const auto& range : process.space->ranges()) {
        if (range.module != number) continue;
        auto file = openMapping(pid, range.start, range.end);
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
    return openRegularFile(root.get(), fmt::format("/tmp/perf-{}.map", innermost), Links::FollowInRoot);
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
