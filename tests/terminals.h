/// Whether this machine gives programs terminals. A chroot with a separately mounted /dev does not.
#pragma once

#include "model/base/file.h"

#include <cstdlib>
#include <fcntl.h>

namespace candela {

/// The reason to skip a test of output to a terminal; empty if there is none.
inline const char* whyNoTerminal() {
    const FileDescriptor terminal(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
    const bool isThere = terminal.isOpen() && ::unlockpt(terminal.get()) == 0;
    const auto* name = isThere ? ::ptsname(terminal.get()) : nullptr;
    if (name && FileDescriptor(::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)).isOpen()) return "";
    return "there are no terminals here: mount /dev/pts";
}

} // namespace candela
