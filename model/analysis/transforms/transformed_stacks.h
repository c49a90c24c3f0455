/// What transforms make of a profile's stacks: another tree of stacks, and which of its rows each stack of
/// the profile becomes. Once per profile and list of transforms; nothing is done per sample.
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
    /// Equal stacks may have several rows. Frames behind those of the profile are `addedFrames`.
    StackTable stacks;
    /// A row per stack of the profile; none: it was dropped, or it has no frame left.
    std::vector<StackIndex> ofStack;
    /// A row per stack of the profile and one more for "no stack"; null: no sample is dropped.
    std::shared_ptr<const RowMask> kept = {};
    /// Stacks of the profile, in ascending order, that are kept and have no frame left.
    std::vector<StackIndex> emptied = {};
    /// A frame for each module that was collapsed.
    std::vector<AddedFrame> addedFrames = {};
    /// Of each transform whether it changed any stack.
    std::vector<bool> hasEffect = {};
};

/// `functions` are the profile's, grouped by function, which transforms know code by. Where `hidden` has a
/// row per function, those that are marked are hidden first. Without `hidden` and transforms there is nothing
/// to do: all is as in the profile.
TransformedStacks transformStacks(const FrameGroups& functions, const RowMask& hidden,
                                  std::span<const Transform> transforms);

/// The groups of a profile, by any grouping, together with those that transformed stacks need besides: of
/// added frames, and of stacks without a frame. Without such the same groups.
std::shared_ptr<const FrameGroups> withAddedFrames(const std::shared_ptr<const FrameGroups>& groups,
                                                   const TransformedStacks& transformed);

} // namespace candela
