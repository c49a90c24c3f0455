/// Several captures read as one, which remember what was of which.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/comparison/statistics/run_sums.h"
#include "model/profile/profile.h"

#include <memory>
#include <span>

namespace candela {

/// Several profiles as one side of a comparison: the same value types added up, processes and threads kept
/// apart, times one after the other. Fails with ErrorCode::Usage on more than 65,535 of them, or when
/// cancelled.
Result<Profile> mergeProfiles(std::span<const std::shared_ptr<const Profile>> profiles, Task& task);

/// Which run, by its row in `profiles`, each sample of the profile is from that mergeProfiles() made of them.
SampleRuns runsOf(std::span<const std::shared_ptr<const Profile>> profiles, const Profile& merged);

} // namespace candela
