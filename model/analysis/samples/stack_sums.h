/// Adds up the samples of one table by stack, again and again for other rows. Rows that the last sums share
/// with the next are not added up again. Dragging a time range costs only the rows that it moved by; at worst
/// half of the table.
#pragma once

#include "model/analysis/samples/filter.h"

#include <span>
#include <vector>

namespace candela {

class StackSums {
public:
    enum class Of { Weights, Samples };

    /// `stackOfRow` is the table's column, or one of another table of stacks, which has `stacks` rows. Table
    /// and column must outlive it.
    StackSums(Of what, const SampleTable& table, std::span<const StackIndex> stackOfRow, std::size_t stacks);

    /// The sum for each stack, and one more for samples without a stack. Fails only when cancelled. Sums
    /// include the stacks that the selection drops. Which labels of a thread are kept must be the same in
    /// every call.
    Result<SharedValues<std::int64_t>> sums(const SampleSelection& selection, Task& task);

private:
    struct Sums {
        std::vector<SampleRange> ranges;
        std::vector<std::shared_ptr<const RowMask>> labelMasks; // owns the memory of the ranges
        SharedValues<std::int64_t> sum;
    };

    const Sums& nearest(std::span<const SampleRange> ranges) const;
    std::vector<std::int64_t> changed(const Sums& start, std::span<const SampleRange> ranges,
                                      const Task& task) const;

    Of m_of;
    const SampleTable* m_table;
    std::span<const StackIndex> m_stackOfRow;
    std::size_t m_stacks;
    Sums m_nothing;    // the sums of no samples: empty, all 0
    Sums m_everything; // the sums of all samples; empty until they are requested
    Sums m_last;
};

} // namespace candela
