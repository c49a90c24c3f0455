#include "recorder/rights/sandbox_filter.h"

#include "recorder/rights/system_call_rules.h"

#include <fcntl.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr std::array openFilesAndSockets{"read",  "readv",   "pread64", "preadv", "lseek", "close",
                                         "fstat", "recvmsg", "sendmsg", "poll",   "ppoll"};
/// Calls that end the process, in addition to deadlyCalls(): the recorder itself may make them.
constexpr std::array deadlyToSandbox{"clone",   "clone3", "pidfd_open", "socket",         "socketpair",
                                     "connect", "capset", "bpf",        "perf_event_open"};

} // namespace

MissingProtections filterSystemCalls() {
    MissingProtections missing;
    if constexpr (isSanitized) return missing;
    SystemCallRules rules(SystemCallRules::Otherwise::Unknown);
    rules.allow(callsOfEveryProcess());
    rules.allow(openFilesAndSockets);
    rules.kill(deadlyCalls());
    rules.kill(deadlyToSandbox);
    allowMemory(rules, SharedMemory::No);
    // C libraries use this to stat an open file.
    rules.allow("newfstatat", {whereMasked(3, AT_EMPTY_PATH, AT_EMPTY_PATH)});
    rules.allow("statx", {whereMasked(2, AT_EMPTY_PATH, AT_EMPTY_PATH)});
    // For messages of a process that ends, as by abort().
    rules.allow("write", {whereEqual(0, STDERR_FILENO)});
    rules.allow("writev", {whereEqual(0, STDERR_FILENO)});
    rules.allow("tgkill", {whereEqual(0, static_cast<scmp_datum_t>(::getpid()))});
    missing.addUnless(rules.load(), Protection::SystemCallFilter);
    return missing;
}

} // namespace candela
