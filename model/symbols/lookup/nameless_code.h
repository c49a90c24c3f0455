/// The frames of a profile that have an address but no name, grouped by module.
#pragma once

#include "model/symbols/lookup/symbolize_profile.h"

#include <cstddef>
#include <vector>

namespace candela {

struct NamelessModule {
    WantedModule wanted;             ///< texts belong to the profile
    std::vector<std::size_t> frames; ///< rows
    double weight = 0;               ///< weight of the shown value, for all stacks that contain the frames
};

/// The frames, those of the modules with the most weight first. Generated code and code without a module are
/// left out, because no file has their names.
std::vector<NamelessModule> namelessCode(const Profile& profile);

} // namespace candela
