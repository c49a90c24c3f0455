/// Mounts that are there for one program and end with it.
#pragma once

#include <QStringList>

namespace candela {

/// What starts a shell's script with mounts of its own; the script's arguments come behind it. Mounts made
/// there must not show elsewhere, so they are made private; where the root is none of them, in a chroot,
/// unshare(1) can't do that. mount(1) can: entering their namespace again leads to the root of all of them.
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
