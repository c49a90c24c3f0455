/// A part of a profile by time as a profile of its own, so that ranges of one capture are compared as two
/// captures are.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/comparison/side_facts.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace candela {

/// In ascending order, without overlaps; none: the whole time. An open end is the highest number.
using TimeRanges = std::vector<TimeRange>;

/// As the command line has them, exact to the nanosecond: "1.2s..3.4s,5s..".
std::string timeRangesText(const TimeRanges& ranges);
/// For people: "1.2 s – 3.4 s, 5 s – end".
std::string timeRangesWords(const TimeRanges& ranges);

/// Whether a side with these times is all of its capture.
SideExtent extentOf(const TimeRanges& times);

/// All of the time but the range.
TimeRanges timesWithout(const TimeRange& range);

/// The first time that is in both; none if they have no time in common.
std::optional<TimeRange> commonTime(const TimeRanges& one, const TimeRanges& two);

/// Refuses ranges of one capture that overlap, with ErrorCode::Usage.
Result<void> checkApart(const TimeRanges& base, const TimeRanges& newSide);

/// The samples in the ranges, as a filter keeps them: of samples that last, the parts inside. Their times
/// follow each other from 0 on, also over the gap between two ranges; the duration is that of the ranges.
/// All other tables are those of the profile, with the same row numbers.
///
/// What is known of the whole capture only is left out: the kernel's account, idle time and the recorder's
/// cost. A warning repeats the losses, which are not known for a part. Fails if no sample is in the ranges,
/// or when cancelled.
Result<Profile> timePart(const std::shared_ptr<const Profile>& profile, const TimeRanges& ranges, Task& task);

} // namespace candela
