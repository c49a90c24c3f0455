#include "model/base/regular_file.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace candela {

namespace {

std::uint64_t resolution(Links links) {
    switch (links) {
    case Links::Follow:
        return 0;
    case Links::FollowInRoot:
        return RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
    case Links::Refuse:
        return RESOLVE_IN_ROOT | RESOLVE_NO_SYMLINKS;
    }
    return RESOLVE_NO_SYMLINKS;
}

} // namespace

FileDescriptor openRegularFile(int folder, const std::string& path, Links links) {
    open_how how{};
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = resolution(links);
    const FileDescriptor found(
        static_cast<int>(::syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how)));
    struct stat status {};
    if (!found.isOpen() || ::fstat(found.get(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
    // Non-blocking: another program may hold a lease on the file.
    return FileDescriptor(::open(fmt::format("/proc/self/fd/{}", found.get()).c_str(),
                                 O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
}

} // namespace candela
