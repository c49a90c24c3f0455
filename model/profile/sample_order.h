/// The order of the rows of a sample table.
#pragma once

#include "model/profile/profile.h"

namespace candela {

/// Sorts the rows by thread, then by time; rows that are equal in both remain in their order. Rows without a
/// thread are last. Tables have less than 2^32 rows.
void sortSamples(SampleTable& table);

} // namespace candela
