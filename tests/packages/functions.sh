# functions.sh: functions that the parts of the trial share. Each check is a line "ok …" or "FAILED …".

check() { # check TEXT COMMAND...
    local text=$1
    shift
    if "$@"; then echo "ok      $text"; else echo "FAILED  $text"; fi
}
fails() { ! "$@"; }
is() { [ "$1" = "$2" ]; }
at_least() { awk -v have="$1" -v want="$2" 'BEGIN { exit !(have != "" && want != "" && have + 0 >= want + 0) }'; }
quietly() { "$@" >/dev/null 2>&1; }
as() { # as USER COMMAND
    runuser -u "$1" -- sh -c "cd; $2" </dev/null
}
as_quietly() { as "$@" >/dev/null 2>&1; }
captures() { python3 /trial/captures.py "$@"; }
indented() { sed 's/^/        /'; }
last_line() { tail -n 1 "$1" | tr '\r' '\n' | tail -n 1 | cut -c "1-${2:-120}"; }

files() { # every file with its owner and mode, and the users
    find / -xdev \( -path /proc -o -path /sys -o -path /run -o -path /dev -o -path /tmp -o -path /var/tmp \
        -o -path /var/log -o -path /var/cache/apt -o -path /var/cache/ldconfig -o -path /var/lib/systemd -o -path /var/lib/private \
        -o -path /var/cache/private -o -path /home -o -path /root -o -path /trial \) -prune -o -printf '%p %y %m %u:%g\n' | sort
    cat /etc/passwd /etc/group /etc/shadow /etc/gshadow
}
install() { apt-get install -q -y --no-install-recommends "$@" >>/tmp/apt.log 2>&1 || { tail -n 20 /tmp/apt.log; return 1; }; }
remove() { # remove remove|purge PACKAGE...
    apt-get -q -y "$@" >>/tmp/apt.log 2>&1
}
candela_processes() { pgrep -c -f 'libexec/candela-recorder' || true; }
no_recorders() { wait_for '[ "$(candela_processes)" -eq 0 ]'; }
wait_for() { # wait_for COMMAND: waits until it succeeds, two minutes at most
    local i
    for ((i = 0; i < 240; i++)); do
        eval "$1" && return
        sleep 0.5
    done
    return 1
}
# Errors of systemd and the recorder, and system calls for which a filter killed a process.
journal_errors() {
    journalctl --no-pager -q -o short-monotonic -p err -u 'candela-*' 2>/dev/null
    journalctl --no-pager -q -o short-monotonic -t candela-recorder -p warning
    journalctl --no-pager -q -o short-monotonic -k -g 'type=1326|candela.*(segfault|general protection)' 2>/dev/null
}
