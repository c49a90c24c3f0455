/// The quantity that a timeline shows for a value's kind and unit, and its texts. The only such table; views
/// add a colour for each kind.
#pragma once

#include "model/profile/profile.h"

#include <string>
#include <string_view>

namespace candela {

/// The quantity that the height of a timeline represents.
enum class Density : std::uint8_t {
    Rate,   ///< weight per second
    AtOnce, ///< number of simultaneous samples
    Level,  ///< sum of all weights so far
};

/// The kind that the format states. If it states none: a duration if samples have one, a count if only their
/// number is recorded, else a flow.
ValueKind kindOf(const Profile& profile, ValueTypeIndex value);

Density densityOf(ValueKind kind);
/// "rate", "how many at once", "level": the quantity in a timeline of that kind.
std::string_view densityName(Density density);
/// A slice's density for people, from its weight and its length in nanoseconds: "930 ms/s", "340/s", "2.10 at
/// once", "1.2 GB".
std::string densityText(Density density, std::int64_t weight, std::int64_t length, std::string_view unit);

} // namespace candela
