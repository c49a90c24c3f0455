/// A part of a growing profile that stays about the same size: an even selection of the samples, and the
/// stacks that they need.
#pragma once

#include "model/profile/profile.h"

#include <cstddef>

namespace candela {

/// A copy that has, of each value type with more than `samples` samples, about that many, in their order,
/// with larger weights that add up to the value's whole weight. A sample that is chosen in a longer profile
/// is also chosen in a shorter one. Samples of such a value have no duration, because they represent others.
/// Everything else is copied except strings, which are left to the caller. O(samples + stacks / 64), plus the
/// chosen part.
Profile thinnedCopy(const Profile& profile, std::size_t samples);

/// Whether a value type has more than this many samples.
bool hasMoreSamples(const Profile& profile, std::size_t samples);

} // namespace candela
