/// The machine's processors: which are there, and how long they ran nothing of ours.
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
/// What processors did not give to this machine's programs since it started: nanoseconds by processor number.
struct ProcessorTimes {
    std::vector<std::uint64_t> idle;   ///< nothing to do, or waiting for input or output
    std::vector<std::uint64_t> stolen; ///< of a virtual machine: the host ran something else
};
/// From /proc/stat, whose clock ticks ticksPerSecond() times a second.
ProcessorTimes processorTimes();

} // namespace candela
