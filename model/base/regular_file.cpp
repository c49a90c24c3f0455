#include "model/base/regular_file.h"

#include "model/base/path_in_root.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace candela {

namespace {

/// Finds the file without opening it (O_PATH).
FileDescriptor find(int folder, const std::string& path, Links links) {
    switch (links) {
    case Links::Follow:
        return FileDescriptor(::openat(folder, path.c_str(), O_PATH | O_CLOEXEC));
    case Links::FollowInRoot:
        return openInRoot(folder, path, LinksInRoot::Follow);
    case Links::Refuse:
        break;
    }
    return openInRoot(folder, path, LinksInRoot::Refuse);
}

} // namespace

FileDescriptor openRegularFile(int folder, const std::string& path, Links links) {
    const auto found = find(folder, path, links);
    struct stat status {};
    if (!found.isOpen() || ::fstat(found.get(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
    // Non-blocking, because another program may hold a lease on the file.
    return FileDescriptor(::open(fmt::format("/proc/self/fd/{}", found.get()).c_str(),
                                 O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
}

} // namespace candela
