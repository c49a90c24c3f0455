"""rights.py: who each process of the recorder is and what it may do, while it records through the socket."""
import glob
import pwd

PERFMON, SYS_ADMIN = 1 << 38, 1 << 21
OPENERS = 1 << 40 | 1 << 19 | 1 << 2  # CHECKPOINT_RESTORE, SYS_PTRACE, DAC_READ_SEARCH
# Whether a process's user is the recorder's, else the dynamic user of the sandbox's unit; and its
# capabilities.
EXPECTED = {
    "candela-recorde": (True, PERFMON),
    "candela-openers": (True, OPENERS),
    "candela-opener": (True, OPENERS),
    "candela-events": (True, SYS_ADMIN),
    "candela-sandbox": (False, 0),
    "candela-forker": (False, 0),
    "candela-symbols": (False, 0),
}
DYNAMIC_USERS = range(61184, 65520)


def check(text, is_so):
    print(("ok      " if is_so else "FAILED  ") + text)


recorder = pwd.getpwnam("candela-recorder").pw_uid
found = set()
for path in glob.glob("/proc/[0-9]*/status"):
    try:
        with open(path) as file:
            status = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    except (FileNotFoundError, ProcessLookupError):
        continue
    name = status["Name"]
    if not name.startswith("candela-"):
        continue
    users, groups = set(status["Uid"].split()), set(status["Gid"].split())
    user = int(min(users))
    line = (f"{name}: user {user}, capabilities {status['CapEff']}, seccomp {status['Seccomp']} with "
            f"{status.get('Seccomp_filters', '?')} filters, no new privileges {status['NoNewPrivs']}")
    if name not in EXPECTED:
        check(f"{line}: not known", False)
        continue
    is_recorders, capabilities = EXPECTED[name]
    problems = [f"{field} {status[field]}" for field, wanted in (
        ("CapPrm", capabilities), ("CapEff", capabilities), ("CapInh", 0), ("CapAmb", 0)) if int(status[field], 16) != wanted]
    problems += [f"{field} {status[field]}" for field, wanted in (("Seccomp", "2"), ("NoNewPrivs", "1"))
                 if status[field] != wanted]
    problems += ["groups " + status["Groups"]] if set(status["Groups"].split()) - groups else []  # systemd
                                                                                                  # also lists
                                                                                                  # the user's
                                                                                                  # own group
    problems += ["several users or groups"] if len(users) > 1 or len(groups) > 1 else []
    problems += ["the wrong user"] if not (user == recorder if is_recorders else user in DYNAMIC_USERS) else []
    check(", but ".join([line] + problems), not problems)
    found.add(name)
check(f"each kind of process was seen ({', '.join(sorted(set(EXPECTED) - found)) or 'none missing'})",
      found >= set(EXPECTED) - {"candela-opener", "candela-sandbox", "candela-forker"})
