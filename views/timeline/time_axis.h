/// The ticks of a time axis and their labels: "0.5 s", "1.0 s"; steps are 1, 2 or 5 times a power of ten.
#pragma once

#include "model/analysis/samples/filter.h"

#include <QString>

#include <vector>

namespace candela {

struct TimeTick {
    std::int64_t time = 0; ///< nanoseconds since the profile's start
    QString text;
};

/// At most `most` ticks within the range, equally spaced, with the same unit and number of decimals.
std::vector<TimeTick> timeTicks(TimeRange range, int most);

/// The time in the unit and with the decimals that suit a range of that length.
QString timeText(std::int64_t time, std::int64_t length);
/// The same in the unit of an axis of that length, which may be much longer.
QString timeText(std::int64_t time, std::int64_t length, std::int64_t axisLength);

} // namespace candela
