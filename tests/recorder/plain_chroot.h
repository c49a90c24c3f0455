/// A root that is not a mount, as in a build's chroot: there are no user namespaces, and no mount can replace
/// the root.
#pragma once

#include "tests/recorder/own_mounts.h"

namespace candela {

/// The command that starts a program with a folder that is not a mount as its root. The folder has the whole
/// content of "/", in mounts that end with the program.
inline QStringList plainChroot(const QString& folder) {
    constexpr auto* script = R"(chmod 755 "$0" # others than root are to enter it
    for name in /*; do
        if [ -L "$name" ]; then cp -P "$name" "$0"
        elif [ -d "$name" ]; then mkdir "$0$name" && mount --rbind "$name" "$0$name"
        fi
    done
    exec chroot "$0" "$@")";
    return withOwnMounts(script) << folder;
}

} // namespace candela
