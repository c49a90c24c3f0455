/// The position of a frame of a Gecko profile: "name (url:line:column)" for functions of scripts, anything
/// else for labels. Source: docs-developer/gecko-profile-format.md of firefox-devtools/profiler.
#pragma once

#include <cstdint>
#include <string_view>

namespace candela {

struct GeckoLocation {
    std::string_view name;
    std::string_view file;  ///< empty for labels
    std::uint32_t line = 0; ///< where the function begins; 0: not stated
};

GeckoLocation parseGeckoLocation(std::string_view location);

} // namespace candela
