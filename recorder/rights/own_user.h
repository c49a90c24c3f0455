/// The users that the recorder's processes become if root starts them.
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

/// Created by systemd-sysusers for the installed recorder.
inline constexpr const char* recorderUserName = "candela-recorder";

/// The user of the processes that read other people's files.
SystemUser unprivilegedUser();
/// The user of the recorder: the one of that name or, if it does not exist (a build tree), "nobody", as in
/// systemd-coredump. Then other programs of "nobody" may send signals to the recorder.
SystemUser recorderUser();

/// If this process is root, changes to that user for good, without supplementary groups, and keeps its
/// capabilities, all of them effective. Else does nothing.
MissingProtections becomeUser(const SystemUser& user);

} // namespace candela
