/// Opens paths from untrusted sources: a profile, a program's debug link, a process. Only regular files are
/// opened, because opening a device, a pipe or a tape can have side effects.
#pragma once

#include "model/base/file.h"

#include <cstdint>
#include <string>

namespace candela {

/// Which symbolic links are followed.
enum class Links : std::uint8_t {
    Follow,       ///< all
    FollowInRoot, ///< as if the folder were "/"; magic links of /proc are refused
    Refuse,       ///< no links in the whole path, which also can't leave the folder
};

/// Opens a regular file for reading; not open if there is none, or something else. The file is checked
/// through O_PATH, which opens nothing, and then the same inode is opened. The path is relative to the
/// folder, which is AT_FDCWD or a descriptor. Needs /proc.
FileDescriptor openRegularFile(int folder, const std::string& path, Links links);

} // namespace candela
