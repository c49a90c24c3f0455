#include "recorder/rights/own_rights.h"

#include "model/base/text/model_text.h"
#include "recorder/rights/capabilities.h"
#include "recorder/rights/file_rules.h"
#include "recorder/rights/own_user.h"
#include "recorder/rights/recorder_filter.h"

#include <array>
#include <sys/prctl.h>

namespace candela {

namespace {

// libcap 2.66 of Debian 12 knows all of these. CAP_SYS_ADMIN, which contains the first two, is never kept.
constexpr std::array runningRights{
    CAP_PERFMON, // perf events of processors that come online
};
constexpr std::array startingRights{
    CAP_PERFMON,
    CAP_BPF,        // to load programs and make their tables
    CAP_SYSLOG,     // /proc/kallsyms with addresses
    CAP_SYS_PTRACE, // to check whose processes a client may trace
};
/// The rights of openers: to open files that other processes map and hold, files that only their owner may
/// read, and deleted files.
constexpr std::array openingRights{CAP_SYS_PTRACE, CAP_DAC_READ_SEARCH, CAP_CHECKPOINT_RESTORE};
constexpr std::array indispensable{CAP_PERFMON, CAP_BPF};

/// Folders that are read during a recording: kernel interfaces, and files that the name service needs for
/// user names. Openers read everything else.
constexpr std::array readFolders{
    "/proc", "/sys", "/etc", "/usr", "/lib", "/lib64", "/run/systemd", "/var/lib/sss", "/var/lib/extrausers"};

MissingProtections limitFiles() {
    FileRules rules;
    for (const auto* folder : readFolders)
        rules.allowReading(folder);
    MissingProtections missing;
    missing.addUnless(rules.enforce(), Protection::FileRules);
    return missing;
}

} // namespace

Result<void> checkNeededRights() {
    for (const auto capability : indispensable) {
        if (!hasCapability(capability))
            return failure(
                ModelText::tr("recording needs privileges that this recorder does not have"),
                ErrorCode::NotPermitted,
                ModelText::tr(
                    "start it as root (sudo, pkexec), or install the service candela-recorder.socket"));
    }
    return {};
}

MissingProtections keepStartingRights() {
    auto missing = becomeUser(recorderUser());
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); // hides it from other processes of this user, which can't read or
                                          // trace it
    keepCapabilities(startingRights);
    missing.add(filterCallsOfStart());
    return missing;
}

MissingProtections keepOpeningRights() {
    const auto missing = becomeUser(recorderUser());
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    keepCapabilities(openingRights);
    return missing;
}

MissingProtections keepRunningRights() {
    keepCapabilities(runningRights);
    auto missing = limitFiles();
    missing.add(filterCallsOfRecording());
    return missing;
}

} // namespace candela
