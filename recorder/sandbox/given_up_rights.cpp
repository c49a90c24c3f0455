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

void limit(__rlimit_resource resource, rlim_t value) {
    const rlimit limits{value, value};
    ::setrlimit(resource, &limits);
}

} // namespace

void giveUpRights() {
    for (unsigned long capability = 0; ::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability)
        ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    // As root this fails only where a container forbids it; the capabilities go in any case.
    if (::geteuid() == 0 && ::setgroups(0, nullptr) == 0 && ::setresgid(nobody, nobody, nobody) == 0)
        static_cast<void>(::setresuid(nobody, nobody, nobody) == 0);
    if (cap_t none = ::cap_init()) {
        ::cap_set_proc(none);
        ::cap_free(none);
    }
    ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // the change of user cleared it
}

void limitResources() {
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NOFILE, 512);
    limit(RLIMIT_NPROC, 0);
    limit(RLIMIT_DATA, rlim_t{1} << 30);
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

} // namespace candela
