#include "recorder/rights/capabilities.h"

#include <sys/prctl.h>

namespace candela {

bool hasCapability(cap_value_t capability) {
    cap_t have = ::cap_get_proc();
    cap_flag_value_t isEffective = CAP_CLEAR;
    ::cap_get_flag(have, capability, CAP_EFFECTIVE, &isEffective);
    ::cap_free(have);
    return isEffective == CAP_SET;
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
    return ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1; // the bounding set then adds none either
}

void keepCapabilities(std::span<const cap_value_t> wanted) {
    // The bounding set limits the programs that this process starts. It is changed first, because that needs
    // CAP_SETPCAP.
    for (unsigned long capability = 0; ::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability)
        ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); // a service's unit may have set ambient
                                                                // capabilities
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
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

void useAllPermittedCapabilities() {
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

WithoutCapabilities::WithoutCapabilities() {
    cap_t own = ::cap_get_proc();
    ::cap_clear_flag(own, CAP_EFFECTIVE);
    ::cap_set_proc(own);
    ::cap_free(own);
}

} // namespace candela
