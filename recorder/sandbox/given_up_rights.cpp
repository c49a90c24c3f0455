#include "recorder/sandbox/given_up_rights.h"

#include <csignal>
#include <grp.h>
#include <sys/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace candela {

namespace {

constexpr unsigned nobody = 65534;
constexpr rlim_t largestMemory = rlim_t{1} << 30;

bool limit(__rlimit_resource resource, rlim_t value) {
    const rlimit limits{value, value};
    return ::setrlimit(resource, &limits) == 0;
}

/// The change of user leaves capabilities permitted, but not in effect.
void useAllThatIsPermitted() {
    cap_t own = ::cap_get_proc();
    if (!own) return;
    for (cap_value_t capability = 0; capability <= CAP_LAST_CAP; ++capability) {
        cap_flag_value_t isPermitted = CAP_CLEAR;
        if (::cap_get_flag(own, capability, CAP_PERMITTED, &isPermitted) == 0 && isPermitted == CAP_SET)
            ::cap_set_flag(own, CAP_EFFECTIVE, 1, &capability, CAP_SET);
    }
    ::cap_set_proc(own);
    ::cap_free(own);
}

bool hasNoCapability() {
    cap_t own = ::cap_get_proc();
    cap_t none = ::cap_init();
    const bool isNone = own && none && ::cap_compare(own, none) == 0;
    ::cap_free(none);
    ::cap_free(own);
    if (!isNone) return false;
    for (unsigned long capability = 0; ::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability) {
        const bool isAmbient = ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_IS_SET, capability, 0, 0) == 1;
        if (isAmbient) return false;
    }
    return ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1; // then the bounding set can add none either
}

} // namespace

MissingProtections becomeNobody() {
    MissingProtections missing;
    if (::geteuid() != 0) return missing;
    ::prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0);
    // This fails only where a container forbids it; the capabilities go in any case.
    if (::setgroups(0, nullptr) == 0 && ::setresgid(nobody, nobody, nobody) == 0)
        static_cast<void>(::setresuid(nobody, nobody, nobody) == 0);
    ::prctl(PR_SET_KEEPCAPS, 0, 0, 0, 0);
    useAllThatIsPermitted();
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // the change of user cleared it
    missing.addUnless(::geteuid() != 0, Protection::OtherUser);
    return missing;
}

MissingProtections giveUpRights() {
    for (unsigned long capability = 0; ::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability)
        ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    if (cap_t none = ::cap_init()) {
        ::cap_set_proc(none);
        ::cap_free(none);
    }
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // the change of capabilities cleared it
    MissingProtections missing;
    missing.addUnless(hasNoCapability(), Protection::NoCapabilities);
    return missing;
}

MissingProtections limitResources() {
    bool isLimited = limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_NOFILE, 512) &&
                     limit(RLIMIT_NPROC, 0) && limit(RLIMIT_MSGQUEUE, 0) && limit(RLIMIT_MEMLOCK, 0);
    if constexpr (!isSanitized) isLimited = limit(RLIMIT_DATA, largestMemory) && isLimited;
    MissingProtections missing;
    missing.addUnless(isLimited, Protection::LimitedResources);
    return missing;
}

} // namespace candela
