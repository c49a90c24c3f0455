/// Names for the frames of a profile that came without.
#pragma once

#include "model/base/task.h"
#include "model/profile/profile.h"
#include "model/symbols/module_symbols.h"

#include <functional>
#include <string_view>

namespace candela {

/// The symbols of the module with this path and build id (either may be empty).
using ModuleOpener = std::function<Result<ModuleSymbols>(std::string_view path, std::string_view buildId)>;

/// The same samples over stacks in which nameless frames of mapped files have the names that the files give;
/// an address into which functions were inlined becomes several frames. Addresses are looked up as they are:
/// a reader stores the call, not the instruction that it returns to. Opens one module at a time. A module
/// that can't be opened leaves its frames as they are, and a warning. Fails only when cancelled.
Result<Profile> symbolize(const Profile& profile, const ModuleOpener& open, Task& task);

} // namespace candela
