# connections.sh: alice connects and records as often as she can.

echo "== many connections"
as alice 'python3 /trial/connections.py 400 20' | indented
check "400 connections do not switch the socket off" is "$(systemctl is-active candela-recorder.socket)" active
no_recorders
recorders() { systemctl list-units --no-legend 'candela-recorder@*' | wc -l; }
as alice 'python3 /trial/connections.py 16 30 >idle.txt' &
check "alice holds connections" wait_for '[ "$(recorders)" -ge 4 ]'
check "bob records beside 16 idle connections of alice" as bob 'candela record -d 3 -o beside.candela >beside.log 2>&1'
wait_for '[ -s /home/alice/idle.txt ] && [ "$(wc -l </home/alice/idle.txt)" -eq 2 ]'
indented </home/alice/idle.txt
no_recorders

# Silent connections are closed after ten seconds; recordings are not.
as alice 'for name in 1 2 3 4; do candela record -o held$name.candela -- sleep 60 >held$name.log 2>&1 & done; wait' &
holding=$!
check "alice records four times at once" wait_for '[ "$(ls /home/alice/held?.candela 2>/dev/null | wc -l)" -eq 4 ]'
check "alice has no fifth recorder" fails as alice 'candela record -d 1 -o fifth.candela -- true >fifth.log 2>&1'
check "and gets the reason" grep -q 'runs 4 recorders' /home/alice/fifth.log
indented </home/alice/fifth.log
check "bob records beside these" as bob 'candela record -d 3 -o fourth.candela >fourth.log 2>&1'
wait $holding
check "hers end well" is "$(grep -l 'none lost' /home/alice/held?.log | wc -l)" 4
