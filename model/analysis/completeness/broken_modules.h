/// In which modules user stacks ended before the thread's start, and why.
#pragma once

#include "model/analysis/completeness/completeness.h"
#include "model/profile/profile.h"

#include <vector>

namespace candela {

/// Modules by path; a stack is broken in the module of its outermost frame. The work is proportional to the
/// number of distinct stacks. Empty if no sample states how its stack ended.
std::vector<ModuleStacks> brokenModulesOf(const Profile& profile, const SampleTable& table);

} // namespace candela
