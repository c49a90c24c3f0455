/// What a profile has and a format can't hold, in sentences for whoever converts.
#pragma once

#include "model/formats/output.h"
#include "model/profile/profile.h"

#include <string_view>

namespace candela {

/// Parts of a profile, to be combined with |.
enum class ProfilePart : unsigned {
    Nothing = 0,
    Times = 1,
    Threads = 2,
    Cpus = 4,
    Labels = 8,
    StackEnds = 16,
    Modules = 32,
    Addresses = 64,
    Losses = 128,
};
constexpr ProfilePart operator|(ProfilePart left, ProfilePart right) {
    return static_cast<ProfilePart>(static_cast<unsigned>(left) | static_cast<unsigned>(right));
}

/// A loss for each part that the profile has and that is not among those which the format holds.
void addLosses(const Profile& profile, std::string_view formatName, ProfilePart held, Output& output);

} // namespace candela
