/// A part of a profile that still grows, as large at its end as at its beginning: some of the samples, chosen
/// evenly, and the stacks that they need.
#pragma once

#include "model/profile/profile.h"

#include <cstddef>

namespace candela {

/// About `samples` samples of each value type that has more, in their order, with larger weights that add up
/// to the value's whole weight. A sample that is chosen of a longer profile is chosen of a shorter one, too.
/// Such a value's samples are moments: what they stand for has no length. All else is copied, but strings,
/// which are left to the caller. O(samples + stacks / 64), and what is chosen.
Profile thinnedCopy(const Profile& profile, std::size_t samples);

/// Whether a value type has more than so many samples.
bool hasMoreSamples(const Profile& profile, std::size_t samples);

} // namespace candela
