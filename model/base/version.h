/// Which Candela this is.
#pragma once

#include <string_view>

namespace candela {

/// "0.1.0": the project's version in CMakeLists.txt.
std::string_view programVersion();

} // namespace candela
