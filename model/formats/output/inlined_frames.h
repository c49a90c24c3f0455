/// How formats with locations (pprof, OTLP) represent a stack: a location is a function and the functions
/// that are inlined into it.
#pragma once

#include "model/profile/profile.h"

#include <vector>

namespace candela {

/// Fills `frames` with the stack's innermost frame and those that it is inlined into, leaf first; returns the
/// stack of their caller. `leaf` is a stack.
StackIndex takeLocation(const Profile& profile, StackIndex leaf, std::vector<FrameIndex>& frames);

} // namespace candela
