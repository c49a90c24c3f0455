/// Paths for people.
#pragma once

#include <string>
#include <string_view>

namespace candela {

/// "libc.so.6" for "/lib/x86_64-linux-gnu/libc.so.6"; names in brackets are not cut.
std::string_view lastPathPart(std::string_view path);

/// "/work/tests/x.cpp" for "/work/build/../tests/./x.cpp", as debug information has it. The text alone: where
/// a folder is a link, the file may be another one.
std::string plainPath(std::string_view path);

} // namespace candela
