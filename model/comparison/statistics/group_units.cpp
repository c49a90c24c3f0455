#include "model/comparison/statistics/group_units.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace candela {

namespace {

/// A node with more samples than that takes the difference of two sums over all samples before it.
constexpr std::size_t samplesBetweenSums = 4096;
/// How many ranges before it is added up a range is fetched.
constexpr std::size_t rangesAhead = 8;

} // namespace

/// Adds up ranges of samples by unit. Sums of samples in one unit are integers: they do not depend on the
/// order in which samples are added. Samples that do not count are in one unit more.
template<typename Sum>
class GroupUnits::Sums {
public:
    Sums(const GroupUnits& units, const std::vector<Sum>& before)
        : m_of(units), m_before(before), m_width(units.m_units + 1), m_sums(lanes * m_width) {}

    void add(std::size_t begin, std::size_t end) {
        if (m_before.empty() || end - begin <= samplesBetweenSums) return add<1>(begin, end);
        const auto from = addBefore<-1>(begin), to = addBefore<1>(end);
        from > begin ? add<1>(begin, from) : add<-1>(from, begin);
        to > end ? add<-1>(end, to) : add<1>(to, end);
    }

    void store(std::span<double> weights) const {
        for (std::size_t unit = 0; unit < weights.size(); ++unit) {
            Sum sum = 0;
            for (std::size_t lane = 0; lane < lanes; ++lane)
                sum += m_sums[lane * m_width + unit];
            if constexpr (isCount)
                weights[unit] = static_cast<double>(static_cast<std::int32_t>(sum)) * m_of.m_each;
            else
                weights[unit] = static_cast<double>(static_cast<std::int64_t>(sum));
        }
    }

    static Sum weightAt(const GroupUnits& units, std::size_t sample) {
        if constexpr (isCount)
            return 1;
        else
            return static_cast<Sum>(units.m_weight[sample]);
    }

private:
    /// Consecutive samples are often in one unit, where each sum would wait for the one before.
    static constexpr std::size_t lanes = 4;
    static constexpr bool isCount = std::is_same_v<Sum, std::uint32_t>;

    template<int sign>
    void add(std::size_t begin, std::size_t end) {
        const auto* const unit = m_of.m_first.data();
        auto* const sums = m_sums.data();
        const auto addOne = [&](std::size_t sample, std::size_t lane) {
            sums[lane * m_width + unit[sample]] += weightAt(m_of, sample) * static_cast<Sum>(sign);
        };
        auto sample = begin;
        for (; sample + lanes <= end; sample += lanes)
            for (std::size_t lane = 0; lane < lanes; ++lane)
                addOne(sample + lane, lane);
        for (; sample < end; ++sample)
            addOne(sample, 0);
    }

    /// Adds the sums of all samples before the one at `position`, or before one near it, which is returned.
    template<int sign>
    std::size_t addBefore(std::size_t position) {
        const auto last = m_before.size() / m_width - 1;
        const auto row = std::min((position + samplesBetweenSums / 2) / samplesBetweenSums, last);
        const auto* const before = m_before.data() + row * m_width;
        for (std::size_t unit = 0; unit < m_width; ++unit)
            m_sums[unit] += before[unit] * static_cast<Sum>(sign);
        return row * samplesBetweenSums;
    }

    const GroupUnits& m_of;
    const std::vector<Sum>& m_before;
    std::size_t m_width;
    std::vector<Sum> m_sums; ///< by lane, then by unit
};

/// The same for samples that last, whose weights are divided among units.
class GroupUnits::LastingSums {
public:
    explicit LastingSums(const GroupUnits& units)
        : m_of(units), m_sums(units.m_units + 1), m_parts(m_sums.size() + 1), m_begun(m_parts.size()) {}

    void add(std::size_t begin, std::size_t end) {
        for (auto sample = begin; sample < end; ++sample) {
            const auto first = m_of.m_first[sample], last = m_of.m_last[sample];
            if (first == last) {
                m_sums[first] += static_cast<std::uint64_t>(m_of.m_weight[sample]);
                continue;
            }
            const double part =
                static_cast<double>(m_of.m_weight[sample]) / static_cast<double>(last - first + 1);
            m_parts[first] += part;
            ++m_begun[first];
            m_parts[last + 1u] -= part;
            --m_begun[last + 1u];
        }
    }

    void store(std::span<double> weights) const {
        double part = 0;
        std::int64_t begun = 0;
        for (std::size_t unit = 0; unit < weights.size(); ++unit) {
            begun += m_begun[unit];
            // Where no sample lasts, the remainder of the sum is rounding.
            part = begun == 0 ? 0 : part + m_parts[unit];
            weights[unit] = static_cast<double>(static_cast<std::int64_t>(m_sums[unit])) + part;
        }
    }

private:
    const GroupUnits& m_of;
    std::vector<std::uint64_t> m_sums;
    /// By unit, for samples in several units: the change of the sum, and of the number of samples.
    std::vector<double> m_parts;
    std::vector<std::int64_t> m_begun;
};

UnitSamples::UnitSamples(std::size_t samples, std::size_t units)
    : m_units(units), m_first(longColumn(samples, static_cast<std::uint16_t>(units))) {}

GroupUnits::GroupUnits(std::shared_ptr<const SampleOrder> order, const UnitSamples& samples)
    : m_order(std::move(order)), m_units(samples.units()), m_each(static_cast<double>(samples.each())) {
    takeSamples(samples);
    sumUp();
}

void GroupUnits::takeSamples(const UnitSamples& samples) {
    const auto inOrder = [&](const auto& bySample) {
        if (samples.rows() == UnitSamples::Rows::Positions) return bySample;
        auto column = longColumn<std::decay_t<decltype(bySample[0])>>(bySample.size());
        for (std::size_t sample = 0; sample < bySample.size(); ++sample)
            column[m_order->position(sample)] = bySample[sample];
        return column;
    };
    m_first = inOrder(samples.first());
    m_last = inOrder(samples.last());
    m_weight = inOrder(samples.weight());
}

void GroupUnits::sumUp() {
    if (!m_last.empty() || m_first.size() < 2 * samplesBetweenSums) return;
    m_weight.empty() ? sumUp(m_countsBefore) : sumUp(m_sumsBefore);
}

template<typename Sum>
void GroupUnits::sumUp(std::vector<Sum>& before) {
    const auto width = m_units + 1;
    before = longColumn<Sum>((m_first.size() / samplesBetweenSums + 1) * width);
    for (std::size_t sample = 0; sample < m_first.size(); ++sample) {
        const auto row = sample / samplesBetweenSums + 1;
        if (row * width == before.size()) break;
        auto* const sums = before.data() + row * width;
        if (sample % samplesBetweenSums == 0) std::copy(sums - width, sums, sums);
        sums[m_first[sample]] += Sums<Sum>::weightAt(*this, sample);
    }
}

template<typename Visit>
void GroupUnits::withSums(const Visit& visit) const {
    if (!m_last.empty())
        visit(LastingSums(*this));
    else if (m_weight.empty())
        visit(Sums<std::uint32_t>(*this, m_countsBefore));
    else
        visit(Sums<std::uint64_t>(*this, m_sumsBefore));
}

std::vector<double> GroupUnits::totals() const {
    std::vector<double> totals(m_units);
    withSums([&](auto&& sums) {
        sums.add(0, m_first.size());
        sums.store(totals);
    });
    return totals;
}

bool GroupUnits::weigh(FrameGroupIndex group, Weighed weighed, std::span<double> weights) const {
    const auto ranges = m_order->rangesOf(group);
    if (ranges.empty()) return false;
    withSums([&](auto&& sums) {
        for (std::size_t row = 0; row < ranges.size(); ++row) {
            // Most ranges are short and anywhere in the columns.
            if (row + rangesAhead < ranges.size())
                __builtin_prefetch(m_first.data() + ranges[row + rangesAhead].begin);
            const auto& range = ranges[row];
            sums.add(range.begin, weighed == Weighed::Self ? range.ownEnd : range.end);
        }
        sums.store(weights);
    });
    return true;
}

} // namespace candela
