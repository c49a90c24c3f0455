/// A capture of a series from a profile, or from what a filter keeps of it.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/base/task.h"
#include "model/comparison/series/series.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace candela {

/// The profile of a capture: of one run, or of several that mergeProfiles() added up.
struct SeriesProfile {
    std::string name;
    std::shared_ptr<const Profile> profile;
    std::shared_ptr<const SampleRuns> runs = {}; ///< null for a single run
    /// For each of several runs: the begin of its recordedRange() in its own time, nanoseconds.
    std::vector<std::int64_t> begins = {};
};

/// What all captures of a series are shown by.
struct SeriesRequest {
    std::string valueName;
    Grouping grouping = Grouping::Function;
    /// Its time is that of each run. Its picked processes, threads and CPUs are rows of one profile, and not
    /// meant here.
    Filter filter = {};
};

/// The captures of profiles, in their order: the samples of the value that the filter keeps. The profiles are
/// kept by the captures. Fails with ErrorCode::Usage if a profile does not have the value or if the filter is
/// invalid, and when cancelled.
Result<std::vector<SeriesCapture>> seriesCaptures(const std::vector<SeriesProfile>& profiles,
                                                  const SeriesRequest& request, Task& task);

} // namespace candela
