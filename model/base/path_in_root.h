/// Opens paths that others wrote, as if a folder were "/": neither "..", links nor mounts of names lead out
/// of it.
#pragma once

#include "model/base/file.h"

#include <cstdint>
#include <string>

namespace candela {

enum class LinksInRoot : std::uint8_t {
    Follow, ///< absolute ones begin at the folder, too
    Refuse, ///< also in the middle of the path
};

/// For fstat() and openat() only (O_PATH): opens no device. Not open where there is no such path; errno has
/// the reason.
FileDescriptor openInRoot(int root, const std::string& path, LinksInRoot links);

/// The same name by name, for where openat2(2) is refused: by systemd's RestrictSUIDSGID=, by container
/// engines that are older than the call.
FileDescriptor walkInRoot(int root, const std::string& path, LinksInRoot links);

} // namespace candela
