/// Opening of paths that others chose: a profile, a program's debug link, a process. Only regular files are
/// opened, because opening a device, a pipe or a tape can have effects.
#pragma once

#include "model/base/file.h"

#include <cstdint>
#include <string>

namespace candela {

/// Which symbolic links lead to a file.
enum class Links : std::uint8_t {
    Follow,       ///< all
    FollowInRoot, ///< as if the folder were "/"; no magic links of /proc
    Refuse,       ///< none in the whole path, and the path can't leave the folder
};

/// Opens a regular file for reading; not open where there is none, or something else. What is there is looked
/// at through O_PATH, which opens nothing, and the same inode is opened then. The path is relative to the
/// folder, which is AT_FDCWD or a descriptor. Needs /proc.
FileDescriptor openRegularFile(int folder, const std::string& path, Links links);

} // namespace candela
