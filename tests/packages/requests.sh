# requests.sh: requests of clients of the socket that are not Candela.

echo "== requests"
cp /trial/two_builds_base /trial/becomes_bob && chown bob /trial/becomes_bob && chmod 4755 /trial/becomes_bob
cp /usr/bin/python3 /trial/root_python && chmod 4755 /trial/root_python
python3 /trial/attempts.py
no_recorders
