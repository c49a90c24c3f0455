/// A flame graph for screen readers: what it is, and the selected box in words as its value.
#pragma once

namespace candela {

/// Once for the program; further calls do nothing.
void installFlameAccessibility();

} // namespace candela
