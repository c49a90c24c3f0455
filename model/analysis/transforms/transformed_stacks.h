/// A profile's stacks after transforms: another tree of stacks, and its row for each stack of the profile.
/// Computed once for each profile and list of transforms; nothing is done for each sample.
#pragma once

#include "model/analysis/grouping/grouping.h"
#include "model/analysis/transforms/transform.h"
#include "model/base/row_mask.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace candela {

struct TransformedStacks {
    /// Equal stacks may have several rows. Frames after those of the profile are `addedFrames`.
    StackTable stacks;
    /// The stack after the transforms for each stack of the profile; none: it was dropped, or has no frame
    /// left.
    std::vector<StackIndex> ofStack;
    /// For each stack of the profile, and one entry for "no stack": whether its samples are kept; null: all
    /// are.
    std::shared_ptr<const RowMask> kept = {};
    /// Stacks of the profile that are kept and have no frame left, in ascending order.
    std::vector<StackIndex> emptied = {};
    /// A frame for each module that was collapsed.
    std::vector<AddedFrame> addedFrames = {};
    /// For each transform: whether it changed any stack.
    std::vector<bool> hasEffect = {};
};

/// `functions` are the profile's, grouped by function, since transforms identify code by function. If
/// `hidden` has rows, the marked functions are hidden first. Without `hidden` and transforms, the result is
/// the stacks of the profile.
TransformedStacks transformStacks(const FrameGroups& functions, const RowMask& hidden,
                                  std::span<const Transform> transforms);

/// The groups of a profile, by any grouping, and those that transformed stacks need in addition: for added
/// frames, and for stacks without a frame. The same groups if no others are needed.
std::shared_ptr<const FrameGroups> withAddedFrames(const std::shared_ptr<const FrameGroups>& groups,
                                                   const TransformedStacks& transformed);

} // namespace candela
