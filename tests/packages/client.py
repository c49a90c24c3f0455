"""A client of the recorder's socket that sends what no honest one does, as any user of the machine."""
import os
import pwd
import select
import signal
import socket
import struct
import time

import captures

SOCKET = "/run/candela/recorder.sock"
BAD_REQUEST, NOT_PERMITTED = 0, 1
LONGEST = 60  # seconds; maximum time to wait for anything


def varint(value):
    value &= (1 << 64) - 1
    data = b""
    while value > 127:
        data += bytes([value & 127 | 128])
        value >>= 7
    return data + bytes([value])


def field(number, value):
    if isinstance(value, bytes):
        return varint(number << 3 | 2) + varint(len(value)) + value
    return varint(number << 3) + varint(value)


def request(number, message):
    data = field(number, message)
    return struct.pack("<I", len(data)) + data


def start(pids=None, scope=None, seconds=0):
    """Without pids: of the machine."""
    scope = (0 if pids is None else 1) if scope is None else scope
    return request(1, field(1, scope) + field(2, b"".join(map(varint, pids or []))) + field(3, 199) + field(5, seconds))


STOP = request(3, b"")


def become(user):
    entry = pwd.getpwnam(user)
    os.initgroups(user, entry.pw_gid)
    os.setresgid(entry.pw_gid, entry.pw_gid, entry.pw_gid)
    os.setresuid(entry.pw_uid, entry.pw_uid, entry.pw_uid)
    os.chdir("/")


def running(user, *command):
    """A process of the user that runs a command; returns its pid."""
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            become(user)
            os.execv(command[0], command)
        finally:
            os._exit(127)
    return pid


def ended(pid):
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def wait_for(condition, what):
    until = time.monotonic() + LONGEST
    while not condition():
        if time.monotonic() > until:
            raise TimeoutError(what)
        time.sleep(0.05)


def running_with_pid(wanted, user, *command):
    """The same with a pid that was another process's; what else starts meanwhile may take it for a moment."""
    def attempt():
        with open("/proc/sys/kernel/ns_last_pid", "w") as last:
            last.write(str(wanted - 1))
        pid = running(user, *command)
        if pid != wanted:
            ended(pid)
        return pid == wanted
    wait_for(attempt, f"pid {wanted} again")
    return wanted


class Client:
    """A process of a user with a connection. `program` runs there with the socket, and reads `go` line by line."""

    def __init__(self, user, program):
        self.ours, theirs = socket.socketpair()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                self.ours.close()
                become(user)
                connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                connection.connect(SOCKET)
                # The answer is read here, whatever program the process runs by now.
                socket.send_fds(theirs, [b"connected"], [connection.fileno()])
                program(connection, theirs)
            finally:
                os._exit(0)
        theirs.close()
        _, descriptors, _, _ = socket.recv_fds(self.ours, 64, 1)
        self.connection = socket.socket(fileno=descriptors[0])
        self.stream = b""

    def go(self):
        self.ours.sendall(b"\n")

    def read(self, enough=lambda stream: False):
        """The stream until its end, or until there is enough of it."""
        until = time.monotonic() + LONGEST
        while not enough(self.stream) and time.monotonic() < until:
            if not select.select([self.connection], [], [], 1)[0]:
                continue
            try:
                data = self.connection.recv(1 << 20)
            except ConnectionError:
                data = b""
            if not data:
                break
            self.stream += data
        return captures.Recording(self.stream)

    def close(self):
        self.connection.close()
        self.ours.close()
        try:
            ended(self.pid)
        except (ProcessLookupError, ChildProcessError):
            pass


def sending(*messages):
    """A program that sends these, then stays until it is ended."""
    def program(connection, orders):
        connection.sendall(b"".join(messages))
        signal.pause()
    return program


def has_segments(count):
    return lambda stream: sum(1 for _ in captures.segments(stream)) >= count


def check(text, is_so):
    print(("ok      " if is_so else "FAILED  ") + text, flush=True)


def failure_of(recording):
    return "; ".join(message for _, _, message in recording.failures)[:110] or "nothing"
