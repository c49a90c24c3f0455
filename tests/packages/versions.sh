# versions.sh: the upgrade to the next version, and the removal.

echo "== upgrade"
as bob 'candela record -d 45 -o upgrade.candela >upgrade.log 2>&1' &
recording=$!
wait_for 'pgrep -x candela-symbols >/dev/null'
# shellcheck disable=SC2086
check "the next version is installed" install $new
check "the recording goes on" sh -c 'pgrep -f "libexec/candela-recorder --service" >/dev/null'
wait $recording
status=$?
check "and ends well: $(last_line /home/bob/upgrade.log)" is $status 0
seconds=$(candela info /home/bob/upgrade.candela --format json 2>/dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin)["duration_ns"] / 1e9)')
check "it is whole: $seconds s" at_least "$seconds" 44
check "the new version records" as bob 'candela record -d 3 -o next.candela >next.log 2>&1'
check "the sockets listen" is "$(systemctl is-active candela-recorder.socket candela-sandbox.socket | sort -u)" active

echo "== journal"
journal_errors >/tmp/journal
check "no errors in the journal: $(wc -l </tmp/journal) lines" test ! -s /tmp/journal
indented </tmp/journal

echo "== removal"
as bob 'candela record -d 600 -o removed.candela >removed.log 2>&1' &
recording=$!
wait_for 'pgrep -x candela-symbols >/dev/null'
sleep 10
cp "$(command -v candela)" /tmp/candela
check "the packages are removed" remove remove candela candela-recorder
wait $recording
status=$?
echo "        the recording that ran ended with status $status: $(last_line /home/bob/removed.log 150)"
check "what was recorded is kept" quietly /tmp/candela info /home/bob/removed.candela
check "no process is left" is "$(candela_processes)" 0
check "no socket is left" test ! -e /run/candela/recorder.sock -a ! -e /run/candela/sandbox.sock
units=$(systemctl list-units --no-legend 'candela*' | paste -s -d ' ')
check "no unit is at work: $units" is "$units" ''
# The user stays, so that a package that is installed again has the same user. It owns no files that outlive
# the package.
check "a removal keeps the recorder's user" quietly getent passwd candela-recorder
check "the packages are purged" remove purge candela candela-recorder
check "which removes the user and its group" fails quietly getent passwd candela-recorder
check "the folder of the sockets is gone" test ! -e /run/candela
# Waits until links to it are reported as removed.
systemctl daemon-reload
units=$(systemctl list-units --all --no-legend 'candela*' | paste -s -d ' ')
check "no unit is left: $units" is "$units" ''
files >/tmp/after
check "the files, users and groups are those of before" diff /tmp/before /tmp/after
