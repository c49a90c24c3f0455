/// Runs a program to its end and measures it with all its descendants.
#pragma once

#include "model/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace candela {

struct MeasuredRun {
    double cpuSeconds = 0; ///< user and system time; the last 20 ms of a descendant may be missing
    std::string messages;  ///< standard error
};

/// Fails if the program can't be started, ends with another status than 0, or exceeds the maximum time.
Result<MeasuredRun> runMeasured(const std::vector<std::string>& command, int maximumSeconds);

struct TimedRun {
    double wallSeconds = 0;
    double peakMemory = 0; ///< bytes, resident, up to 5 ms before its end
};

/// Measures the program alone, without its descendants. Fails as runMeasured() does.
Result<TimedRun> runTimed(const std::vector<std::string>& command);

} // namespace candela
