/// The weights of a call tree's groups by unit, added up when they are asked for.
#pragma once

#include "model/comparison/statistics/sample_order.h"
#include "model/profile/long_column.h"

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace candela {

/// The samples of a table that count, and their units.
class UnitSamples {
public:
    /// What the columns are by: rows of the table, or positions in a SampleOrder.
    enum class Rows { Samples, Positions };

    /// None counts yet; columns are by sample.
    UnitSamples(std::size_t samples, std::size_t units);
    /// Samples of one unit each, by position; no weights if all are `each`.
    UnitSamples(std::size_t units, std::vector<std::uint16_t> first, std::vector<std::int64_t> weight,
                std::int64_t each)
        : m_units(units), m_first(std::move(first)), m_weight(std::move(weight)), m_each(each),
          m_isEmpty(false), m_rows(Rows::Positions) {}

    /// The weight of the sample is divided equally among the units from the first to the last.
    void add(std::size_t sample, std::uint16_t first, std::uint16_t last, std::int64_t weight) {
        if (std::exchange(m_isEmpty, false)) m_each = weight;
        if ((weight != m_each || last != first) && m_weight.empty())
            m_weight = longColumn(m_first.size(), m_each);
        if (last != first && m_last.empty()) m_last = m_first;
        m_first[sample] = first;
        if (!m_last.empty()) m_last[sample] = last;
        if (!m_weight.empty()) m_weight[sample] = weight;
    }

    Rows rows() const { return m_rows; }
    std::size_t units() const { return m_units; }
    /// units() for samples that do not count.
    const std::vector<std::uint16_t>& first() const { return m_first; }
    /// Empty if each sample is in one unit.
    const std::vector<std::uint16_t>& last() const { return m_last; }
    /// Empty if all are each(), and each sample is in one unit.
    const std::vector<std::int64_t>& weight() const { return m_weight; }
    std::int64_t each() const { return m_each; }

private:
    std::size_t m_units;
    std::vector<std::uint16_t> m_first, m_last;
    std::vector<std::int64_t> m_weight;
    std::int64_t m_each = 0;
    bool m_isEmpty = true;
    Rows m_rows = Rows::Samples;
};

class GroupUnits {
public:
    /// The samples are those of the order. Takes time and memory in proportion to them.
    GroupUnits(std::shared_ptr<const SampleOrder> order, const UnitSamples& samples);

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

    void takeSamples(const UnitSamples& samples);
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
