/// The weights of a call tree's groups by unit, added up when they are asked for.
#pragma once

#include "model/comparison/statistics/sample_order.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace candela {

/// A sample; its weight is divided equally among the units from the first to the last.
struct UnitSample {
    std::uint32_t sample = 0; ///< of the order
    std::uint16_t first = 0, last = 0;
    std::int64_t weight = 0;
};

class GroupUnits {
public:
    /// `samples` are those of the order that count. Takes time and memory in proportion to all of its
    /// samples.
    GroupUnits(std::shared_ptr<const SampleOrder> order, std::size_t units,
               std::span<const UnitSample> samples);

    std::size_t units() const { return m_units; }
    /// The weight of all samples in each unit, with those that are of no group.
    std::vector<double> totals() const;
    /// Sets the group's weight in each unit; false if no sample is of the group. Takes time in proportion to
    /// the samples of each node of the group, at most to `samplesBetweenSums` a node. For any thread.
    bool weigh(FrameGroupIndex group, Weighed weighed, std::span<double> weights) const;

    /// Groups with the same samples have the same number; others nearly always have another one.
    std::uint64_t identityOf(FrameGroupIndex group, Weighed weighed) const {
        return m_order->identityOf(group, weighed);
    }

private:
    template<typename Sum>
    class Sums;
    class LastingSums;

    void takeSamples(std::span<const UnitSample> samples);
    void sumUp();
    template<typename Sum>
    void sumUp(std::vector<Sum>& before);
    /// Calls visit() with sums that are 0.
    template<typename Visit>
    void withSums(const Visit& visit) const;

    std::shared_ptr<const SampleOrder> m_order;
    std::size_t m_units;
    /// Columns of the samples, by their positions; those that do not count are in unit m_units. The last
    /// units are missing if each sample is in one unit, and the weights if they are all the same.
    std::vector<std::uint16_t> m_first, m_last;
    std::vector<std::int64_t> m_weight;
    double m_each = 0; ///< the weight of each sample, if they are all the same
    /// The sums, or the numbers, by unit of all samples before each `samplesBetweenSums`-th; empty if samples
    /// last.
    std::vector<std::uint64_t> m_sumsBefore;
    std::vector<std::uint32_t> m_countsBefore;
};

} // namespace candela
