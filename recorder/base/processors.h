/// The machine's processors: which exist, and how long each was idle or stolen by a hypervisor.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// More than any known kernel is built for.
inline constexpr std::uint32_t maximumProcessors = 8192;

/// The processors that are online now; empty only if the system does not list them.
std::vector<std::uint32_t> onlineProcessors();
/// The processors that are present, online or not; any of them may come online during a recording.
std::vector<std::uint32_t> presentProcessors();
/// One more than the highest number that a processor of this machine can have.
std::uint32_t possibleProcessors();
/// The processors' model as /proc/cpuinfo names that of the first one: "AMD EPYC 7763 64-Core Processor".
/// Empty if it has no "model name", as on arm64.
std::string processorModel();
/// The model in that text.
std::string_view readProcessorModel(std::string_view processors);
/// The time since boot that processors did not spend on this machine's programs: nanoseconds by processor
/// number.
struct ProcessorTimes {
    std::vector<std::uint64_t> idle;   ///< nothing to do, or waiting for input or output
    std::vector<std::uint64_t> stolen; ///< the host ran something else (virtual machines)
};
/// Reads /proc/stat, whose times are in ticks: ticksPerSecond() of them are a second.
ProcessorTimes processorTimes();

} // namespace candela
