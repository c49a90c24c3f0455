#include "model/formats/output/inlined_frames.h"

namespace candela {

namespace {

bool isInlinedInto(const FrameTable& frames, FrameIndex frame, FrameIndex caller) {
    const auto inner = frame.row();
    const auto outer = caller.row();
    return frames.inlineDepth[inner] > 0 && frames.inlineDepth[outer] + 1 == frames.inlineDepth[inner] &&
           frames.mapping[inner] == frames.mapping[outer] && frames.address[inner] == frames.address[outer] &&
           frames.function[inner] && frames.function[outer];
}

} // namespace

StackIndex takeLocation(const Profile& profile, StackIndex leaf, std::vector<FrameIndex>& frames) {
    const auto& stacks = profile.stacks;
    frames.assign(1, stacks.frame[leaf.row()]);
    auto caller = stacks.parent[leaf.row()];
    while (caller && isInlinedInto(profile.frames, frames.back(), stacks.frame[caller.row()])) {
        frames.push_back(stacks.frame[caller.row()]);
        caller = stacks.parent[caller.row()];
    }
    return caller;
}

} // namespace candela
