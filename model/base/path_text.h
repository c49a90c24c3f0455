/// Paths as people read them.
#pragma once

#include <string_view>

namespace candela {

/// "libc.so.6" of "/lib/x86_64-linux-gnu/libc.so.6"; names in brackets stay whole.
std::string_view lastPathPart(std::string_view path);

} // namespace candela
