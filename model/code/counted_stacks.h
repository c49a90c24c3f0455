/// The stacks of the samples that pass a filter, each with the weight of the samples that end in it. They are
/// those of a profile, or those after transforms.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/analysis/transforms/transformed_stacks.h"
#include "model/base/wrapping.h"

#include <cstdint>
#include <vector>

namespace candela {

struct CountedStacks {
    const StackTable& table; ///< the stacks of the profile or the transformed stacks, which must outlive this
                             ///< object
    std::vector<std::int64_t> weights;

    /// `transformed` is null without transforms.
    CountedStacks(const Profile& profile, const StackWeights& recorded, const TransformedStacks* transformed)
        : table(transformed ? transformed->stacks : profile.stacks), weights(table.size()) {
        for (std::size_t stack = 0; stack < recorded.weight.size(); ++stack) {
            const auto row = transformed ? transformed->ofStack[stack] : StackIndex(stack);
            if (row) weights[row.row()] = wrappingSum(weights[row.row()], recorded.weight[stack]);
        }
    }
};

} // namespace candela
