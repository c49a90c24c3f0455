"""attempts.py: what alice, who may record her own processes, asks for beyond that; started by root, who sets traps."""
import collections
import glob
import os
import pwd
import signal
import socket
import struct
import time

from client import (BAD_REQUEST, NOT_PERMITTED, STOP, Client, check, ended, field, has_segments, request,
                      running, running_with_pid, failure_of, sending, start, varint, wait_for)

HOLD, HELD = "/run/trial/hold", "/run/trial/held"  # polkit waits while the first file exists (gate.sh)
WORK = "/trial/two_builds_base"


def settle():
    """A user has four recorders at most, those included that are about to end."""
    wait_for(lambda: not glob.glob("/sys/fs/cgroup/system.slice/system-candela*recorder.slice/candela-recorder@*"),
             "the end of earlier recorders")


def sent(*messages, enough=lambda stream: False):
    settle()
    client = Client("alice", sending(*messages))
    try:
        return client.read(enough)
    finally:
        client.close()


def refusals(own, others):
    recorder = int(os.popen("pgrep -o systemd-journal").read())
    for text, message, code in (
            ("the machine", start(), NOT_PERMITTED),
            ("the first process", start([1]), NOT_PERMITTED),
            ("a kernel thread", start([2]), NOT_PERMITTED),
            ("a daemon", start([recorder]), NOT_PERMITTED),
            ("bob's process", start([others]), NOT_PERMITTED),
            ("bob's beside her own", start([own, others]), NOT_PERMITTED),
            ("bob's thread by a large number", start([others + (1 << 32)]), NOT_PERMITTED),
            ("an unknown scope", start([own], scope=7), BAD_REQUEST),
            ("no process", start([]), BAD_REQUEST),
            ("process 0", start([0]), BAD_REQUEST),
            ("process -1", start([-1]), BAD_REQUEST),
            ("what older recorders took, bob's process in besides", request(2, field(1, varint(others))), BAD_REQUEST),
            ("garbage", struct.pack("<I", 40) + b"\xff" * 40, BAD_REQUEST),
            ("four gigabytes", struct.pack("<I", 0xffffffff), BAD_REQUEST)):
        recording = sent(message)
        check(f"alice asks for {text}: {failure_of(recording)}", recording.fatal() == code and not recording.pids)


def more_than_asked(own, others):
    """One connection asks for more than it was granted, before the grant and after it."""
    recording = sent(start([own], seconds=3), start(), start([others]), start([1]), start([own, others]))
    check(f"more requests than one: {failure_of(recording)}",
          recording.has_ended and recording.fatal() is None and len(recording.failures) >= 4 and
          recording.pids == {own})
    many = sent(start([own], seconds=3), *[start([others])] * 70)
    check(f"seventy requests at once: {failure_of(many)}", not many.pids - {own})


def while_polkit_thinks(target, change):
    """What a recording of the target holds if something changes between the question and the grant."""
    settle()
    with open(HOLD, "w"):
        pass
    client = Client("alice", sending(start([target], seconds=4)))
    try:
        wait_for(lambda: os.path.exists(HELD), "a question to polkit")
        change()
        os.unlink(HOLD)
        return client.read()
    finally:
        client.close()
        for name in (HOLD, HELD):
            if os.path.exists(name):
                os.unlink(name)


def traps():
    target = running("alice", "/bin/sleep", "600")

    def reuse():
        ended(target)
        running_with_pid(target, "bob", WORK, "600", "bobs_secret_argument")
    recording = while_polkit_thinks(target, reuse)
    check(f"her process ended, bob's has its pid: {len(recording.pids)} processes, {failure_of(recording)}",
          recording.has_ended and not sum(recording.ends.values(), collections.Counter()) and
          b"bobs_secret_argument" not in recording.text)
    ended(target)

    for text, name, command in (
            ("a program that is bob's by its set-user-ID bit", b"becomes_bob", ["/trial/becomes_bob", "600"]),
            ("a program that changes its user", b"two_builds_base", ["/trial/root_python", "-c", BECOME_BOB_AND_WORK])):
        flag = f"/run/trial/exec-{os.getpid()}-{time.monotonic_ns()}"
        target = running("alice", "/bin/sh", "-c", 'while [ ! -e "$0" ]; do sleep 0.1; done; exec "$@"', flag, *command)

        def change():
            with open(flag, "w"):
                pass
            bob = str(pwd.getpwnam("bob").pw_uid)
            wait_for(lambda: status_of(target, "Uid").split()[1] == bob, "another user")
        recording = while_polkit_thinks(target, change)
        counts = sum(recording.ends.values(), collections.Counter())
        check(f"her process executes {text}: {sum(counts.values())} samples, {failure_of(recording)}",
              recording.has_ended and not counts and name not in recording.text)
        os.killpg(target, signal.SIGKILL)
        os.waitpid(target, 0)


def status_of(pid, name):
    with open(f"/proc/{pid}/status") as file:
        return next(line.split(":")[1] for line in file if line.startswith(name + ":"))


BECOME_BOB_AND_WORK = (
    "import os, pwd; bob = pwd.getpwnam('bob'); os.setgroups([]); os.setresgid(*[bob.pw_gid] * 3); "
    f"os.setresuid(*[bob.pw_uid] * 3); os.execv('{WORK}', ['{WORK}', '600'])")


def clients_that_change(own):
    """The process that connected is not what it was when polkit is asked."""
    def becomes_bob(connection, orders):
        os.set_inheritable(connection.fileno(), True)
        os.execv("/trial/root_python", ["/trial/root_python", "-c", f"""
import os, pwd, signal, socket
bob = pwd.getpwnam("bob")
os.setgroups([]); os.setresgid(*[bob.pw_gid] * 3); os.setresuid(*[bob.pw_uid] * 3)
socket.socket(fileno={connection.fileno()}).sendall({start()!r})
signal.pause()"""])
    client = Client("alice", becomes_bob)
    recording = client.read()
    client.close()
    check(f"alice connects, becomes bob and asks for the machine: {failure_of(recording)}",
          recording.fatal() == NOT_PERMITTED and not recording.pids)

    def leaves(messages):
        """Its child keeps the connection and sends these on a signal."""
        def program(connection, orders):
            parent = os.getpid()
            if os.fork() == 0:
                wait_for(lambda: os.getppid() != parent, "the end of the process that connected")
                orders.recv(1)
                connection.sendall(messages)
                orders.recv(1)
            else:
                orders.recv(1)
            os._exit(0)
        return program

    def left(client):
        client.go()
        wait_for(lambda: os.waitpid(client.pid, os.WNOHANG)[0] == client.pid, "an end")
        return running_with_pid(client.pid, "bob", WORK, "600")

    settle()
    client = Client("alice", leaves(start()))
    bobs = left(client)
    client.go()
    recording = client.read()
    check(f"alice connects and ends, bob's process has the pid, her child asks for the machine: {failure_of(recording)}",
          recording.fatal() == NOT_PERMITTED and not recording.pids)
    ended(bobs)
    client.connection.close()
    client.ours.close()

    settle()
    client = Client("alice", leaves(start() + STOP))
    client.connection.sendall(start([own]))
    client.read(has_segments(2))
    bobs = left(client)
    client.go()
    recording = client.read()
    check(f"the same while her recording runs, she asks for the machine: {failure_of(recording)}",
          recording.has_ended and recording.pids == {own} and
          any(code == BAD_REQUEST for code, _, _ in recording.failures))
    ended(bobs)
    client.connection.close()
    client.ours.close()


def at_once(own, others):
    """Recordings of both at a time: neither gets the other's."""
    clients = [Client("alice", sending(start([own], seconds=4))) for _ in range(2)]
    clients += [Client("bob", sending(start(seconds=4)))]
    recordings = [client.read() for client in clients]
    for client in clients:
        client.close()
    check("three at a time: alice's two hold her process, bob's both",
          all(recording.has_ended and recording.pids == {own} for recording in recordings[:2]) and
          recordings[2].has_ended and {own, others} <= recordings[2].pids)
    check("bob's has nothing of what alice's process has in its environment",
          b"alices_secret_variable" not in recordings[2].text and b"two_builds_base" in recordings[2].text)


def main():
    os.environ["SECRET"] = "alices_secret_variable"
    own = running("alice", WORK, "900")
    del os.environ["SECRET"]
    others = running("bob", WORK, "900")
    for attempt in (lambda: refusals(own, others), lambda: more_than_asked(own, others), traps,
                    lambda: clients_that_change(own), lambda: at_once(own, others)):
        try:
            settle()
            attempt()
        except Exception as error:  # the next ones are still tried
            check(f"an attempt went wrong: {error!r}", False)
    ended(own)
    ended(others)


main()
