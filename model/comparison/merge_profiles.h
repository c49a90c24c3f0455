/// Several captures read as one.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/profile/profile.h"

#include <memory>
#include <span>

namespace candela {

/// Several profiles as one side of a comparison: the same value types added up, processes and threads kept
/// apart, times one after the other. Fails only when cancelled.
Result<Profile> mergeProfiles(std::span<const std::shared_ptr<const Profile>> profiles, Task& task);

} // namespace candela
