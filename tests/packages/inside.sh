#!/bin/bash
# inside.sh: the trial itself, in the emulated machine and as root.
cd /trial || exit 1
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
. /trial/functions.sh

echo "kernel $(uname -r), perf_event_paranoid $(cat /proc/sys/kernel/perf_event_paranoid), $(systemctl --version | head -n 1)"
useradd -m alice
useradd -m bob
# Only file modes protect the two users from each other.
chmod 0755 /home/alice /home/bob
mkdir -m 1777 /run/trial
cat >/etc/polkit-1/rules.d/50-trial.rules <<'RULES'
polkit.addRule(function(action, subject) {
    if (action.id == "org.candela.recorder.record-own" && subject.user == "alice") {
        polkit.spawn(["/bin/sh", "/trial/gate.sh"]);
        return polkit.Result.YES;
    }
    if (action.id == "org.candela.recorder.record-machine" && subject.user == "bob") return polkit.Result.YES;
});
RULES
cp /trial/two_builds_base /home/bob/mine
chown bob /home/bob/mine
chmod 0700 /home/bob/mine
old=$(ls /trial/candela*.deb | grep -v next)
new=$(ls /trial/candela*next*.deb)
# apt creates its caches in its first run.
install dbus
update-mime-database /usr/share/mime
mandb -q
files >/tmp/before

echo "== installation"
# shellcheck disable=SC2086
check "the packages are installed" install $old
for unit in candela-recorder.socket candela-sandbox.socket; do
    check "$unit listens" wait_for "systemctl is-active -q $unit"
done
check "the socket is enabled" is "$(systemctl is-enabled candela-recorder.socket)" enabled
IFS=: read -r name _ user group comment home shell < <(getent passwd candela-recorder)
check "the recorder has a user without a login: $name $user:$group ($comment), $home, $shell" \
    sh -c '[ "$1" -gt 0 ] && [ "$1" -lt 1000 ] && [ "$2" = /usr/sbin/nologin ] && getent shadow candela-recorder | grep -q "^[^:]*:!"' - "$user" "$shell"
for unit in candela-recorder@x.service candela-sandbox@x.service; do
    score=$(systemd-analyze --no-pager security $unit | sed -n 's/.*exposure level for [^:]*: \([0-9.]*\).*/\1/p')
    check "the exposure of $unit is $score" at_least 1.5 "$score"
done

for part in ${TRIAL_PARTS:-recordings refusals requests connections versions}; do
    . "/trial/$part.sh"
done
echo "end of the trial"
systemctl poweroff --force --force
