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
    /// A row for each stack of the profile; none: it was dropped, or has no frame left.
    std::vector<StackIndex> ofStack;
    /// A row for each stack of the profile and one for "no stack"; null: no sample is dropped.
    std::shared_ptr<const RowMask> kept = {};
    /// Stacks of the profile that are kept and have no frame left, in ascending order.
    std::vector<StackIndex> emptied = {};
    /// A frame for each module that was collapsed.
    std::vector<AddedFrame> addedFrames = {};
    /// For each transform: whether it changed any stack.
    std::vector<bool> hasEffect = {};
};

/// `functions` are the profile's, grouped by function, since transforms identify code by function. If
/// `hidden` has rows, the marked functions are hidden first. Without `hidden` and transforms, everything
/// stays as in the profile.
TransformedStacks transformStacks(const FrameGroups& functions, const RowMask& hidden,
                                  std::span<const Transform> transforms);

/// The groups of a profile, by any grouping, with those that transformed stacks also need: of added frames,
/// and of stacks without a frame. If there are none, the same groups.
std::shared_ptr<const FrameGroups> withAddedFrames(const std::shared_ptr<const FrameGroups>& groups,
                                                   const TransformedStacks& transformed);

} // namespace candela
