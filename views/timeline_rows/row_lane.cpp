#include "views/timeline_rows/row_lane.h"

#include "model/base/wrapping.h"

#include <algorithm>

namespace candela {

SliceWeights::SliceWeights(std::shared_ptr<const std::vector<std::int64_t>> weights) {
    const auto isNotZero = [](std::int64_t weight) { return weight != 0; };
    const auto first = std::ranges::find_if(*weights, isNotZero);
    if (first == weights->end()) return;
    m_first = static_cast<std::size_t>(first - weights->begin());
    m_end = weights->size();
    while (!isNotZero((*weights)[m_end - 1]))
        --m_end;
    m_largest = *std::max_element(first, weights->begin() + static_cast<std::ptrdiff_t>(m_end));
    if (m_end - m_first < weights->size()) m_largest = std::max<std::int64_t>(m_largest, 0);
    m_weights = std::move(weights);
}

void SliceWeights::addTo(std::vector<std::int64_t>& sum) const {
    sum.resize(std::max(sum.size(), size()));
    for (auto slice = m_first; slice < m_end; ++slice)
        sum[slice] = wrappingSum(sum[slice], (*m_weights)[slice]);
}

void LaneSum::add(const RowLane& lane) {
    m_total = wrappingSum(m_total, lane.total);
    m_hasSamples |= lane.hasSamples;
    lane.weight.addTo(m_weight);
    for (const auto kind : markKinds)
        lane.marked[kind].addTo(m_marked[kind]);
}

RowLane LaneSum::take() && {
    RowLane lane{m_total, m_hasSamples, SliceWeights(std::move(m_weight)), {}};
    for (const auto kind : markKinds)
        lane.marked[kind] = SliceWeights(std::move(m_marked[kind]));
    return lane;
}

std::vector<RowLane> LaneSums::take() && {
    std::vector<RowLane> lanes;
    lanes.reserve(m_sums.size());
    for (auto& sum : m_sums)
        lanes.push_back(std::move(sum).take());
    return lanes;
}

} // namespace candela
