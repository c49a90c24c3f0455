/// How much memory this process may still allocate: the lowest of what is free on the machine, in the
/// process's control groups, and below its resource limits (ulimit). Memory that was allocated but not
/// touched yet counts as taken; the page cache does not, since it can be read again.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace candela {

/// The lowest of the limits.
struct MemoryBound {
    static constexpr std::uint64_t noLimit = std::numeric_limits<std::uint64_t>::max();

    /// What sets the limit.
    enum class Owner { Machine, ControlGroup, AddressSpaceLimit, DataLimit, Budget };

    std::uint64_t free = noLimit;     ///< bytes that may still be taken
    std::uint64_t capacity = noLimit; ///< bytes in total
    Owner owner = Owner::Machine;
};

MemoryBound memoryBound();

/// Bytes that may still be taken.
inline std::uint64_t freeMemory() {
    return memoryBound().free;
}

/// Bytes that this process has allocated, even if it has not touched them yet; the page cache does not count.
std::uint64_t takenMemory();

/// The free memory in the control groups of `ownGroups`, the text of /proc/self/cgroup, and in those that
/// contain them; `root` is where they are mounted. Supports both versions of control groups.
MemoryBound controlGroupBound(const std::string& ownGroups, const std::string& root);

} // namespace candela
