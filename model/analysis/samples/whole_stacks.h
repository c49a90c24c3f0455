/// Whole stacks as rows: what a report or a comparison by stack is about.
#pragma once

#include "model/analysis/grouping/grouping.h"
#include "model/analysis/samples/filter.h"
#include "model/base/result.h"
#include "model/base/task.h"

#include <string>

namespace candela {

/// The names of a stack's groups from the root on: "main;draw;blit".
std::string stackText(const FrameGroups& groups, StackIndex stack);

/// A profile of one value type whose stacks are single functions, each named by stackText() of stacks that
/// have a weight in `weights`; equal names are one. `value` is what the weights measure. Fails when
/// cancelled.
Result<Profile> wholeStacks(const FrameGroups& groups, const StackWeights& weights, ValueTypeIndex value,
                            Task& task);

} // namespace candela
