/// The stacks of a value's samples in order of time, one track for each thread.
///
/// Samples with a duration (SampleTable::lasts) use it; where samples of a thread overlap, the one that began
/// last is shown. Other samples last until the thread's next sample in the profile, whether the filter keeps
/// that or not. If that is further away than twice the period (samplePeriod()), or there is none, they last
/// one period: what follows is a gap, because the thread did not run. Left out samples are gaps, too. So of
/// samples with the same time the last one is shown. Samples without a frame are gaps, and samples without a
/// time are left out.
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
/// have different times. Of very many distances, an even choice counts. Without any distance: the profile's
/// period if that is a time, else a millisecond.
std::int64_t samplePeriod(const Profile& profile, const SampleTable& table);

} // namespace candela
