/// A capture of a series from a profile, or from what a filter keeps of it.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/base/task.h"
#include "model/comparison/series/series.h"

#include <memory>
#include <string>

namespace candela {

/// What all captures of a series are shown by.
struct SeriesRequest {
    std::string valueName;
    Grouping grouping = Grouping::Function;
    /// Its picked processes, threads and CPUs are rows of one profile, and not meant here.
    Filter filter = {};
};

/// The captures of profiles, in their order: the samples of the value that the filter keeps. Each has the
/// name at the same position. The profiles are kept by the captures. Fails with ErrorCode::Usage if a profile
/// does not have the value or if the filter is invalid, and when cancelled.
Result<std::vector<SeriesCapture>> seriesCaptures(const std::vector<std::shared_ptr<const Profile>>& profiles,
                                                  const std::vector<std::string>& names,
                                                  const SeriesRequest& request, Task& task);

} // namespace candela
