/// A flame graph for screen readers: its name, and as value a text about the selected box.
#pragma once

namespace candela {

/// Registers it with Qt. The first call does that; further calls do nothing.
void installFlameAccessibility();

} // namespace candela
