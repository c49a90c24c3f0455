/// What several parts ask about a profile's stacks.
#pragma once

#include "model/profile/profile.h"

#include <algorithm>

namespace candela {

/// Whether a sample has no stack.
inline bool hasStackless(const Profile& profile) {
    return std::ranges::any_of(profile.samples, [](const SampleTable& table) {
        return std::ranges::any_of(table.stack, [](StackIndex stack) { return stack.isNone(); });
    });
}

/// Whether the inner frame's code was inlined into the outer frame's: both have the same address.
inline bool isInlinedInto(const FrameTable& frames, FrameIndex innerFrame, FrameIndex outerFrame) {
    const auto inner = innerFrame.row();
    const auto outer = outerFrame.row();
    return frames.inlineDepth[inner] > 0 && frames.inlineDepth[outer] + 1 == frames.inlineDepth[inner] &&
           frames.mapping[inner] == frames.mapping[outer] && frames.address[inner] == frames.address[outer];
}

} // namespace candela
