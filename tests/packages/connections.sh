# connections.sh: alice connects as often as she can.

echo "== many connections"
as alice 'python3 /trial/connections.py 400 20' | indented
check "400 connections do not switch the socket off" is "$(systemctl is-active candela-recorder.socket)" active
no_recorders
as alice 'python3 /trial/connections.py 16 90 >idle.txt' &
check "alice holds connections" wait_for '[ "$(systemctl list-units --no-legend "candela-recorder@*" | wc -l)" -ge 4 ]'
sleep 10
check "bob records beside 16 idle connections of alice" as bob 'candela record -d 3 -o beside.candela >beside.log 2>&1'
check "alice has no fifth recorder" fails as alice 'candela record -d 1 -o fifth.candela -- true 2>fifth.log'
indented </home/alice/fifth.log
wait_for '[ -s /home/alice/idle.txt ] && [ "$(wc -l </home/alice/idle.txt)" -eq 2 ]'
indented </home/alice/idle.txt
