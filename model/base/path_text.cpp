#include "model/base/path_text.h"

#include <filesystem>

namespace candela {

std::string_view lastPathPart(std::string_view path) {
    if (path.starts_with('[')) return path;
    while (path.ends_with('/'))
        path.remove_suffix(1);
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string plainPath(std::string_view path) {
    const bool isPlain =
        path.find("/../") == std::string_view::npos && path.find("/./") == std::string_view::npos;
    return isPlain ? std::string(path) : std::filesystem::path(path).lexically_normal().string();
}

} // namespace candela
