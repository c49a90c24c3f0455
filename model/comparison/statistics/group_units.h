/// The weights of a call tree's groups by unit, added up when they are asked for. Samples are in the
/// depth-first order of their nodes, so that those of a node and of all nodes below it are one range.
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"

#include <cstdint>
#include <span>
#include <vector>

namespace candela {

enum class Weighed { Self, Total };

/// A sample; its weight is divided equally among the units from the first to the last.
struct UnitSample {
    StackIndex stack; ///< none: without a stack
    std::uint16_t first = 0, last = 0;
    std::int64_t weight = 0;
};

class GroupUnits {
public:
    /// Takes time and memory in proportion to the samples and to the nodes of the shape, which is not kept.
    GroupUnits(const CallTreeShape& shape, std::size_t units, std::span<const UnitSample> samples);

    std::size_t units() const { return m_units; }
    /// The weight of all samples in each unit, with those that are of no group.
    std::vector<double> totals() const;
    /// Sets the group's weight in each unit; false if no sample is of the group. Takes time in proportion to
    /// the samples of each node of the group, at most to `samplesBetweenSums` a node. For any thread.
    bool weigh(FrameGroupIndex group, Weighed weighed, std::span<double> weights) const;

private:
    /// Positions of samples: of a node's own, and of all that add to the total of its group.
    struct NodeRange {
        std::uint32_t begin = 0, ownEnd = 0, end = 0;
    };
    class Sums;

    void takeSamples(const CallTreeShape& shape, std::span<const UnitSample> samples);
    void takeRanges(const CallTreeShape& shape, std::span<const std::uint32_t> begin,
                    std::span<const std::uint32_t> own, std::span<const std::uint32_t> all);
    void sumUp();
    std::span<const NodeRange> rangesOf(FrameGroupIndex group) const;

    std::size_t m_units;
    /// Columns of the samples; the last units are missing if each sample is in one unit.
    std::vector<std::uint16_t> m_first, m_last;
    std::vector<std::int64_t> m_weight;
    std::vector<NodeRange> m_ranges;       ///< by group
    std::vector<std::uint32_t> m_rangesOf; ///< where each group's begin; one more entry than groups
    /// The sums by unit of all samples before each `samplesBetweenSums`-th; empty if samples last.
    std::vector<std::uint64_t> m_sumsBefore;
};

} // namespace candela
