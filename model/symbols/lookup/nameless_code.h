/// The frames of a profile that have an address but no name, by the module that they are in.
#pragma once

#include "model/symbols/lookup/symbolize_profile.h"

#include <cstddef>
#include <vector>

namespace candela {

struct NamelessModule {
    WantedModule wanted;             ///< its texts are the profile's
    std::vector<std::size_t> frames; ///< rows
    double weight = 0;               ///< of the shown value, of all stacks that pass through them
};

/// Those with the most weight first. Generated code and code without a module are left out: no file has their
/// names.
std::vector<NamelessModule> namelessCode(const Profile& profile);

} // namespace candela
