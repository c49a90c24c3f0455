#!/usr/bin/env bash
# other_kernel.sh oldest|newest BIN WORK: records a program under another kernel in an emulated machine, checks the
# output of `candela info` and `candela report`, and records with each probe. The oldest supported kernel is Debian
# 12's, the newest that of its backports. BIN has the built programs; WORK has the kernel, which is fetched once, and
# the machine's output.
set -euo pipefail
which=$1 bin=$2 work=$3
mkdir -p "$work"
cd "$work"

fail() {
    printf 'other_kernel: %s\n' "$*" >&2
    exit 1
}

fetch_oldest() {
    local package
    package=$(apt-cache depends linux-image-amd64 | awk '/Depends: linux-image-6\.1/ { print $2; exit }')
    [ "$package" ] || fail "this Debian has no kernel 6.1"
    apt-get -q download "$package" >&2
}

# This machine's package sources may not include backports.
fetch_newest() {
    local mirror=http://deb.debian.org/debian package file
    /usr/lib/apt/apt-helper download-file "$mirror/dists/bookworm-backports/main/binary-amd64/Packages.xz" packages.xz >&2
    xz -dc packages.xz >packages
    package=$(awk '/^Package: / { name = $2 } /^Depends: / && name == "linux-image-amd64" { print $2; exit }' packages)
    file=$(awk -v wanted="$package" '/^Package: / { name = $2 } /^Filename: / && name == wanted { print $2; exit }' packages)
    [ "$file" ] || fail "the backports have no kernel"
    /usr/lib/apt/apt-helper download-file "$mirror/$file" kernel.deb >&2
}

kernel=$(ls boot/vmlinuz-* 2>/dev/null | head -n 1 || true)
if [ -z "$kernel" ]; then
    "fetch_$which"
    dpkg-deb --fsys-tarfile ./*.deb | tar -xf - ./boot
    kernel=$(ls boot/vmlinuz-* | head -n 1)
fi

# A separate root with the programs, their libraries and a shell.
rm -rf root
mkdir -p root/bin root/run
cp "$(command -v busybox)" root/bin/busybox
for name in sh mount mkdir cp cat base64 poweroff switch_root uname; do
    ln -s busybox "root/bin/$name"
done
for program in "$bin/candela-recorder" "$bin/workloads/two_builds_base"; do
    cp "$program" root/bin/
    # The recorder loads libcapstone itself.
    { ldd "$program" && ldconfig -p | grep 'libcapstone[.]so[.][0-9]'; } | grep -o '/[^ ]*' | while read -r library; do
        mkdir -p "root$(dirname "$library")"
        cp -Lu "$library" "root$library"
    done
done
probes=$("$bin/candela" list probes | awk 'NR > 1 { print $1 }')
[ "$probes" ] || fail "the recorder announces no probes"
probes="$probes offcpu:wakers=1" # so that the kernel also verifies the program of this option
printf '%s\n' $probes >root/probes
cat >root/init <<'INIT'
#!/bin/sh
# The recorder's children leave their root, which is impossible for the first root of the machine.
mount -t tmpfs none /run
for name in /*; do
    case $name in /run | /proc | /sys | /dev | /init) ;; *) cp -a "$name" /run/ ;; esac
done
mkdir -p /run/proc /run/sys /run/dev /run/tmp
exec switch_root /run /second_init
INIT
cat >root/second_init <<'INIT'
#!/bin/sh
mount -t proc none /proc
mount -t sysfs none /sys
mount -t devtmpfs none /dev
mount -t tmpfs none /tmp
two_builds_base 25 >/dev/null &
candela-recorder -o /tmp/recording -d 20 -F 49
echo "kernel $(uname -r)"
while read -r probe; do
    candela-recorder -o "/tmp/$probe" -d 2 --probe "$probe"
    echo "probe $probe ends with $?"
done </probes
echo recording-begins
base64 /tmp/recording
echo recording-ends
poweroff -f
INIT
chmod +x root/init root/second_init
(cd root && find . | cpio -o -H newc 2>/dev/null | gzip -1 >../root.gz)

timeout 300 qemu-system-x86_64 -m 2048 -smp 2 -nographic -no-reboot -kernel "$kernel" -initrd root.gz \
    -append "console=ttyS0 quiet panic=-1" </dev/null >console.txt 2>&1 || fail "the machine did not end: see $work/console.txt"
tr -d '\r' <console.txt | sed -n '/^recording-begins$/,/^recording-ends$/p' | grep -v '^recording-' |
    base64 -d >recording.candela || true
[ -s recording.candela ] || fail "nothing was recorded: see $work/console.txt"

"$bin/candela" info recording.candela >info.txt 2>&1 || fail "$(cat info.txt)"
"$bin/candela" report recording.candela --process two_builds --limit 0 >report.txt 2>&1 || fail "$(cat report.txt)"
tr -d '\r' <console.txt | grep -a -o 'kernel [0-9].*' | head -n 1 >&2
grep -E '^(values|user stacks)' info.txt >&2
for function in read_rows transform_rows write_rows handle_batch main; do
    grep -qw "$function" report.txt || fail "the recording has no $function: see $work/report.txt"
done
for probe in $probes; do
    grep -a -qx "probe $probe ends with 0" <(tr -d '\r' <console.txt) ||
        fail "the probe $probe does not record: see $work/console.txt"
done
# The emulated machine is slow: unwind tables are ready only after the first seconds.
share=$("$bin/candela" report recording.candela --process two_builds --limit 0 --format csv |
    awk -F, '{ sum += $5 } $1 == "main" { main = $6 } END { print int(100 * main / sum) }')
[ "${share:-0}" -ge 50 ] || fail "only ${share:-0} % of the samples reach main: see $work/report.txt"
printf '%s %% of the samples reach main\n' "$share" >&2
