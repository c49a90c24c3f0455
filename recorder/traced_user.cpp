#include "recorder/traced_user.h"

#include "model/base/file.h"
#include "recorder/proc_files.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fcntl.h>
#include <linux/nsfs.h>
#include <optional>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace candela {

namespace {

bool areAll(const std::optional<ProcessIds>& ids, std::uint32_t id) {
    return ids && ids->real == id && ids->effective == id && ids->saved == id;
}

bool hasCapabilities(const std::string& status) {
    constexpr std::string_view name = "\nCapPrm:\t";
    const auto place = status.find(name);
    return place == std::string::npos || std::strtoull(status.c_str() + place + name.size(), nullptr, 16) != 0;
}

/// Whoever owns a user namespace has all rights over what is in it. Root owns the first one.
bool ownsNamespaceOf(std::uint32_t user, std::int32_t pid) {
    const FileDescriptor space(
        ::open(fmt::format("/proc/{}/ns/user", pid).c_str(), O_RDONLY | O_CLOEXEC));
    uid_t owner = 0;
    return space.isOpen() && ::ioctl(space.get(), NS_GET_OWNER_UID, &owner) == 0 && owner == user;
}

/// The kernel gives the files of a process whose memory may not be read to root.
bool mayBeRead(std::uint32_t user, std::int32_t pid) {
    struct stat status {};
    return ::stat(fmt::format("/proc/{}/maps", pid).c_str(), &status) == 0 && status.st_uid == user;
}

} // namespace

bool mayTrace(const TracedUser& user, std::int32_t pid) {
    const auto status = readSystemFile(fmt::format("/proc/{}/status", pid));
    return areAll(readUsers(status), user.user) && areAll(readGroups(status), user.group) &&
           (!hasCapabilities(status) || ownsNamespaceOf(user.user, pid)) && mayBeRead(user.user, pid);
}

} // namespace candela
