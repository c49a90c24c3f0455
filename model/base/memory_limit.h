/// How much memory is left for this process, and a limit for the time in which something of unknown size is
/// read: running out is then std::bad_alloc here, not the end of some other program.
#pragma once

#include <cstdint>

namespace candela {

/// Bytes that this process may still take: what the machine has, the control groups that it is in leave, and
/// its own limits (ulimit) allow, whichever is least.
std::uint64_t freeMemory();

/// While one lives, the process may take nearly all of what was free, and no more. Several share the limit
/// of the first. Children that are started meanwhile inherit it.
class MemoryLimit {
public:
    MemoryLimit();
    ~MemoryLimit();
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;
};

} // namespace candela
