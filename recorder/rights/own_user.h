/// The users that the recorder's processes become where root starts them.
#pragma once

#include "recorder/rights/protections.h"

#include <string>
#include <sys/types.h>

namespace candela {

struct SystemUser {
    std::string name;
    uid_t user = 0;
    gid_t group = 0;
};

/// Made by systemd-sysusers for the installed recorder.
inline constexpr const char* recorderUserName = "candela-recorder";

/// Who reads other people's files.
SystemUser unprivilegedUser();
/// The user that records: the one of that name, or "nobody" where it does not exist (a build tree), as in
/// systemd-coredump. Other programs of "nobody" may send signals then.
SystemUser recorderUser();

/// Becomes that user for good, without other groups, where this process is root; elsewhere it has a user
/// already. Keeps the capabilities that it has, all of them in effect.
MissingProtections becomeUser(const SystemUser& user);

} // namespace candela
