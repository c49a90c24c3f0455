/// A capture of a series from a whole profile.
#pragma once

#include "model/base/task.h"
#include "model/comparison/series/series.h"

#include <memory>
#include <string>

namespace candela {

/// The captures of profiles, in their order, all samples of the value with that name. Each has the name at
/// the same position. The profiles are kept by the captures. Fails with ErrorCode::Usage if a profile does
/// not have the value, and when cancelled.
Result<std::vector<SeriesCapture>> seriesCaptures(const std::vector<std::shared_ptr<const Profile>>& profiles,
                                                  const std::vector<std::string>& names,
                                                  std::string_view valueName, Grouping grouping, Task& task);

} // namespace candela
