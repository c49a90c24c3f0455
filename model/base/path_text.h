/// Paths for people.
#pragma once

#include <string_view>

namespace candela {

/// "libc.so.6" for "/lib/x86_64-linux-gnu/libc.so.6"; names in brackets are not cut.
std::string_view lastPathPart(std::string_view path);

} // namespace candela
