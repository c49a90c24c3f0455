"""captures.py share|later|seconds|named|self|text FILE [ARGUMENT]: what the trial asks of a recording.

Reads segments by itself (model/recording/recording.proto), so that what is looked for in a recording's bytes does not
depend on what Candela shows of them. zstd unpacks."""
import collections
import csv
import io
import itertools
import json
import struct
import subprocess
import sys

MAGIC = b"\x8fCDL\r\n\x1a\n"
STACK_ENDS = ("unknown", "complete", "none", "too deep", "unreadable", "no unwind data", "no mapping", "failed",
              "table missing")


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def varints(data):
    at, values = 0, []
    while at < len(data):
        value, at = varint(data, at)
        values.append(value)
    return values


def fields(data):
    """Each field of a protobuf message: its number and its value, bytes or a number."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 1:
            value, at = data[at:at + 8], at + 8
        elif kind == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        else:
            raise ValueError(f"field of kind {kind}")
        yield key >> 3, value


def segments(stream):
    """The unpacked segments of a recording's bytes, as far as they are whole."""
    at = len(MAGIC)
    while len(stream) >= at + 4:
        size, = struct.unpack_from("<I", stream, at)
        frame = stream[at + 4:at + 4 + size]
        if len(frame) < size:
            return
        yield subprocess.run(["zstd", "-dcq"], input=frame, stdout=subprocess.PIPE, check=True).stdout
        at += 4 + size


class Recording:
    """What recordings hold as far as the trial cares."""

    def __init__(self, stream):
        self.text, self.failures, self.pids, self.has_ended = b"", [], set(), False
        self.ends = collections.defaultdict(collections.Counter)  # ends of stacks, by second of the recording
        for segment in segments(stream):
            self.text += segment
            self.take(list(fields(segment)))

    def take(self, found):
        times = {number: value for number, value in found if number in (3, 5)}
        begin = times.get(3, 0) - times.get(5, 0)
        for number, value in found:
            if number == 11:
                self.pids |= {value for number, value in fields(value) if number == 1}
            elif number == 18:
                columns = dict(fields(value))
                if columns.get(1) == b"cpu":
                    passed = itertools.accumulate((value >> 1) ^ -(value & 1) for value in varints(columns.get(4, b"")))
                    for time, end in zip(passed, varints(columns.get(10, b""))):
                        self.ends[(begin + time) // 10**9][STACK_ENDS[end]] += 1
            elif number == 21:
                failure = dict(fields(value))
                self.failures.append((failure.get(1, 0), bool(failure.get(4)), failure.get(2, b"").decode()))
            elif number == 25:
                self.has_ended = True

    def fatal(self):
        return next((code for code, is_fatal, _ in self.failures if is_fatal), None)


def read(path):
    with open(path, "rb") as file:
        return Recording(file.read())


def candela(*arguments):
    return subprocess.run(["candela", *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()


def whole(ends):
    count = sum(ends.values()) - ends["none"]
    return round(100 * ends["complete"] / max(1, count), 1)


def main(what, path, *arguments):
    if what == "share":  # percent of user stacks that are complete, as info prints it
        stacks = json.loads(candela("info", path, "--format", "json"))["user_stacks"]
        print(round(100 * stacks["complete"] / max(1, stacks["samples"]), 1))
    elif what == "later":  # the same from a given second on
        ends = sum((ends for second, ends in read(path).ends.items() if second >= int(arguments[0])),
                   collections.Counter())
        print(whole(ends))
    elif what == "seconds":  # by second
        print(" ".join(f"{second}:{whole(ends):.0f}%" + "".join(
            f",{count} {end}" for end, count in ends.items() if end not in ("complete", "none"))
            for second, ends in sorted(read(path).ends.items())))
    elif what == "named":  # percent of a program's own code that has the names of functions; "none": none has
                           # one
        rows = [row for row in csv.DictReader(io.StringIO(candela("report", path, "--limit", "0", "--format", "csv")))
                if row["module"].endswith(arguments[0])]
        named = sum(int(row["self"]) for row in rows
                    if not row["function"].startswith("[") and "+0x" not in row["function"])
        print(round(100 * named / max(1, sum(int(row["self"]) for row in rows)), 1))
    elif what == "self":  # cost in a program's code
        rows = csv.DictReader(io.StringIO(candela("report", path, "--limit", "0", "--format", "csv")))
        print(sum(int(row["self"]) for row in rows if row["module"].endswith(arguments[0])))
    elif what == "text":  # the unpacked bytes
        sys.stdout.buffer.write(read(path).text)


if __name__ == "__main__":
    main(*sys.argv[1:])
