/// Mounts that exist for one program only.
#pragma once

#include <QStringList>

namespace candela {

/// The command that starts a shell script with its own mounts; the script's arguments follow. These mounts
/// must not be visible elsewhere, so they are private. In a chroot, the root is not a mount and unshare(1)
/// can't make it private, but mount(1) can: entering the mount namespace again leads to the root of all
/// mounts.
inline QStringList withOwnMounts(const QString& script) {
    return {"unshare",
            "--mount",
            "--propagation",
            "unchanged",
            "sh",
            "-c",
            "mount --namespace /proc/self/ns/mnt --make-rprivate / || exit 1\n" + script};
}

} // namespace candela
