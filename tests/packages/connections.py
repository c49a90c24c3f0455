"""connections.py NUMBER SECONDS: opens connections to the recorder's socket and holds those that stay open.
Prints how many were made, refused with a sentence, and still open at the end."""
import select
import socket
import sys
import time

number, seconds = int(sys.argv[1]), float(sys.argv[2])
made, began = [], time.monotonic()
for _ in range(number):
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(5)
    try:
        connection.connect("/run/candela/recorder.sock")
        made.append(connection)
    except OSError:
        pass
took = time.monotonic() - began
print(f"{len(made)} of {number} connections made in {took:.1f} s", flush=True)
refused, ended = 0, began + took + seconds
while made and time.monotonic() < ended:
    for connection in select.select(made, [], [], max(0, ended - time.monotonic()))[0]:
        try:
            data = connection.recv(65536)
        except OSError:
            data = b""
        if data:
            refused += 1
        else:
            made.remove(connection)
            connection.close()
print(f"{refused} refused with an answer, {len(made)} still open after {seconds:.0f} s")
