/// A profile with only what a filter shows: what is exported, drawn as a picture or converted.
#pragma once

#include "model/analysis/filter.h"

#include <memory>

namespace candela {

/// One value type with the samples that the filter keeps; every other table stays as it is, so rows keep
/// their indices. Fails as SampleSelector does.
Result<Profile> filteredProfile(std::shared_ptr<const Profile> profile, ValueTypeIndex value,
                                const Filter& filter, Task& task);

} // namespace candela
