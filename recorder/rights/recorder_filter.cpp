#include "recorder/rights/recorder_filter.h"

#include "recorder/rights/forbidden_calls.h"
#include "recorder/rights/system_call_rules.h"

#include <asm/ioctls.h>
#include <asm/termbits.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/fs.h>
#include <linux/nsfs.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr std::array filesAndSockets{
    "read",         "readv",      "pread64",        "preadv",          "lseek",
    "close",        "write",      "writev",         "fstat",           "newfstatat",
    "statx",        "stat",       "lstat",          "access",          "faccessat",
    "faccessat2",   "readlink",   "readlinkat",     "getdents64",      "statfs",
    "fstatfs",      "dup",        "recvmsg",        "recvfrom",        "sendmsg",
    "sendto",       "getsockopt", "setsockopt",     "getsockname",     "getpeername",
    "shutdown",     "poll",       "ppoll",          "epoll_wait",      "epoll_pwait",
    "epoll_pwait2", "epoll_ctl",  "timerfd_create", "timerfd_settime", "timerfd_gettime"};

/// Calls that concern the recorder itself, its threads and its children.
constexpr std::array itself{
    "getppid",     "getuid",     "geteuid",      "getgid",          "getegid",         "getresuid",
    "getresgid",   "getgroups",  "uname",        "sysinfo",         "getrusage",       "times",
    "time",        "getcpu",     "clock_getres", "clock_nanosleep", "nanosleep",       "sched_getaffinity",
    "sigaltstack", "membarrier", "rseq",         "set_robust_list", "get_robust_list", "wait4",
    "waitid",      "capget",     "pidfd_open",   "getrlimit",       "mincore"};

/// Calls that only the start needs.
constexpr std::array startOnly{"bpf",
                               "memfd_create",
                               "perf_event_open",
                               "capset",
                               "prctl",
                               "seccomp",
                               "landlock_create_ruleset",
                               "landlock_add_rule",
                               "landlock_restrict_self",
                               "setrlimit",
                               "prlimit64",
                               "epoll_create1",
                               "signalfd4",
                               "eventfd2",
                               "dup3"};

/// The commands of bpf(2) for values and parts of tables, costs of programs, iterators over tasks, events of
/// processors that come online, and the program that names the kernel's code. The kernel runs no other
/// program of the recorder on request, since the others are for perf events, tracepoints with types, and
/// iterators.
constexpr std::array<std::uint32_t, 13> bpfCommands{BPF_MAP_LOOKUP_ELEM,
                                                    BPF_MAP_UPDATE_ELEM,
                                                    BPF_MAP_DELETE_ELEM,
                                                    BPF_MAP_GET_NEXT_KEY,
                                                    BPF_MAP_LOOKUP_BATCH,
                                                    BPF_MAP_UPDATE_BATCH,
                                                    BPF_MAP_DELETE_BATCH,
                                                    BPF_OBJ_GET_INFO_BY_FD,
                                                    BPF_MAP_LOOKUP_AND_DELETE_ELEM,
                                                    BPF_MAP_LOOKUP_AND_DELETE_BATCH,
                                                    BPF_LINK_CREATE,
                                                    BPF_ITER_CREATE,
                                                    BPF_PROG_RUN};

constexpr std::array<std::uint32_t, 6> ioctlRequests{PERF_EVENT_IOC_ENABLE,
                                                     PERF_EVENT_IOC_DISABLE,
                                                     PERF_EVENT_IOC_PERIOD,
                                                     FIONREAD,
                                                     TCGETS,
                                                     static_cast<std::uint32_t>(FS_IOC_GETVERSION)};

/// Requests to find the user namespace of a process before it is recorded for a user.
constexpr std::array<std::uint32_t, 2> startOnlyRequests{NS_GET_OWNER_UID, NS_GET_PARENT};

constexpr std::uint32_t nameMemory = 0x53564d41; // PR_SET_VMA, with which newer C libraries name mappings

void addOfBoth(SystemCallRules& rules) {
    rules.allow(callsOfEveryProcess());
    rules.allow(filesAndSockets);
    rules.allow(itself);
    rules.kill(deadlyCalls());
    allowDescriptorFlags(rules);
    allowMemory(rules, SharedMemory::Yes);
    // For loading the libraries of the name service, which finds the names of users.
    rules.allow("mmap",
                {whereMasked(2, PROT_EXEC | PROT_WRITE, PROT_EXEC), whereMasked(3, MAP_ANONYMOUS, 0)});
    rules.allow("socket", {whereEqualInt(0, AF_UNIX)});
    rules.allow("connect", {});
    rules.allow("socketpair", {whereEqualInt(0, AF_UNIX)});
    constexpr scmp_datum_t toWrite = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND;
    rules.allow("openat", {whereMasked(2, toWrite, O_RDONLY)});
    rules.allow("open", {whereMasked(1, toWrite, O_RDONLY)});
    for (const auto request : ioctlRequests)
        rules.allow("ioctl", {whereEqualInt(1, request)});
    // clone() may only start threads. A filter can't see what clone3() would do, and every C library works
    // without it.
    rules.allow("clone", {whereMasked(0, CLONE_THREAD, CLONE_THREAD)});
    rules.refuse("clone3");
    rules.refuse("openat2");                                                           // the same
    rules.allow("tgkill", {whereEqualInt(0, static_cast<std::uint32_t>(::getpid()))}); // abort()
}

MissingProtections load(SystemCallRules& rules) {
    MissingProtections missing;
    missing.addUnless(rules.load(), Protection::SystemCallFilter);
    return missing;
}

SystemCallRules emptyRules() {
    return SystemCallRules(ForbiddenCalls::watch() ? SystemCallRules::Otherwise::Reported
                                                   : SystemCallRules::Otherwise::Unknown);
}

} // namespace

MissingProtections filterCallsOfStart() {
    if constexpr (isSanitized) return {};
    auto rules = emptyRules();
    addOfBoth(rules);
    rules.allow(startOnly);
    for (const auto request : startOnlyRequests)
        rules.allow("ioctl", {whereEqualInt(1, request)});
    return load(rules);
}

MissingProtections filterCallsOfRecording() {
    if constexpr (isSanitized) return {};
    auto rules = emptyRules();
    addOfBoth(rules);
    for (const auto command : bpfCommands)
        rules.allow("bpf", {whereEqualInt(0, command)});
    constexpr auto everybody = static_cast<std::uint32_t>(-1);
    rules.allow("perf_event_open", {whereEqualInt(1, everybody)}); // events of whole processors only, never
                                                                   // of one process
    rules.allow("prlimit64", {whereEqual(2, 0)});                  // only asks
    for (const std::uint32_t option : {std::uint32_t{PR_SET_NAME}, std::uint32_t{PR_GET_NAME}, nameMemory})
        rules.allow("prctl", {whereEqualInt(0, option)});
    return load(rules);
}

} // namespace candela
