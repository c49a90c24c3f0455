#include "model/base/path_in_root.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string_view>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace candela {

namespace {

constexpr int maximumLinks = 40; // the same maximum as the kernel's

/// Appends the names of a path in reverse order, so that the next one is last.
void prepend(std::vector<std::string>& names, std::string_view path) {
    while (!path.empty()) {
        const auto slash = path.rfind('/');
        const auto name = slash == std::string_view::npos ? path : path.substr(slash + 1);
        if (!name.empty() && name != ".") names.emplace_back(name);
        path = path.substr(0, slash == std::string_view::npos ? 0 : slash);
    }
}

FileDescriptor failed(int number) {
    errno = number;
    return {};
}

/// The target of an open link.
std::string targetOf(int link) {
    std::array<char, 4096> text;
    const auto size = ::readlinkat(link, "", text.data(), text.size());
    return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : std::string();
}

} // namespace

FileDescriptor openInRoot(int root, const std::string& path, LinksInRoot links) {
    open_how how{};
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve =
        RESOLVE_IN_ROOT | (links == LinksInRoot::Follow ? RESOLVE_NO_MAGICLINKS : RESOLVE_NO_SYMLINKS);
    FileDescriptor found(static_cast<int>(::syscall(SYS_openat2, root, path.c_str(), &how, sizeof how)));
    if (!found.isOpen() && (errno == ENOSYS || errno == EPERM)) return walkInRoot(root, path, links);
    return found;
}

FileDescriptor walkInRoot(int root, const std::string& path, LinksInRoot links) {
    // The folders from the root on. They are kept so that ".." does not use the file system, where it may
    // lead to another folder.
    std::vector<FileDescriptor> folders;
    folders.emplace_back(::fcntl(root, F_DUPFD_CLOEXEC, 0));
    if (!folders.back().isOpen()) return {};
    std::vector<std::string> names;
    prepend(names, path);
    int linksLeft = maximumLinks;
    while (!names.empty()) {
        const auto name = std::move(names.back());
        names.pop_back();
        if (name == "..") {
            if (folders.size() > 1) folders.pop_back();
            continue;
        }
        FileDescriptor next(::openat(folders.back().get(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
        struct stat status {};
        if (!next.isOpen() || ::fstat(next.get(), &status) != 0) return {};
        if (!S_ISLNK(status.st_mode)) {
            folders.push_back(std::move(next));
            continue;
        }
        if (links == LinksInRoot::Refuse || linksLeft-- == 0) return failed(ELOOP);
        const auto target = targetOf(next.get());
        if (target.empty()) return failed(ENOENT);
        if (target.starts_with('/')) folders.resize(1);
        prepend(names, target);
    }
    return std::move(folders.back());
}

} // namespace candela
