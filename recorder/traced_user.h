/// Whose processes a user may record without any further right: those that the user could stop and read with
/// a debugger (ptrace(2), "Ptrace access mode checking"). The kernel programs look at the same with each
/// sample (bpf/scope.bpf.h), since processes change their rights.
#pragma once

#include <cstdint>

namespace candela {

struct TracedUser {
    std::uint32_t user = 0;
    std::uint32_t group = 0;

    bool operator==(const TracedUser&) const = default;
};

/// False where there is no such process.
bool mayTrace(const TracedUser& user, std::int32_t pid);

} // namespace candela
