#!/bin/bash
# inside.sh: the trial itself, in the emulated machine and as root. Each check is a line "ok …" or "FAILED …".
cd /trial || exit 1
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive

check() { # check TEXT COMMAND...
    local text=$1
    shift
    if "$@"; then echo "ok      $text"; else echo "FAILED  $text"; fi
}
is() { [ "$1" = "$2" ]; }
at_least() { awk -v have="$1" -v want="$2" 'BEGIN { exit !(have >= want) }'; }
as() { # as USER COMMAND
    runuser -u "$1" -- sh -c "cd; $2" </dev/null
}
files() { # every file with its owner and mode, and the users
    find / -xdev \( -path /proc -o -path /sys -o -path /run -o -path /dev -o -path /tmp -o -path /var/tmp \
        -o -path /var/log -o -path /var/cache/apt -o -path /var/cache/ldconfig -o -path /var/lib/systemd -o -path /var/lib/private \
        -o -path /var/cache/private -o -path /home -o -path /root -o -path /trial \) -prune -o -printf '%p %y %m %u:%g\n' | sort
    cat /etc/passwd /etc/group
}
install() { apt-get install -q -y --no-install-recommends "$@" >>/tmp/apt.log 2>&1 || { tail -n 20 /tmp/apt.log; return 1; }; }
purge() { apt-get purge -q -y "$@" >>/tmp/apt.log 2>&1; }
candela_processes() { pgrep -c -f 'libexec/candela-recorder' || true; }
# share FILE: percent of user stacks that are whole
share() {
    candela info "$1" --format json 2>/dev/null | python3 -c '
import json, sys
stacks = json.load(sys.stdin)["user_stacks"]
print(round(100 * stacks["complete"] / max(1, stacks["samples"]), 1))'
}
# named FILE PROGRAM: percent of the program's own code that has the names of functions
named() {
    candela report "$1" --limit 0 --format csv 2>/dev/null | python3 -c '
import csv, sys
rows = [row for row in csv.DictReader(sys.stdin) if row["module"].endswith(sys.argv[1])]
named = sum(int(row["self"]) for row in rows if not row["function"].startswith("[") and "+0x" not in row["function"])
print(round(100 * named / max(1, sum(int(row["self"]) for row in rows)), 1))' "$2"
}
wait_for() { # wait_for COMMAND: until it succeeds, two minutes at most
    local i
    for ((i = 0; i < 240; i++)); do
        eval "$1" && return
        sleep 0.5
    done
    return 1
}

echo "kernel $(uname -r), perf_event_paranoid $(cat /proc/sys/kernel/perf_event_paranoid), $(systemctl --version | head -n 1)"
useradd -m alice
useradd -m bob
cat >/etc/polkit-1/rules.d/50-trial.rules <<'RULES'
polkit.addRule(function(action, subject) {
    if (action.id == "org.candela.recorder.record-own" && subject.user == "alice") return polkit.Result.YES;
    if (action.id == "org.candela.recorder.record-machine" && subject.user == "bob") return polkit.Result.YES;
});
RULES
old=$(ls /trial/candela*.deb | grep -v next)
new=$(ls /trial/candela*next*.deb)
# apt's own caches are made by its first run.
install dbus
update-mime-database /usr/share/mime
mandb -q
files >/tmp/before

echo "== installation"
# shellcheck disable=SC2086
check "the packages are installed" install $old
check "the socket listens" is "$(systemctl is-active candela-recorder.socket)" active
check "the socket is enabled" is "$(systemctl is-enabled candela-recorder.socket)" enabled
for unit in candela-recorder@x.service candela-sandbox@x.service; do
    score=$(systemd-analyze --no-pager security $unit | sed -n 's/.*exposure level for [^:]*: \([0-9.]*\).*/\1/p')
    check "the exposure of $unit is $score" at_least 1.5 "$score"
done

echo "== recordings"
cp /trial/two_builds_base /home/bob/mine
chown bob /home/bob/mine
chmod 0700 /home/bob /home/bob/mine
as bob './mine 600 >/dev/null' &
as alice '/trial/two_builds_base 600 >/dev/null' &
as bob 'candela record -d 25 -o service.candela >service.log 2>&1' &
recording=$!
check "the recorder reads programs" wait_for 'pgrep -x candela-symbols >/dev/null'
sleep 8
for pid in $(pgrep -f 'libexec/candela-recorder'); do
    awk -v name="$(cat /proc/$pid/comm)" '/^Uid:/ { user = $2 } /^CapEff:/ { rights = $2 } /^Seccomp:/ { filter = $2 }
        /^NoNewPrivs:/ { fixed = $2 } END { print "        " name ": user " user ", capabilities " rights ", filter " filter ", no new privileges " fixed }' /proc/$pid/status
    check "$(cat /proc/$pid/comm) is not root" at_least "$(awk '/^Uid:/ { print ($2 && $3 && $4) ? 1 : 0 }' /proc/$pid/status)" 1
done
systemctl show --property=MemoryCurrent,TasksCurrent 'candela-recorder@*.service' | paste -s -d ' ' | sed 's/^/        /'
wait $recording
status=$?
check "bob records the machine" is $status 0
CANDELA_RECORDER=/usr/libexec/candela-recorder candela record -d 25 -o /root/direct.candela >/root/direct.log 2>&1
check "root records it without the service" is $? 0
service=$(share /home/bob/service.candela) direct=$(share /root/direct.candela)
check "whole stacks: $service % by the service, $direct % by root" at_least "$service" "$(awk "BEGIN { print $direct - 5 }")"
check "named: $(named /home/bob/service.candela mine) % of a program that only bob may read" at_least "$(named /home/bob/service.candela mine)" 90
check "named: $(named /root/direct.candela mine) % of it by root" at_least "$(named /root/direct.candela mine)" 90
check "the kernel's functions have names" sh -c 'candela report /home/bob/service.candela --by function --limit 0 --format csv 2>/dev/null | grep -q "kernel.kallsyms"'
candela info /home/bob/service.candela 2>/dev/null | grep -E '^(recorder|lost|user stacks|values)' | sed 's/^/        /'
as alice 'candela record -d 2 -o machine.candela >machine.log 2>&1'
check "alice may not record the machine" is $? 4
as alice 'candela record -o own.candela -- /trial/two_builds_base 10 >own.log 2>&1'
check "alice records her own" is $? 0
check "with names: $(named /home/alice/own.candela two_builds_base) %" at_least "$(named /home/alice/own.candela two_builds_base)" 90
check "nothing of bob is in it" sh -c '! candela report /home/alice/own.candela --by process --limit 0 --format csv 2>/dev/null | grep -q mine'

echo "== many connections"
as alice 'python3 /trial/connections.py 400 20' | sed 's/^/        /'
check "400 connections do not switch the socket off" is "$(systemctl is-active candela-recorder.socket)" active
wait_for '[ "$(candela_processes)" -eq 0 ]'
as alice 'python3 /trial/connections.py 16 90 >idle.txt' &
check "alice holds connections" wait_for '[ "$(systemctl list-units --no-legend "candela-recorder@*" | wc -l)" -ge 4 ]'
sleep 10
check "bob records beside 16 idle connections of alice" as bob 'candela record -d 3 -o beside.candela >beside.log 2>&1'
check "alice has no fifth recorder" sh -c "! runuser -u alice -- candela record -d 1 -o /home/alice/fifth.candela -- true 2>/tmp/fifth.log"
sed 's/^/        /' /tmp/fifth.log
wait_for '[ -s /home/alice/idle.txt ] && [ "$(wc -l </home/alice/idle.txt)" -eq 2 ]'
sed 's/^/        /' /home/alice/idle.txt

echo "== pkexec"
attempt() { # attempt USER VARIABLES ARGUMENTS; sets status and said
    as "$1" "$2 pkexec --disable-internal-agent /usr/libexec/candela-recorder $3" >/tmp/attempt.log 2>&1
    status=$?
    said=$(grep -a . /tmp/attempt.log | head -n 1 | cut -c 1-100)
}
attempt bob "" "-o /root/precious -a -d 1"
check "bob's grant writes no file as root (status $status: $said)" test ! -e /root/precious
attempt bob "" "--stdio -o /root/precious"
check "nor beside --stdio (status $status: $said)" test ! -e /root/precious
attempt bob "LD_PRELOAD=/home/bob/none.so LD_DEBUG=all LD_DEBUG_OUTPUT=/root/precious" "--stdio"
check "the loader's variables do nothing (status $status)" sh -c '! ls /root/precious* 2>/dev/null'
attempt bob "" "--symbol-nursery"
check "bob may start no other part (status $status: $said)" at_least $status 1
attempt alice "" "--stdio"
check "alice may not start it (status $status: $said)" at_least $status 126
as bob 'pkexec --disable-internal-agent /bin/true' >/dev/null 2>&1
status=$?
check "bob may start nothing else (status $status)" at_least $status 126

echo "== upgrade"
as bob 'candela record -d 45 -o upgrade.candela >upgrade.log 2>&1' &
recording=$!
wait_for 'pgrep -x candela-symbols >/dev/null'
# shellcheck disable=SC2086
check "the next version is installed" install $new
check "the recording goes on" sh -c 'pgrep -f "libexec/candela-recorder --service" >/dev/null'
wait $recording
status=$?
check "and ends well: $(tail -n 1 /home/bob/upgrade.log | tr '\r' '\n' | tail -n 1 | cut -c 1-120)" is $status 0
check "it is whole: $(candela info /home/bob/upgrade.candela 2>/dev/null | awk '/^duration/ { print $2 }') s" \
    at_least "$(candela info /home/bob/upgrade.candela --format json 2>/dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin)["duration_ns"] / 1e9)')" 44
check "the new version records" as bob 'candela record -d 3 -o next.candela >next.log 2>&1'

echo "== removal"
as bob 'candela record -d 600 -o removed.candela >removed.log 2>&1' &
recording=$!
wait_for 'pgrep -x candela-symbols >/dev/null'
sleep 10
cp "$(command -v candela)" /tmp/candela
check "the packages are removed" purge candela candela-recorder
wait $recording
status=$?
echo "        the recording that ran ended with status $status: $(tr '\r' '\n' </home/bob/removed.log | tail -n 1 | cut -c 1-150)"
check "what was recorded is kept" sh -c '/tmp/candela info /home/bob/removed.candela >/dev/null 2>&1'
check "no process is left" is "$(candela_processes)" 0
check "no socket is left" test ! -e /run/candela/recorder.sock
check "no unit is left" is "$(systemctl list-units --all --no-legend 'candela*' | wc -l)" 0
files >/tmp/after
check "the files are those of before" diff /tmp/before /tmp/after
journalctl --no-pager -q -p warning -t candela-recorder | tail -n 20 | sed 's/^/        /'
echo "end of the trial"
systemctl poweroff --force --force
