/// The root of each sample's stack if there is a tree for each process,
/// thread or value of a label. Stacks are not copied: a row is a root
/// and a stack of the profile, shared by all samples that have both.
#pragma once

#include "model/analysis/samples/sample_groups.h"

#include <string>
#include <vector>

namespace candela {

struct RootedStack {
    std::uint32_t root = 0; ///< a row of RootedStacks::roots
    StackIndex stack;       ///< none: for samples without a frame
};

struct RootedStacks {
    std::vector<std::string>
        roots; ///< names as in sampleGroups(), in the order in which samples first use them
    std::vector<RootedStack> rows; ///< sorted by root
    /// For each value type, an entry for each sample. A StackIndex in this column is a row of `rows`; it is
    /// never none.
    std::vector<std::vector<StackIndex>> ofSample;
};

/// Roots for the samples of all value types. Fails when cancelled.
Result<RootedStacks> rootedStacks(const Profile& profile, const SampleKey& key, const Task& task);

} // namespace candela
