#include "model/comparison/statistics/ordered_times.h"

#include "model/analysis/samples/sample_ranges.h"
#include "model/profile/long_column.h"

#include <algorithm>

namespace candela {

namespace {

std::vector<std::int64_t> inOrder(const SampleOrder& order, const std::vector<std::int64_t>& bySample) {
    auto column = longColumn<std::int64_t>(bySample.size());
    for (std::size_t sample = 0; sample < bySample.size(); ++sample)
        column[order.position(sample)] = bySample[sample];
    return column;
}

} // namespace

Result<OrderedTimes> OrderedTimes::of(SampleSelector& selector, const SampleOrder& order,
                                      ValueTypeIndex value, const Filter& filter, const Task& task) {
    auto timeless = filter;
    timeless.time.reset();
    const auto kept = TRY(selector.select(value, timeless));
    const auto& table = *kept.table;
    OrderedTimes times;
    times.m_time = inOrder(order, table.time);
    if (table.size() > 0) times.m_each = table.weight[0];
    if (std::ranges::any_of(table.weight, [&](std::int64_t weight) { return weight != times.m_each; }))
        times.m_weight = inOrder(order, table.weight);
    times.m_isKept.resize(table.size());
    std::size_t count = 0;
    TRY(forEachKept(kept, task, [&](std::size_t sample, std::int64_t) {
        times.m_isKept[order.position(sample)] = 1;
        ++count;
    }));
    if (count == table.size()) times.m_isKept = {};
    return times;
}

} // namespace candela
