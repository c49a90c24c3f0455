/// What follows from a value's kind and unit: what a timeline of it shows, and in which words. The only table
/// of this; views add a colour for each kind.
#pragma once

#include "model/profile/profile.h"

#include <string>
#include <string_view>

namespace candela {

/// What the height of a timeline stands for.
enum class Density : std::uint8_t {
    Rate,   ///< how much weight a second
    AtOnce, ///< how many samples last at the same time
    Level,  ///< the sum of all weights until then
};

/// The kind that the format states. Where it states none: a duration if samples last, a count if nothing else
/// is measured than their number, else a flow.
ValueKind kindOf(const Profile& profile, ValueTypeIndex value);

Density densityOf(ValueKind kind);
/// "rate", "how many at once", "level": what a timeline of that kind shows.
std::string_view densityName(Density density);
/// A slice's density as people read it, of its weight and its length in nanoseconds: "930 ms/s", "340/s",
/// "2.10 at once", "1.2 GB".
std::string densityText(Density density, std::int64_t weight, std::int64_t length, std::string_view unit);

} // namespace candela
