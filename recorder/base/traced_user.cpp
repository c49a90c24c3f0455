#include "recorder/base/traced_user.h"

#include "model/base/file.h"
#include "recorder/base/proc_files.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fcntl.h>
#include <linux/nsfs.h>
#include <optional>
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace candela {

namespace {

bool areAll(const std::optional<ProcessIds>& ids, std::uint32_t id) {
    return ids && ids->real == id && ids->effective == id && ids->saved == id;
}

bool hasCapabilities(const std::string& status) {
    constexpr std::string_view name = "\nCapPrm:\t";
    const auto position = status.find(name);
    return position == std::string::npos ||
           std::strtoull(status.c_str() + position + name.size(), nullptr, 16) != 0;
}

FileDescriptor userNamespaceOf(const std::string& process) {
    return FileDescriptor(::open(("/proc/" + process + "/ns/user").c_str(), O_RDONLY | O_CLOEXEC));
}

bool isSameFile(const FileDescriptor& left, const FileDescriptor& right) {
    struct stat one {};
    struct stat other {};
    return ::fstat(left.get(), &one) == 0 && ::fstat(right.get(), &other) == 0 &&
           one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/// A user namespace inside the recorder's own belongs to a user, who has all rights in it and in the
/// namespaces below it.
bool isNamespaceOf(std::uint32_t user, FileDescriptor space, const FileDescriptor& ours) {
    while (true) {
        FileDescriptor parent(::ioctl(space.get(), NS_GET_PARENT));
        if (!parent.isOpen()) return false;
        if (isSameFile(parent, ours)) break;
        space = std::move(parent);
    }
    uid_t owner = 0;
    return ::ioctl(space.get(), NS_GET_OWNER_UID, &owner) == 0 && owner == user;
}

/// Whether a user may read the memory of a process. If not, the kernel makes root the owner of its /proc
/// files.
bool mayBeRead(std::int32_t pid, std::uint32_t user) {
    struct stat status {};
    return ::stat(fmt::format("/proc/{}/maps", pid).c_str(), &status) == 0 && status.st_uid == user;
}

} // namespace

bool mayTrace(const TracedUser& user, std::int32_t pid) {
    const auto status = readSystemFile(fmt::format("/proc/{}/status", pid));
    const auto users = readUsers(status);
    if (!users || !mayBeRead(pid, users->effective)) return false;
    auto space = userNamespaceOf(std::to_string(pid));
    const auto ours = userNamespaceOf("self");
    if (!space.isOpen() || !ours.isOpen()) return false;
    if (!isSameFile(space, ours)) return isNamespaceOf(user.user, std::move(space), ours);
    return areAll(users, user.user) && areAll(readGroups(status), user.group) && !hasCapabilities(status);
}

bool isInOurUserNamespace(std::int32_t pid) {
    const auto space = userNamespaceOf(std::to_string(pid));
    const auto ours = userNamespaceOf("self");
    return space.isOpen() && ours.isOpen() && isSameFile(space, ours);
}

} // namespace candela
