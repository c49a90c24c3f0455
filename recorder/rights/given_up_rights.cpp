#include "recorder/rights/given_up_rights.h"

#include "recorder/rights/capabilities.h"

#include <csignal>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr rlim_t maximumMemory = rlim_t{1} << 30;

bool limit(__rlimit_resource resource, rlim_t value) {
    const rlimit limits{value, value};
    return ::setrlimit(resource, &limits) == 0;
}

} // namespace

MissingProtections giveUpRights() {
    keepCapabilities({});
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // changing capabilities cleared it
    MissingProtections missing;
    missing.addUnless(hasNoCapability(), Protection::NoCapabilities);
    return missing;
}

MissingProtections limitResources() {
    bool isLimited = limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_NOFILE, 512) &&
                     limit(RLIMIT_NPROC, 0) && limit(RLIMIT_MSGQUEUE, 0) && limit(RLIMIT_MEMLOCK, 0);
    if constexpr (!isSanitized) isLimited = limit(RLIMIT_DATA, maximumMemory) && isLimited;
    MissingProtections missing;
    missing.addUnless(isLimited, Protection::LimitedResources);
    return missing;
}

MissingProtections limitOpener() {
    bool isLimited = limit(RLIMIT_CORE, 0) && limit(RLIMIT_NOFILE, 128) && limit(RLIMIT_NPROC, 0) &&
                     limit(RLIMIT_MSGQUEUE, 0);
    if constexpr (!isSanitized) isLimited = limit(RLIMIT_DATA, maximumMemory) && isLimited;
    MissingProtections missing;
    missing.addUnless(isLimited, Protection::LimitedResources);
    return missing;
}

} // namespace candela
