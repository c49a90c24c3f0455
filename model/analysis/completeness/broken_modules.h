/// In which modules user stacks ended short of the thread's start, and why.
#pragma once

#include "model/analysis/completeness/completeness.h"
#include "model/profile/profile.h"

#include <vector>

namespace candela {

/// Modules by path: where a stack broke is the module of its outermost frame. Work per distinct stack. Empty
/// where no sample says how its stack ended.
std::vector<ModuleStacks> brokenModulesOf(const Profile& profile, const SampleTable& table);

} // namespace candela
