/// The machine's processors: which are there, and how long they had nothing to do.
#pragma once

#include <cstdint>
#include <vector>

namespace candela {

/// More than any kernel we know is built for.
inline constexpr std::uint32_t maximumProcessors = 8192;

/// The processors that are online now; empty only where the system does not say.
std::vector<std::uint32_t> onlineProcessors();
/// Those that are built in, online or not; any of them may come online while we record.
std::vector<std::uint32_t> presentProcessors();
/// One more than the highest number that a processor of this machine can have.
std::uint32_t possibleProcessors();
/// Nanoseconds that each processor has been idle since the machine started, by its number (from /proc/stat:
/// idle and waiting for input or output).
std::vector<std::uint64_t> idleTimes();

} // namespace candela
