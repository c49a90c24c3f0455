#include "model/symbols/lookup/debug_file_finder.h"

#include "model/base/regular_file.h"

#include <cerrno>
#include <fcntl.h>

namespace candela {

namespace {

constexpr std::string_view debugRoot = "usr/lib/debug";

/// "usr/lib/debug/.build-id/ab/cdef….debug"; empty if the text is not a build id.
std::string pathOfBuildId(std::string_view buildId) {
    const bool isHexadecimal = buildId.find_first_not_of("0123456789abcdef") == std::string_view::npos;
    if (buildId.size() < 4 || buildId.size() > 128 || !isHexadecimal) return {};
    return std::string(debugRoot)
        .append("/.build-id/")
        .append(buildId.substr(0, 2))
        .append("/")
        .append(buildId.substr(2))
        .append(".debug");
}

} // namespace

Result<DebugFileFinder> DebugFileFinder::create(const std::string& root) {
    FileDescriptor directory(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!directory.isOpen()) return failure("can't be searched for debug files: " + systemErrorText(errno));
    return DebugFileFinder(std::move(directory));
}

FileDescriptor DebugFileFinder::openBelow(const std::string& path) const {
    return openRegularFile(m_root.get(), path, Links::FollowInRoot);
}

std::vector<FileDescriptor> DebugFileFinder::debugFiles(std::string_view modulePath, std::string_view buildId,
                                                        const std::optional<DebugLink>& link) const {
    std::vector<FileDescriptor> found;
    const auto tryPath = [&](const std::string& path) {
        if (auto file = openBelow(path); file.isOpen()) found.push_back(std::move(file));
    };
    if (const auto path = pathOfBuildId(buildId); !path.empty()) tryPath(path);
    if (!link || link->fileName.empty() || link->fileName.find('/') != std::string::npos) return found;
    const auto slash = modulePath.rfind('/');
    const std::string directory(slash == std::string_view::npos ? std::string_view()
                                                                : modulePath.substr(0, slash));
    // The order of gdb ("Debugging Information in Separate Files"). The module may have the link's own name.
    if (modulePath.substr(slash == std::string_view::npos ? 0 : slash + 1) != link->fileName)
        tryPath(directory + "/" + link->fileName);
    tryPath(directory + "/.debug/" + link->fileName);
    tryPath(std::string(debugRoot) + "/" + directory + "/" + link->fileName);
    return found;
}

FileDescriptor DebugFileFinder::supplementaryFile(const SupplementaryLink& link) const {
    if (const auto path = pathOfBuildId(link.buildId); !path.empty()) {
        if (auto file = openBelow(path); file.isOpen()) return file;
    }
    // The path is from the untrusted file, so only paths below .dwz are tried.
    const auto folder = link.path.rfind(".dwz/");
    if (folder == std::string::npos || link.path.find("..", folder) != std::string::npos) return {};
    return openBelow(std::string(debugRoot) + "/" + link.path.substr(folder));
}

} // namespace candela
