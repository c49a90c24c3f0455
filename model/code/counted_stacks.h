/// The stacks of the samples that pass a filter: a profile's or those after transforms, each with the weight
/// of the samples that end in it.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/analysis/transforms/transformed_stacks.h"
#include "model/base/wrapping.h"

#include <cstdint>
#include <vector>

namespace candela {

struct CountedStacks {
    const StackTable& table; ///< of the profile or of the transformed stacks, which must outlive this
    std::vector<std::int64_t> weights;

    /// Without transforms null.
    CountedStacks(const Profile& profile, const StackWeights& recorded, const TransformedStacks* transformed)
        : table(transformed ? transformed->stacks : profile.stacks), weights(table.size()) {
        for (std::size_t stack = 0; stack < recorded.weight.size(); ++stack) {
            const auto row = transformed ? transformed->ofStack[stack] : StackIndex(stack);
            if (row) weights[row.row()] = wrappingSum(weights[row.row()], recorded.weight[stack]);
        }
    }
};

} // namespace candela
