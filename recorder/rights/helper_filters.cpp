#include "recorder/rights/helper_filters.h"

#include "recorder/rights/system_call_rules.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr std::array socketCalls{"recvmsg", "recvfrom", "sendmsg", "sendto", "poll", "ppoll", "close"};
constexpr std::array callsThatEndHelpers{"clone", "clone3", "socket", "connect", "capset", "bpf"};
constexpr std::array fileReadingCalls{
    "read",    "readv",  "pread64",   "lseek",      "fstat",    "newfstatat", "statx",        "stat",
    "lstat",   "access", "faccessat", "faccessat2", "readlink", "readlinkat", "getdents64",   "statfs",
    "fstatfs", "getuid", "geteuid",   "getgid",     "getegid",  "uname",      "clock_getres", "sysinfo"};
constexpr std::array renamingCalls{"linkat", "renameat", "renameat2", "unlinkat"};
constexpr std::array copyingCalls{"memfd_create", "sendfile", "ftruncate", "pidfd_open"};

/// The calls of the fork server in addition to those of its children. Calls in deadlyCalls() end the fork
/// server, even if they are in this list.
constexpr std::array forkServerCalls{"clone",
                                     "wait4",
                                     "waitid",
                                     "dup",
                                     "dup2",
                                     "dup3",
                                     "close_range",
                                     "prlimit64",
                                     "setrlimit",
                                     "getrlimit",
                                     "prctl",
                                     "seccomp",
                                     "pidfd_send_signal",
                                     "rseq",
                                     "set_robust_list",
                                     "set_tid_address",
                                     "getppid",
                                     "tgkill",
                                     "getpriority",
                                     "write",
                                     "writev"};

SystemCallRules rulesOfAll() {
    SystemCallRules rules(SystemCallRules::Otherwise::Unknown);
    rules.allow(callsOfEveryProcess());
    rules.allow(socketCalls);
    rules.kill(deadlyCalls());
    rules.kill(callsThatEndHelpers);
    allowDescriptorFlags(rules);
    allowMemory(rules, SharedMemory::No);
    return rules;
}

/// Does not allow openat2(), whose flags a filter can't see: path_in_root.h works without it.
void allowOpeningToRead(SystemCallRules& rules) {
    constexpr scmp_datum_t toWrite = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND;
    rules.allow("openat", {whereMasked(2, toWrite, O_RDONLY)});
    rules.allow("open", {whereMasked(1, toWrite, O_RDONLY)});
}

void allowFileRequests(SystemCallRules& rules) {
    rules.allow("ioctl", {whereEqualInt(1, static_cast<std::uint32_t>(FS_IOC_GETVERSION))});
}

MissingProtections loadUnlessSanitized(SystemCallRules& rules) {
    MissingProtections missing;
    if constexpr (!isSanitized) missing.addUnless(rules.load(), Protection::SystemCallFilter);
    return missing;
}

} // namespace

MissingProtections filterCallsOfEventOpener() {
    auto rules = rulesOfAll();
    constexpr auto everybody = static_cast<std::uint32_t>(-1);
    rules.allow("perf_event_open", {whereEqualInt(1, everybody)});
    return loadUnlessSanitized(rules);
}

MissingProtections filterCallsOfFileKeeper() {
    auto rules = rulesOfAll();
    rules.allow(fileReadingCalls);
    rules.allow(renamingCalls);
    rules.allow("openat2", {}); // Landlock limits it to one folder
    allowOpeningToRead(rules);
    return loadUnlessSanitized(rules);
}

MissingProtections filterCallsOfForkServer() {
    SystemCallRules rules(SystemCallRules::Otherwise::Unknown);
    rules.allow(callsOfEveryProcess());
    rules.allow(socketCalls);
    rules.allow(forkServerCalls);
    rules.allow(fileReadingCalls);
    rules.allow(copyingCalls);
    allowDescriptorFlags(rules);
    allowMemory(rules, SharedMemory::Yes);
    allowOpeningToRead(rules);
    allowFileRequests(rules);
    rules.kill(deadlyCalls());
    return loadUnlessSanitized(rules);
}

/// Does not allow write(), which could write to the memory of another process that the opener may open.
/// sendfile() can't write there.
MissingProtections filterCallsOfFileOpener() {
    auto rules = rulesOfAll();
    rules.allow(fileReadingCalls);
    rules.allow(copyingCalls);
    allowOpeningToRead(rules);
    allowFileRequests(rules);
    return loadUnlessSanitized(rules);
}

} // namespace candela
