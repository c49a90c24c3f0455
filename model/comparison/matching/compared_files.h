/// The names by which source files of two sides are compared. Two builds have other roots, and one build has
/// files of the same name in several folders.
#pragma once

#include "model/analysis/grouping/grouping.h"

#include <absl/container/flat_hash_map.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// The names of one side's files.
class FileNames {
public:
    /// Of all files of the groups, with their whole paths as names at first.
    explicit FileNames(const FrameGroups& groups);

    /// The name of the file that has this path in the profile; empty if it has none. It is valid as long as
    /// this object is.
    std::string_view of(StringIndex path) const;
    /// Whether the name has a folder, or is the whole path: many folders may have a file main.c.
    bool showsFolder(StringIndex path) const;
    std::size_t size() const { return m_paths.size(); }

private:
    friend class FileNamer;

    absl::flat_hash_map<StringIndex, std::uint32_t> m_rows;
    std::vector<std::string> m_paths;    ///< without . and ..
    std::vector<std::size_t> m_nameSize; ///< for each path: how many of its last letters are the name
};

/// The names of each side's files: as many last parts of the path as a file of the other side has, too.
/// "/build/a/src/x/util.cpp" and "/home/me/src/x/util.cpp" are "src/x/util.cpp", "/build/a/src/y/util.cpp" is
/// "util.cpp" where the other side has no file y/util.cpp. At most 32 parts and 4096 bytes count, or the
/// whole path. Names that the other side does not have at all are whole paths. Texts that state that the file
/// is not known, such as "??", have no name.
std::array<FileNames, 2> comparedFiles(const FrameGroups& base, const FrameGroups& newSide);

} // namespace candela
