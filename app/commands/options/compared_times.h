/// The options --base-time and --new-time: which part of each side's time is compared.
#pragma once

#include "app/commands/arguments/arguments.h"
#include "model/comparison/time_part.h"

#include <string>

namespace candela {

/// The time of each side; empty: the whole.
struct SideTimes {
    TimeRanges base, newSide;

    bool isGiven() const { return !base.empty() || !newSide.empty(); }
};

struct ComparedTimes {
    std::string base, newSide;

    void addTo(Arguments& arguments);
    /// Fails with ErrorCode::Usage on an invalid text, and on ranges that overlap if both sides have a file
    /// in common; `baseFiles` and `newFiles` are as for runFiles().
    Result<SideTimes> parse(const std::string& baseFiles, const std::string& newFiles) const;
};

/// "A..B", or several with commas between; see timeRangeFromText().
Result<TimeRanges> timeRangesFromText(const std::string& text);

} // namespace candela
