#include "model/formats/output/inlined_frames.h"

#include "model/profile/stack_facts.h"

namespace candela {

namespace {

/// A location has frames with functions only.
bool areOneLocation(const FrameTable& frames, FrameIndex frame, FrameIndex caller) {
    return isInlinedInto(frames, frame, caller) && frames.function[frame.row()] &&
           frames.function[caller.row()];
}

} // namespace

StackIndex takeLocation(const Profile& profile, StackIndex leaf, std::vector<FrameIndex>& frames) {
    const auto& stacks = profile.stacks;
    frames.assign(1, stacks.frame[leaf.row()]);
    auto caller = stacks.parent[leaf.row()];
    while (caller && areOneLocation(profile.frames, frames.back(), stacks.frame[caller.row()])) {
        frames.push_back(stacks.frame[caller.row()]);
        caller = stacks.parent[caller.row()];
    }
    return caller;
}

} // namespace candela
