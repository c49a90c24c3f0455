/// How formats with locations (pprof, OTLP) see a stack: a location is a function and what is inlined into
/// it.
#pragma once

#include "model/profile/profile.h"

#include <vector>

namespace candela {

/// Fills `frames` with the stack's innermost frame and those that it is inlined into, the leaf first; the
/// stack above them. `leaf` is a stack.
StackIndex takeLocation(const Profile& profile, StackIndex leaf, std::vector<FrameIndex>& frames);

} // namespace candela
