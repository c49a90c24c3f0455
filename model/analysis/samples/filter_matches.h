/// What a filter's patterns match in one profile: threads, label sets and stacks. Everything of a filter but
/// its time range, worked out once, per distinct text and never per sample.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/analysis/samples/filtered_stacks.h"

namespace candela {

/// What a thread's samples must pass.
struct ThreadMatch {
    bool isKept = true;
    const RowMask* keptLabels = nullptr; ///< a row per label set; null: all are kept
};

struct FilterMatches {
    Filter filter;                                 ///< without its time range
    std::vector<ThreadMatch> threads;              ///< a row per row of Profile::threads
    ThreadMatch noThread;                          ///< for samples without a thread
    std::shared_ptr<const RowMask> keptStacks;     ///< a row per stack and one more for "no stack"; null: all
    std::shared_ptr<const RowMask> matchingStacks; ///< the same of focus and ignore alone
    /// What becomes of the stacks that are kept; null: they stay as they are.
    std::shared_ptr<const TransformedStacks> transformed;
    std::vector<std::shared_ptr<const RowMask>> labelMasks;
};

/// Fails with ErrorCode::Usage on a pattern that is no regular expression. `before` may lend its stacks where
/// its focus and ignore are the same.
Result<FilterMatches> filterMatches(FilteredStacks& stacks, Filter filter, const FilterMatches* before);

} // namespace candela
