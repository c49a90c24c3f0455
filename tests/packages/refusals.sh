# refusals.sh: attempts of alice and bob with the installed programs that exceed polkit's grants.

echo "== files of recordings"
for file in /home/bob/service.candela /home/alice/own.candela /root/direct.candela; do
    check "$file is for its user alone" is "$(stat -c %a $file)" 600
done
check "alice does not read bob's recording" fails as_quietly alice 'cat /home/bob/service.candela'
check "nor opens it" fails as_quietly alice 'candela info /home/bob/service.candela'
as alice 'cp own.candela kept.candela; echo notes >notes.txt'
as alice 'candela record -d 2 -o kept.candela >machine.log 2>&1'
check "alice may not record the machine" is $? 4
check "what she named keeps what it held" as_quietly alice 'cmp own.candela kept.candela'
as_quietly alice 'candela record -o notes.txt -- /bin/true'
check "what is no recording is not replaced" is "$(cat /home/alice/notes.txt)" notes

echo "== programs that alice may run and not trace"
install_as() { # install_as OWNER:GROUP MODE NAME
    cp /trial/two_builds_base "/trial/$3" && chown "$1" "/trial/$3" && chmod "$2" "/trial/$3"
}
install_as root:shadow 2755 has_group
install_as bob:bob 4755 becomes_bob
install_as root:root 0711 has_no_reader
install_as root:root 0755 has_capability
# cap_net_raw, permitted and effective, of version 2
python3 -c 'import os, struct
os.setxattr("/trial/has_capability", "security.capability", struct.pack("<5I", 0x02000001, 1 << 13, 0, 0, 0))'
for program in has_group becomes_bob has_no_reader has_capability; do
    as alice "candela record -o $program.candela -- /trial/$program 4 >$program.log 2>&1"
    status=$?
    self=$([ -e /home/alice/$program.candela ] && captures self /home/alice/$program.candela $program || echo 0)
    check "$program has no samples in her recording ($self; status $status: $(last_line /home/alice/$program.log 90))" is "$self" 0
    as alice "/trial/$program 60 >/dev/null" &
    wait_for "pgrep -x $program >/dev/null"
    check "nor is it recorded by its number" fails as_quietly alice "candela record -d 2 -o by_number.candela -p $(pgrep -x $program)"
    kill "$(pgrep -x $program)"
done

echo "== units and sockets"
for unit in candela-recorder.socket candela-sandbox.socket; do
    check "alice may not stop $unit" fails as_quietly alice "systemctl --no-ask-password stop $unit"
    check "it listens" is "$(systemctl is-active $unit)" active
done
check "alice may not start a recorder of her own" fails as_quietly alice 'systemctl --no-ask-password start candela-recorder@x.service'
for user in alice bob; do
    check "$user may not speak to the sandbox" fails as_quietly $user 'python3 -c "
import socket
socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET).connect(\"/run/candela/sandbox.sock\")"'
done

echo "== pkexec"
attempt() { # attempt USER VARIABLES ARGUMENTS...; sets status and message
    as "$1" "$2 timeout 60 pkexec --disable-internal-agent $3" >/tmp/attempt.log 2>&1
    status=$?
    message=$(tr -cd '[:print:]\n' </tmp/attempt.log | grep -a . | head -n 1 | cut -c 1-100)
}
recorder=/usr/libexec/candela-recorder
attempt bob "" "$recorder -o /root/precious -a -d 1"
check "bob's grant writes no file as root (status $status: $message)" test ! -e /root/precious
attempt bob "" "$recorder --stdio -o /root/precious"
check "nor beside --stdio (status $status: $message)" test ! -e /root/precious -a $status -ne 0
attempt bob "LD_PRELOAD=/home/bob/none.so LD_DEBUG=all LD_DEBUG_OUTPUT=/root/precious" "$recorder --stdio"
check "the loader's variables do nothing (status $status)" sh -c '! ls /root/precious* 2>/dev/null'
for arguments in --symbol-fork-server --service --version "--stdio --stdio" "-- --stdio" "--stdio=/root/precious" ""; do
    attempt bob "" "$recorder $arguments"
    check "bob may not start it with \"$arguments\" (status $status: $message)" at_least $status 1
done
attempt bob "" "--user alice $recorder --stdio"
check "bob's grant is none to be alice (status $status: $message)" at_least $status 1
for program in /bin/true /bin/sh "env $recorder --stdio" "/home/bob/candela-recorder --stdio"; do
    as bob "cp $recorder candela-recorder" 2>/dev/null
    attempt bob "" "$program"
    check "bob may not start $program (status $status)" at_least $status 126
done
attempt alice "" "$recorder --stdio"
check "alice may not start it (status $status: $message)" at_least $status 126
as bob 'printf "#!/bin/sh\nid >/root/precious\nid >/home/bob/ran_as\n" >fake; chmod +x fake'
as_quietly bob 'CANDELA_RECORDER=/home/bob/fake timeout 60 candela record -d 1 -o fake.candela'
check "a recorder that bob names runs as bob: $(cat /home/bob/ran_as 2>/dev/null | cut -c 1-20)" \
    sh -c '! [ -e /root/precious ] && ! grep -q uid=0 /home/bob/ran_as 2>/dev/null'

echo "== terminals"
# The name of alice's program is printed on bob's terminal and in the journal.
hostile=/home/alice/$(printf 'evil\033]0;owned\007\033[31m\302\2331m\342\200\256name')
cp /trial/two_builds_base "$hostile" && chmod 755 "$hostile"
runuser -u alice -- "$hostile" 60 >/dev/null &
as bob 'candela record -d 5 -o hostile.candela >hostile.log 2>&1'
as bob 'for by in function module process executable thread; do candela report hostile.candela --by $by --limit 0; done; candela info hostile.candela' >/tmp/shown 2>&1
check "bob's recording has it" sh -c "grep -aq evil /tmp/shown"
for text in /tmp/shown /home/bob/hostile.log; do
    check "$text has no control characters and no direction marks" fails env LC_ALL=C grep -aqP '[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]' $text
done
tty=/dev/ttyS0
check "bob's recording does not go to root's terminal" fails as_quietly bob "candela record -d 1 -o $tty"
