/// The names by which source files of two sides are compared. Two builds have other roots, and one build has
/// files of the same name in several folders.
#pragma once

#include "model/analysis/grouping/grouping.h"

#include <absl/container/node_hash_map.h>

#include <array>
#include <string>

namespace candela {

/// By the path as the profile has it.
using FileNames = absl::node_hash_map<StringIndex, std::string>;

/// The names of each side's files: as many last parts of the path as a file of the other side has, too.
/// "/build/a/src/x/util.cpp" and "/home/me/src/x/util.cpp" are "src/x/util.cpp", "/build/a/src/y/util.cpp" is
/// "util.cpp" where the other side has no file y/util.cpp. At most 32 parts and 4096 bytes count, or the
/// whole path. Names that the other side does not have at all are whole paths. Texts that state that the file
/// is not known, such as "??", have no name.
std::array<FileNames, 2> comparedFiles(const FrameGroups& base, const FrameGroups& newSide);

} // namespace candela
