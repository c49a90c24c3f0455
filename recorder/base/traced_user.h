/// Whose processes a user may record without any further right: those that the user could stop and read with
/// a debugger (ptrace(2), "Ptrace access mode checking"), also in containers without root's help, whose user
/// namespace is the user's. The kernel programs look at the same with each sample (bpf/scope.bpf.h), since
/// processes change their rights.
#pragma once

#include <cstdint>

namespace candela {

struct TracedUser { // in our own user namespace
    std::uint32_t user = 0;
    std::uint32_t group = 0;

    bool operator==(const TracedUser&) const = default;
};

/// False where there is no such process.
bool mayTrace(const TracedUser& user, std::int32_t pid);

/// A user who is in another one has no rights here by the user's number alone.
bool isInOurUserNamespace(std::int32_t pid);

} // namespace candela
