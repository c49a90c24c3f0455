/// Which files are sources of programs. What a recorded program names may be any file of the user.
#pragma once

#include <string_view>

namespace candela {

/// Whether the path has the extension of a programming language, or is below /usr, where headers may have no
/// extension and nothing is private. The path must have no links and no "..".
bool isSourcePath(std::string_view path);

} // namespace candela
