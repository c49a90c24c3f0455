/// Where the stacks of one side end before the thread's start: callers miss the weight of such stacks.
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"
#include "model/analysis/samples/filter.h"

#include <cstdint>
#include <memory>

namespace candela {

struct BrokenStacks {
    std::shared_ptr<const CallTreeShape> shape;
    SharedValues<std::int64_t> weight; ///< by row of the profile's StackTable; empty if no stack is broken
    std::int64_t total = 0;            ///< of all broken stacks, also of those without any frame
};

/// Of the samples that the filter keeps; the shape is one of the selector's profile. Null if the file does
/// not state how stacks ended. Fails as SampleSelector::forEachSample() does.
Result<std::shared_ptr<const BrokenStacks>> brokenStacksOf(SampleSelector& selector,
                                                           const std::shared_ptr<const CallTreeShape>& shape,
                                                           ValueTypeIndex value, const Filter& filter,
                                                           Task& task);

} // namespace candela
