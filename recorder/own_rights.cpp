#include "recorder/own_rights.h"

#include <array>
#include <span>
#include <sys/capability.h>
#include <sys/prctl.h>

namespace candela {

namespace {

// libcap 2.66 of Debian 12 knows them all; CAP_SYS_ADMIN, which contains the first two, is never kept.
constexpr std::array runningRights{
    CAP_PERFMON,            // perf events, also of processors that come later
    CAP_SYS_PTRACE,         // /proc/PID/{maps,root,map_files} of others
    CAP_DAC_READ_SEARCH,    // files that only their owner may read
    CAP_CHECKPOINT_RESTORE, // /proc/PID/map_files, which alone leads to deleted files
};
constexpr std::array startingRights{
    CAP_PERFMON, CAP_SYS_PTRACE, CAP_DAC_READ_SEARCH, CAP_CHECKPOINT_RESTORE,
    CAP_BPF,    // to load programs and make their tables
    CAP_SYSLOG, // /proc/kallsyms with addresses
};
constexpr std::array indispensable{CAP_PERFMON, CAP_BPF};

/// Keeps those of the wanted capabilities that we have, and drops all others.
void keep(std::span<const cap_value_t> wanted) {
    cap_t have = ::cap_get_proc();
    cap_t next = ::cap_init();
    for (const auto capability : wanted) {
        cap_flag_value_t isPermitted = CAP_CLEAR;
        ::cap_get_flag(have, capability, CAP_PERMITTED, &isPermitted);
        if (isPermitted == CAP_CLEAR) continue;
        ::cap_set_flag(next, CAP_PERMITTED, 1, &capability, CAP_SET);
        ::cap_set_flag(next, CAP_EFFECTIVE, 1, &capability, CAP_SET);
    }
    ::cap_set_proc(next);
    ::cap_free(next);
    ::cap_free(have);
}

bool has(cap_value_t capability) {
    cap_t have = ::cap_get_proc();
    cap_flag_value_t isEffective = CAP_CLEAR;
    ::cap_get_flag(have, capability, CAP_EFFECTIVE, &isEffective);
    ::cap_free(have);
    return isEffective == CAP_SET;
}

} // namespace

Result<void> checkNeededRights() {
    for (const auto capability : indispensable) {
        if (!has(capability))
            return failure("recording needs privileges that this recorder does not have",
                           ErrorCode::NotPermitted,
                           "start it as root (sudo, pkexec), or install the service candela-recorder.socket");
    }
    return {};
}

void keepNeededRights() {
    // What a program that we might start could have; needs CAP_SETPCAP, so it comes first.
    for (unsigned long capability = 0; ::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability)
        ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    keep(startingRights);
}

void keepRunningRights() {
    keep(runningRights);
}

} // namespace candela
