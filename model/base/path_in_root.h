/// Opens untrusted paths as if a folder were "/":
/// neither "..", links nor mounts lead out of it.
#pragma once

#include "model/base/file.h"

#include <cstdint>
#include <string>

namespace candela {

enum class LinksInRoot : std::uint8_t {
    Follow, ///< links are followed; absolute ones begin at the folder, too
    Refuse, ///< links are refused, also in the middle of the path
};

/// Opens a path, for fstat() and openat() only (O_PATH), so that no device is opened. Not open if there is no
/// such path; errno has the reason.
FileDescriptor openInRoot(int root, const std::string& path, LinksInRoot links);

/// The same, component by component, for systems that refuse openat2(2): systemd's RestrictSUIDSGID=, and
/// container engines older than the call.
FileDescriptor walkInRoot(int root, const std::string& path, LinksInRoot links);

} // namespace candela
