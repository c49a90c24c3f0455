/// The rights that recording needs: the user's own, or an endpoint that has them; and which parts of the
/// sandbox are available. Findings are separate from their texts.
#pragma once

#include "app/commands/doctor/doctor_checks.h"
#include "app/recording/recorder_endpoint.h"

#include <cstdint>
#include <string>

namespace candela {

/// How a process of this user can create namespaces.
enum class NamespaceRights {
    OwnUser,  ///< without further rights, in a user namespace
    SysAdmin, ///< only with CAP_SYS_ADMIN, which the user has
    None,
};
/// Tries to create namespaces in a child process, which exits at once.
NamespaceRights namespaceRights();

/// The effective capabilities, bits as in /proc/self/status, as far as they count for recording. The kernel
/// asks for capabilities in the initial user namespace, so there are none in any other (a rootless
/// container).
std::uint64_t machineCapabilities();

/// The parts of the sandbox that this machine provides for the process that reads untrusted files.
struct SandboxGround {
    std::string lacksInKernel; ///< "net namespaces, system call filters"; empty: none is missing
    NamespaceRights namespaces = NamespaceRights::OwnUser;
    bool hasSysAdmin = false;
    bool areUserNamespacesOff = false; ///< user.max_user_namespaces is 0
};
SandboxGround sandboxGround();

Check sandboxCheck(const SandboxGround& ground);
/// `capabilities` are bits as returned by machineCapabilities().
Check rightsCheck(std::uint64_t capabilities, const RecorderEnvironment& here);
Check recorderCheck(const RecorderEnvironment& here);

} // namespace candela
