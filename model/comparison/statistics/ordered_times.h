/// The samples that a filter keeps whatever their time, by their positions in a SampleOrder. Made once, so
/// that the units of samples in another range of time are found in one pass through memory in order.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/comparison/statistics/sample_order.h"

#include <cstdint>
#include <vector>

namespace candela {

class OrderedTimes {
public:
    /// Of the samples of a value, whose samples must not last. The filter's time is not used. Fails as
    /// SampleSelector::select() does, and when cancelled. Takes at most 17 bytes for each sample.
    static Result<OrderedTimes> of(SampleSelector& selector, const SampleOrder& order, ValueTypeIndex value,
                                   const Filter& filter, const Task& task);

    /// By position.
    const std::vector<std::int64_t>& time() const { return m_time; }
    /// By position; empty if all are each().
    const std::vector<std::int64_t>& weight() const { return m_weight; }
    std::int64_t each() const { return m_each; }
    /// Whether the filter keeps the sample if its time is in this range; null: all times are kept, and
    /// samples without one.
    bool keeps(std::size_t position, const TimeRange* range) const {
        const auto time = m_time[position];
        const bool isInRange =
            !range || (range->begin <= time && time < range->end && time != noTime); // no branch for each
        return isInRange && (m_isKept.empty() || m_isKept[position]);
    }

private:
    std::vector<std::int64_t> m_time, m_weight;
    std::int64_t m_each = 0;
    RowMask m_isKept; ///< by position; empty: all are kept
};

} // namespace candela
