#!/usr/bin/env bash
# trial.sh DEBS WORKLOADS WORK: boots a Debian 12 with systemd in an emulated machine and runs inside.sh there, which
# installs the packages in DEBS, uses and attacks them, upgrades and removes them. A machine of its own, because the
# recorder needs the first process namespace, and a second systemd on this one would disturb it. WORK has the Debian
# image, which is fetched once, and the machine's output. TRIAL_PARTS: runs only these parts, and those that they need
# (recordings refusals requests connections versions).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
debs=$1 workloads=$2 work=$3
mkdir -p "$work"

fail() {
    printf 'trial: %s\n' "$*" >&2
    exit 1
}
[ "$(id -u)" -eq 0 ] || fail "only root can put a Debian into a folder"

old=$(ls -t "$debs"/candela_*.deb | grep -v next | head -n 1)
new=$(ls -t "$debs"/candela_*next_*.deb | head -n 1)
[ "$old" ] && [ "$new" ] || fail "there are no two versions of the packages in $debs"

if [ ! -e "$work/base/ready" ]; then
    rm -rf "$work/base"
    # Only the sources of this machine's own packages, because other sources may not have Debian's.
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' 'Codename: bookworm' | awk 'NR == 1')
    debootstrap --variant=minbase --include=systemd,systemd-sysv,libpam-systemd,dbus,polkitd,pkexec,procps,python3,strace \
        bookworm "$work/base" "${mirror:-http://deb.debian.org/debian}" >"$work/debootstrap.log" ||
        fail "no Debian could be made: see $work/debootstrap.log"
    # Installs the kernel that boots it, the dependencies of the packages, so that the machine needs no
    # network, and programs that have caches of files in the packages.
    printf '#!/bin/sh\nexit 101\n' >"$work/base/usr/sbin/policy-rc.d"
    chmod +x "$work/base/usr/sbin/policy-rc.d"
    cp /etc/resolv.conf "$work/base/etc/resolv.conf"
    depends=$(for deb in "$old" "${old/candela_/candela-recorder_}"; do dpkg-deb -f "$deb" Depends; done |
        tr ',' '\n' | sed 's/[|(].*//; s/ //g' | sort -u)
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive chroot "$work/base" apt-get install -q -y --no-install-recommends \
        linux-image-cloud-amd64 initramfs-tools shared-mime-info desktop-file-utils gtk-update-icon-cache \
        hicolor-icon-theme man-db zstd $depends >"$work/packages.log" 2>&1 || fail "see $work/packages.log"
    rm "$work/base/usr/sbin/policy-rc.d"
    : >"$work/base/etc/fstab"
    touch "$work/base/ready"
fi

rm -rf "$work/root"
cp -a "$work/base" "$work/root"
mkdir -p "$work/root/trial"
cp "$debs"/candela*.deb "$workloads/two_builds_base" "$here"/*.sh "$here"/*.py "$work/root/trial/"
rm -f "$work"/root/trial/*dbgsym*
cat >"$work/root/etc/systemd/system/trial.service" <<UNIT
[Unit]
After=multi-user.target dbus.service
[Service]
Environment="TRIAL_PARTS=${TRIAL_PARTS:-}"
ExecStart=/bin/bash /trial/inside.sh
StandardOutput=file:/dev/ttyS1
StandardError=file:/dev/ttyS1
UNIT
mkdir -p "$work/root/etc/systemd/system/multi-user.target.wants"
ln -s ../trial.service "$work/root/etc/systemd/system/multi-user.target.wants/"
rm -f "$work/disk"
truncate -s 4G "$work/disk"
/sbin/mke2fs -q -t ext4 -d "$work/root" "$work/disk"

# One thread, because with a thread for each processor, both once hung for minutes in the same translated
# system call filter.
timeout "${TRIAL_SECONDS:-4800}" qemu-system-x86_64 -accel tcg,thread=single -cpu max -m 2048 -smp 2 -display none -no-reboot -nic none \
    -kernel "$(ls "$work"/root/boot/vmlinuz-*)" -initrd "$(ls "$work"/root/boot/initrd.img-*)" \
    -drive "file=$work/disk,if=virtio,format=raw" -append "root=/dev/vda rw console=ttyS0 panic=-1 net.ifnames=0" \
    -serial "file:$work/console.txt" -serial "file:$work/trial.txt" </dev/null ||
    fail "the machine did not end: see $work/trial.txt and $work/console.txt"
tr -d '\r' <"$work/trial.txt" >"$work/result.txt"
cat "$work/result.txt" >&2
grep -q '^end of the trial$' "$work/result.txt" || fail "it ended early"
! grep -q '^FAILED' "$work/result.txt" || fail "$(grep -c '^FAILED' "$work/result.txt") failures"
