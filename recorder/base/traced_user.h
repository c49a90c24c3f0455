/// Which processes a user may record without further rights: those that the user could stop and read with a
/// debugger (ptrace(2), "Ptrace access mode checking"). That includes rootless containers, whose user
/// namespace belongs to the user. The kernel programs check the same at each sample (bpf/scope.bpf.h),
/// because processes may change their rights.
#pragma once

#include <cstdint>

namespace candela {

struct TracedUser { // A user in the user namespace of the recorder.
    std::uint32_t user = 0;
    std::uint32_t group = 0;

    bool operator==(const TracedUser&) const = default;
};

/// Whether the user may trace a process; false if there is no such process.
bool mayTrace(const TracedUser& user, std::int32_t pid);

/// A user in another user namespace has no rights here: the same number is a different user.
bool isInOurUserNamespace(std::int32_t pid);

} // namespace candela
