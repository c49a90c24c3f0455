# recordings.sh: bob records the machine, alice her own processes, root without the service.

echo "== recordings"
as bob './mine 600 >/dev/null' &
as alice '/trial/two_builds_base 600 >/dev/null' &
# Long enough for the checks during the recording, on a slow machine.
as bob 'candela record -d 90 -o service.candela >service.log 2>&1' &
recording=$!
# The file has its name once it has content: by then the recorder has given up the rights that it needed to start.
check "the recording has begun" wait_for '[ -s /home/bob/service.candela ]'
python3 /trial/rights.py
systemctl show --property=MemoryCurrent,TasksCurrent 'candela-recorder@*.service' | paste -s -d ' ' | indented
# The user who records can't control the recorder's processes.
for user in alice bob nobody; do
    result=$(runuser -u $user -- sh /trial/look_into.sh | paste -s -d ' ')
    check "$user may not look into the recorder's processes, nor end them: $result" \
        sh -c '! echo "$1" | grep -q gained && [ "${1%% *}" -ge 28 ]' - "$result"
done
wait $recording
status=$?
check "bob records the machine" is $status 0
CANDELA_RECORDER=/usr/libexec/candela-recorder candela record -d 25 -o /root/direct.candela >/root/direct.log 2>&1
check "root records it without the service" is $? 0
for file in /home/bob/service.candela /root/direct.candela; do
    echo "        $file: $(captures share $file) % whole; by second: $(captures seconds $file)"
    candela info $file 2>/dev/null | sed -n "/^user stacks/,/^names/p" | head -n 12 | indented
done
candela info /home/bob/service.candela 2>/dev/null | grep -E '^(recorder|lost|warning|values)' | indented
# Running programs are read when a recording begins. That takes two seconds here, but is fast on a machine that is not
# emulated. After that, as many stacks are complete as on any machine.
for file in /home/bob/service.candela /root/direct.candela; do
    later=$(captures later $file 5)
    check "whole stacks in $file from second 5 on: $later %" at_least "$later" 99
done
grep -a "does not answer" /home/bob/service.log /root/direct.log | indented
named=$(captures named /home/bob/service.candela mine)
check "named: $named % of a program that only bob may read" at_least "$named" 90
named=$(captures named /root/direct.candela mine)
check "named: $named % of it by root" at_least "$named" 90
check "the kernel's functions have names" sh -c 'candela report /home/bob/service.candela --by function --limit 0 --format csv 2>/dev/null | grep -q "kernel.kallsyms"'
as alice 'candela record -o own.candela -- /trial/two_builds_base 10 >own.log 2>&1'
check "alice records her own" is $? 0
named=$(captures named /home/alice/own.candela two_builds_base)
check "with names: $named %" at_least "$named" 90
captures text /home/alice/own.candela >/tmp/own.text
check "nothing of bob is in it" fails grep -aq -e /home/bob -e 'mine' /tmp/own.text
