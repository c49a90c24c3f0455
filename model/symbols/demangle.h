/// Names as people read them, from names as linkers know them: C++ (Itanium ABI) and Rust (legacy and v0).
#pragma once

#include <string>
#include <string_view>

namespace candela {

/// The readable name; the same text where it is not mangled. Never fails, bounded for hostile names.
std::string demangle(std::string_view rawName);

} // namespace candela
