/// A heat map for screen readers: its columns as children, and as value a text about the cells of the cursor.
#pragma once

namespace candela {

/// Registers it with Qt. The first call does that; further calls do nothing.
void installHeatMapAccessibility();

} // namespace candela
