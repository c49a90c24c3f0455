#include "model/symbols/demangle.h"

#include <cstdlib>
#include <libiberty/demangle.h>

namespace candela {

namespace {

/// Longer names exist only in hostile files; libiberty's output can grow exponentially with its input.
constexpr std::size_t longestName = 16 * 1024;

} // namespace

std::string demangle(std::string_view rawName) {
    const bool mayBeMangled = rawName.starts_with("_Z") || rawName.starts_with("_R") || rawName.starts_with("__Z");
    if (!mayBeMangled || rawName.size() > longestName) return std::string(rawName);
    const std::string name(rawName);
    constexpr int style = DMGL_AUTO | DMGL_PARAMS | DMGL_ANSI;
    char* readable = nullptr;
    if (name.starts_with("_R") || name.find("17h") != std::string::npos) readable = rust_demangle(name.c_str(), style);
    if (!readable) readable = cplus_demangle_v3(name.c_str(), style);
    if (!readable) return name;
    std::string result = readable;
    std::free(readable);
    return result;
}

} // namespace candela
