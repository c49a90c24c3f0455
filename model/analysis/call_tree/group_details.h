/// What is known about one group: who calls it and what it calls, which processes and threads it is in, and
/// when.
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"
#include "model/analysis/samples/sample_groups.h"
#include "model/analysis/samples/timeline.h"

#include <string>
#include <vector>

namespace candela {

/// A group beside the described one in stacks. None: the described group is the root of the stack.
struct GroupNeighbour {
    FrameGroupIndex group;
    std::int64_t weight = 0;
};

/// The weight of the group in one process or thread.
struct GroupShare {
    std::string name; ///< as SampleGroup::name
    std::int64_t weight = 0;
};

struct GroupDetails {
    std::int64_t self = 0;
    std::int64_t total = 0; ///< a stack that has the group several times counts once
    /// The callers of the outermost call in each stack; their weights add up to the total. Largest first.
    std::vector<GroupNeighbour> callers;
    /// What the innermost call in each stack calls; with self, their weights add up to the total. Largest
    /// first.
    std::vector<GroupNeighbour> callees;
    std::vector<GroupShare> processes; ///< largest first; they add up to the total
    std::vector<GroupShare> threads;   ///< the same
    /// The group's weight in slices of the profile's whole time, as timeline() computes it: the time range of
    /// the filter is not applied. Empty without times.
    TimeRange range;
    std::vector<std::int64_t> slices;
    std::int64_t sliceLength = 0; ///< nanoseconds
};

/// One pass over the call nodes, and two over the samples: O(nodes + samples). `shape` and `weights` are
/// those of the filter; `group` is one of the shape's groups, and not of a root; `whole` is timeRangeOf() the
/// profile, which callers keep, because it takes another pass. Fails as SampleSelector does, and when
/// cancelled.
Result<GroupDetails> groupDetails(const CallTreeShape& shape, const StackWeights& weights,
                                  FrameGroupIndex group, SampleSelector& selector, ValueTypeIndex value,
                                  const Filter& filter, TimeRange whole, std::size_t slices, Task& task);

} // namespace candela
