/// How formats with locations (pprof, OTLP) represent a stack: a location is a function and the functions
/// that are inlined into it.
#pragma once

#include "model/profile/profile.h"

#include <vector>

namespace candela {

/// Fills `frames` with the innermost frame of the stack `leaf` and the frames that it is inlined into, leaf
/// first. Returns the stack of their caller.
StackIndex takeLocation(const Profile& profile, StackIndex leaf, std::vector<FrameIndex>& frames);

} // namespace candela
