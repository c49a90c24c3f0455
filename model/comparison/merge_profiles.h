/// Several captures read as one, with the origin of each sample.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/comparison/statistics/run_sums.h"
#include "model/profile/profile.h"

#include <memory>
#include <span>

namespace candela {

/// Several profiles as one side of a comparison: the same value types added up, processes and threads kept
/// apart, times one after the other. Fails with ErrorCode::Usage on more than 65,535 profiles, or when
/// cancelled.
Result<Profile> mergeProfiles(std::span<const std::shared_ptr<const Profile>> profiles, Task& task);

/// The run of each sample in the result of mergeProfiles(), as a row of `profiles`.
SampleRuns runsOf(std::span<const std::shared_ptr<const Profile>> profiles, const Profile& merged);

} // namespace candela
