/// The rights that recording needs: the user's own or an endpoint that has them, and what the sandbox is made
/// of. Findings are separate from their texts.
#pragma once

#include "app/commands/doctor/doctor_checks.h"
#include "app/recording/recorder_endpoint.h"

#include <cstdint>
#include <string>

namespace candela {

/// How a process of this user gets namespaces of its own.
enum class NamespaceWay {
    OwnUser,  ///< in a user namespace
    SysAdmin, ///< only with CAP_SYS_ADMIN, which it has
    None,
};
/// Tries it in a child, which ends at once.
NamespaceWay triedNamespaces();

/// The effective set, bits as in /proc/self/status, as far as it counts for recording: the kernel asks for
/// capabilities of the machine itself, so there are none in a user namespace (a container without root).
std::uint64_t machineCapabilities();

/// What the sandbox of the process that reads untrusted files is made of.
struct SandboxGround {
    std::string lacksInKernel; ///< "net namespaces, system call filters"; empty: it has all
    NamespaceWay namespaces = NamespaceWay::OwnUser;
    bool hasSysAdmin = false;
    bool areUserNamespacesOff = false; ///< user.max_user_namespaces is 0
};
SandboxGround sandboxGround();

Check sandboxCheck(const SandboxGround& ground);
/// `capabilities` are bits as machineCapabilities() gives them.
Check rightsCheck(std::uint64_t capabilities, const RecorderEnvironment& here);
Check recorderCheck(const RecorderEnvironment& here);

} // namespace candela
