/// A profile with only what a filter shows: what is exported, drawn as a picture or converted.
#pragma once

#include "model/analysis/samples/filter.h"

#include <memory>

namespace candela {

/// The samples of every value type that the filter keeps, with the stacks that its transforms make, and only
/// the processes, functions and other rows that these need. `shown` becomes the default value; none keeps the
/// profile's own. Fails as SampleSelector does.
Result<Profile> filteredProfile(std::shared_ptr<const Profile> profile, ValueTypeIndex shown,
                                const Filter& filter, Task& task);

} // namespace candela
