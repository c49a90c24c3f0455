/// How much memory this process may still take: what the machine has, what the control groups that it is in
/// leave, and what its own limits (ulimit) allow. Memory that was promised and not touched yet counts as
/// taken; pages of files do not, since they can be read again.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace candela {

/// The tightest of the bounds.
struct MemoryBound {
    static constexpr std::uint64_t noLimit = std::numeric_limits<std::uint64_t>::max();

    /// Who sets it.
    enum class Owner { Machine, ControlGroup, AddressSpaceLimit, DataLimit, Budget };

    std::uint64_t free = noLimit;     ///< bytes that may still be taken
    std::uint64_t capacity = noLimit; ///< bytes that there are in all
    Owner owner = Owner::Machine;
};

MemoryBound memoryBound();

/// Bytes that may still be taken.
inline std::uint64_t freeMemory() {
    return memoryBound().free;
}

/// Bytes that this process has taken, also where it has not touched them yet; pages of files do not count.
std::uint64_t takenMemory();

/// What the control groups leave that `ownGroups` names, the text of /proc/self/cgroup, and the groups around
/// them; `root` is where they are mounted. Both versions of control groups are known.
MemoryBound controlGroupBound(const std::string& ownGroups, const std::string& root);

} // namespace candela
