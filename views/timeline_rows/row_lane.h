/// One value in one row of a timeline: its weight in the whole recording, and in each slice of the visible
/// range. Copies share the weights, which never change once made.
#pragma once

#include "views/timeline_rows/timeline_marks.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace candela {

class SliceWeights {
public:
    /// All weights are 0.
    SliceWeights() = default;
    explicit SliceWeights(std::shared_ptr<const std::vector<std::int64_t>> weights);
    explicit SliceWeights(std::vector<std::int64_t> weights)
        : SliceWeights(std::make_shared<const std::vector<std::int64_t>>(std::move(weights))) {}

    /// The number of slices; 0 if the weights of all are 0.
    std::size_t size() const { return m_weights ? m_weights->size() : 0; }
    /// `slice` is below size().
    std::int64_t operator[](std::size_t slice) const { return (*m_weights)[slice]; }
    const std::int64_t* begin() const { return m_weights ? m_weights->data() : nullptr; }
    const std::int64_t* end() const { return begin() + size(); }
    /// The largest weight of any slice; 0 without slices.
    std::int64_t largest() const { return m_largest; }
    /// Adds the weight of each slice; `sum` grows to as many slices.
    void addTo(std::vector<std::int64_t>& sum) const;

private:
    std::shared_ptr<const std::vector<std::int64_t>> m_weights; ///< null: all are 0
    std::int64_t m_largest = 0;
    /// The slices that are not 0 are within these. A process of a long recording may have a single one.
    std::size_t m_first = 0, m_end = 0;
};

struct RowLane {
    std::int64_t total = 0;             ///< weight in the whole recording
    bool hasSamples = false;            ///< in the whole recording
    SliceWeights weight = {};           ///< of the visible range
    ForMarks<SliceWeights> marked = {}; ///< the marked parts of `weight`

    std::int64_t weightIn(std::size_t slice) const { return slice < weight.size() ? weight[slice] : 0; }
    std::int64_t markedIn(MarkKind kind, std::size_t slice) const {
        return slice < marked[kind].size() ? marked[kind][slice] : 0;
    }
};

/// Adds up lanes of one value.
class LaneSum {
public:
    void add(const RowLane& lane);
    RowLane take() &&;

private:
    std::int64_t m_total = 0;
    bool m_hasSamples = false;
    std::vector<std::int64_t> m_weight;
    ForMarks<std::vector<std::int64_t>> m_marked;
};

/// Adds up the lanes of rows, value by value.
class LaneSums {
public:
    explicit LaneSums(std::size_t lanes) : m_sums(lanes) {}
    template<typename Lanes>
    void add(const Lanes& lanes) {
        for (std::size_t lane = 0; lane < m_sums.size(); ++lane)
            m_sums[lane].add(lanes[lane]);
    }
    std::vector<RowLane> take() &&;

private:
    std::vector<LaneSum> m_sums;
};

} // namespace candela
