#include "recorder/opener/opened_file.h"

#include "recorder/base/proc_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <linux/magic.h>
#include <optional>
#include <string_view>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace candela {

namespace {

/// Reads only what the kernel has cached: does not ask the file system.
std::optional<struct statx> knownStatusOf(int descriptor) {
    struct statx status {};
    if (::statx(descriptor, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_BASIC_STATS, &status) != 0)
        return {};
    return status;
}

/// The kernel's name of the file; never asks the file system.
std::string nameOf(int descriptor) {
    std::array<char, 4096> text;
    const auto size =
        ::readlink(fmt::format("/proc/self/fd/{}", descriptor).c_str(), text.data(), text.size());
    return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(0, size))};
}

FileDescriptor copyOf(const FileDescriptor& file, std::uint64_t size) {
    FileDescriptor copy(::memfd_create("copy", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    std::uint64_t done = 0;
    while (copy.isOpen() && done < size) {
        const auto sent = ::sendfile(copy.get(), file.get(), nullptr, size - done);
        if (sent <= 0) return {};
        done += static_cast<std::uint64_t>(sent);
    }
    if (copy.isOpen())
        ::fcntl(copy.get(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
    return copy;
}

} // namespace

FileIdentity identityIn(const opening::FileIdentity& file) {
    return {file.device_major(), file.device_minor(), file.inode(), file.generation()};
}

void setIdentity(const FileIdentity& identity, opening::FileIdentity& file) {
    file.set_device_major(identity.deviceMajor);
    file.set_device_minor(identity.deviceMinor);
    file.set_inode(identity.inode);
    file.set_generation(identity.generation);
}

FileDescriptor describeOrCopy(FileDescriptor file, std::uint64_t maximumCopy,
                              opening::OpenedFile& description) {
    struct stat status {};
    struct statfs system {};
    if (::fstat(file.get(), &status) != 0 || ::fstatfs(file.get(), &system) != 0) return {};
    const auto size = static_cast<std::uint64_t>(status.st_size);
    description.set_is_layered(system.f_type == OVERLAYFS_SUPER_MAGIC || system.f_type == BTRFS_SUPER_MAGIC);
    description.set_size(size);
    description.set_modified_seconds(status.st_mtim.tv_sec);
    description.set_modified_nanoseconds(static_cast<std::uint32_t>(status.st_mtim.tv_nsec));
    description.set_owner(status.st_uid);
    if (system.f_type != FUSE_SUPER_MAGIC) return file;
    if (size > maximumCopy) return {};
    description.set_is_copy(true);
    return copyOf(file, size);
}

OpenedFile takeModuleFile(OpeningAnswer& answer, const FileIdentity& file, const std::string& path) {
    OpenedFile opened;
    if (answer.files.empty()) return opened;
    const auto& description = answer.reply.files(0);
    const auto status = knownStatusOf(answer.files.front().get());
    if (!status || !S_ISREG(status->stx_mode)) return opened;
    const bool isDevice =
        status->stx_dev_major == file.deviceMajor && status->stx_dev_minor == file.deviceMinor;
    // Layered file systems have no device: the major number is 0.
    const bool isLayered = description.is_layered() && status->stx_dev_major == 0;
    const auto matches = [&] {
        if (status->stx_ino == file.inode && (isDevice || isLayered)) return true;
        const auto name = nameOf(answer.files.front().get());
        return isLayered && !path.empty() && withoutDeletionMark(name).ends_with(path);
    };
    if (!description.is_copy() && !matches()) return opened;
    opened.file = std::move(answer.files.front());
    opened.isCopy = description.is_copy();
    opened.size = description.size();
    opened.owner = description.owner();
    opened.modifiedSeconds = description.modified_seconds();
    opened.modifiedNanoseconds = description.modified_nanoseconds();
    return opened;
}

bool isRegularFile(const FileDescriptor& file) {
    const auto status = knownStatusOf(file.get());
    return status && S_ISREG(status->stx_mode);
}

bool isMemoryOf(const FileDescriptor& file, std::int32_t pid) {
    return nameOf(file.get()) == fmt::format("/proc/{}/mem", pid);
}

} // namespace candela
