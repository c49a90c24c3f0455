/// Functions of which only the start is known, where different builds are compared.
#pragma once

#include "model/profile/profile.h"

#include <memory>

namespace candela {

/// A function's start says which function it is in one build only. Where a module's functions are known by
/// their start (start_name.h) and the two sides have different builds of it, or do not say which, these
/// functions lose that name on both sides: the module's code without a name is one row then, which can be
/// compared. Profiles that need no change stay as they are.
void forgetStartsOfOtherBuilds(std::shared_ptr<const Profile>& base, std::shared_ptr<const Profile>& changed);

} // namespace candela
