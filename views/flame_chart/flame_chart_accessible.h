/// A flame chart for screen readers: its tracks as children, and as value a text about the focused block.
#pragma once

namespace candela {

/// Registers it with Qt. The first call does that; further calls do nothing.
void installFlameChartAccessibility();

} // namespace candela
