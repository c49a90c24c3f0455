#include "recorder/rights/own_user.h"

#include "recorder/rights/capabilities.h"

#include <array>
#include <grp.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace candela {

namespace {

bool isRoot() {
    return ::getuid() == 0 || ::geteuid() == 0;
}

} // namespace

SystemUser unprivilegedUser() {
    constexpr unsigned overflowUser = 65534; // exists in every namespace
    return {"nobody", overflowUser, overflowUser};
}

SystemUser recorderUser() {
    std::array<char, 16384> memory{};
    passwd entry{};
    passwd* found = nullptr;
    const bool isKnown =
        ::getpwnam_r(recorderUserName, &entry, memory.data(), memory.size(), &found) == 0 && found;
    return isKnown && found->pw_uid != 0 ? SystemUser{recorderUserName, found->pw_uid, found->pw_gid}
                                         : unprivilegedUser();
}

MissingProtections becomeUser(const SystemUser& user) {
    MissingProtections missing;
    if (!isRoot()) return missing;
    ::prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0);
    // The calls fail only if a container forbids them; the capabilities are dropped in any case.
    if (::setgroups(0, nullptr) == 0 && ::setresgid(user.group, user.group, user.group) == 0)
        static_cast<void>(::setresuid(user.user, user.user, user.user) == 0);
    ::prctl(PR_SET_KEEPCAPS, 0, 0, 0, 0);
    useAllPermittedCapabilities();
    missing.addUnless(!isRoot(), Protection::OtherUser);
    return missing;
}

} // namespace candela
