/// Which of a profile's values is shown by default.
#pragma once

#include "model/profile/profile.h"

namespace candela {

/// Replaces a default value whose weights are all zero by the first value that holds something, and adds a
/// warning that names both. Leaves the profile as it is where no value does. Costs a pass over weights that
/// are zero, and no more.
void showValueThatHoldsSomething(Profile& profile);

} // namespace candela
