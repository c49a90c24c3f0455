/// A timeline for screen readers: its rows as children, with the life of their processes and what is marked.
#pragma once

namespace candela {

/// Registers it with Qt. The first call does that; further calls do nothing.
void installTimelineAccessibility();

} // namespace candela
