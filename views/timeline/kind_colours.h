/// Colours of the timeline's areas, by the kind of value. The hues stay distinct with the common colour
/// vision deficiencies.
#pragma once

#include "model/profile/profile.h"
#include "views/widgets/theme.h"

namespace candela {

QColor kindColour(const Theme& theme, ValueKind kind);

} // namespace candela
