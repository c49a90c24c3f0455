/// The stacks of a value's samples in order of time, one track for each thread.
///
/// Samples with a duration (SampleTable::lasts) are shown as long as they last; where samples of a thread
/// overlap, the one that began last is shown. Other samples last until the thread's next sample in the
/// profile, whether the filter keeps that sample or not. If the next sample is further away than twice the
/// period (samplePeriod()), or there is none, they last one period, and a gap follows: the thread did not
/// run. Of samples with the same time, only the last one is shown. Samples that the filter leaves out, and
/// samples without a frame, are gaps. Samples without a time are not shown.
#pragma once

#include "model/analysis/flame_chart/flame_chart_track.h"

#include <memory>
#include <vector>

namespace candela {

struct FlameChart {
    std::shared_ptr<const Profile> profile;
    std::shared_ptr<const CallTreeShape> shape; ///< what the tracks' call nodes are rows of
    ValueTypeIndex value;
    /// The range of the whole profile (timeRangeOf()), extended to the end of the last block.
    TimeRange range;
    bool hasTimes = false;               ///< whether any sample of the value has a time
    std::int64_t weight = 0;             ///< the sum of the tracks' weights
    std::vector<FlameChartTrack> tracks; ///< those with a block; largest weight (without sign) first
};

/// `shape` must be of the profile with the filter's transforms. The filter's own time range is not applied,
/// because the chart also shows the time around it. Fails as SampleSelector does. One pass over the samples.
Result<FlameChart> flameChart(SampleSelector& selector, std::shared_ptr<const Profile> profile,
                              std::shared_ptr<const CallTreeShape> shape, ValueTypeIndex value, Filter filter,
                              Task& task);

/// The time between samples in nanoseconds: the median distance between neighbouring samples of a thread that
/// have different times. If there are very many distances, every n-th one counts. If there is none, the
/// result is the profile's period if that is a time, else a millisecond.
std::int64_t samplePeriod(const Profile& profile, const SampleTable& table);

} // namespace candela
