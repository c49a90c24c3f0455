# look_into.sh: tries, as the user who runs it, to read or control the recorder's processes; prints successful attempts,
# and the number of all attempts.
attempts=0
for pid in $(pgrep '^candela-'); do
    for attempt in "kill -0 $pid" "cat /proc/$pid/mem" "cat /proc/$pid/environ" "cat /proc/$pid/maps" "ls /proc/$pid/fd/" \
        "ls /proc/$pid/root/" "ls /proc/$pid/cwd/"; do
        attempts=$((attempts + 1))
        eval "$attempt" >/dev/null 2>&1 && echo "gained: $attempt"
    done
done
echo "$attempts attempts"
