/// A flame graph for screen readers: its name, and as value a text about the selected box.
#pragma once

namespace candela {

/// Call it once in the program; further calls do nothing.
void installFlameAccessibility();

} // namespace candela
