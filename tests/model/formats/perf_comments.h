/// The comments with which `perf script --header` begins.
#pragma once

#include <string>

namespace candela {

/// At least `size` bytes of comments.
inline std::string perfComments(std::size_t size) {
    std::string text;
    while (text.size() < size)
        text += "# event : name = cycles:P, , id = { 25, 26, 27, 28 }, type = 0, size = 128\n";
    return text;
}

} // namespace candela
