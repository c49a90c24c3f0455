/// The remembered choice of how much room rows and bars have.
#pragma once

#include "views/widgets/layout_density.h"

namespace candela {

/// Call it once, before the first window.
void applyRememberedDensity();
/// Applies it, and remembers it.
void chooseDensity(LayoutDensity density);

} // namespace candela
