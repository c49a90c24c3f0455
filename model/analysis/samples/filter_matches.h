/// The matches of a filter's patterns in one profile: threads, label sets and stacks. Covers everything in a
/// filter but its time range, computed once for each distinct text and never for each sample.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/analysis/samples/filtered_stacks.h"

namespace candela {

/// The conditions for a thread's samples.
struct ThreadMatch {
    bool isKept = true;
    const RowMask* keptLabels = nullptr; ///< for each label set; null: all are kept
};

struct FilterMatches {
    Filter filter;                                 ///< the filter without its time range
    std::vector<ThreadMatch> threads;              ///< for each row of Profile::threads
    ThreadMatch noThread;                          ///< for samples without a thread
    std::shared_ptr<const RowMask> keptStacks;     ///< for each stack, and one entry for "no stack"; null:
                                                   ///< all
    std::shared_ptr<const RowMask> matchingStacks; ///< the same for focus and ignore alone
    /// The stacks after transforms; null: unchanged.
    std::shared_ptr<const TransformedStacks> transformed;
    std::vector<std::shared_ptr<const RowMask>> labelMasks;
};

/// Fails with ErrorCode::Usage on an invalid regular expression. Stacks of `before` are reused if its focus
/// and ignore are the same.
Result<FilterMatches> filterMatches(FilteredStacks& stacks, Filter filter, const FilterMatches* before);

} // namespace candela
