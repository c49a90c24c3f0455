/// A profile with only the part that passes a filter, for export, pictures and conversion.
#pragma once

#include "model/analysis/samples/filter.h"

#include <memory>

namespace candela {

/// The profile with, for every value type, the samples that pass the filter, with transformed stacks, and
/// only the processes, functions and other rows that these need. `shown` becomes the default value type;
/// none: the profile's own stays the default. Fails as SampleSelector does.
Result<Profile> filteredProfile(std::shared_ptr<const Profile> profile, ValueTypeIndex shown,
                                const Filter& filter, Task& task);

} // namespace candela
