/// Chooses which of a profile's values is shown by default.
#pragma once

#include "model/profile/profile.h"

namespace candela {

/// If all weights of the default value are zero, replaces it by the first value that has other weights, and
/// adds a warning that names both. Does nothing if there is none. Costs only a pass over weights that are
/// zero.
void showValueThatHoldsSomething(Profile& profile);

} // namespace candela
