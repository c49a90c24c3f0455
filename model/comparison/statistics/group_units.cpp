#include "model/comparison/statistics/group_units.h"

#include "model/profile/long_column.h"

#include <algorithm>
#include <utility>

namespace candela {

namespace {

/// A node with more samples than that takes the difference of two sums over all samples before it.
constexpr std::size_t samplesBetweenSums = 4096;

} // namespace

/// Adds up ranges of samples by unit. Sums of samples in one unit are integers: they do not depend on the
/// order in which samples are added.
class GroupUnits::Sums {
public:
    explicit Sums(const GroupUnits& units) : m_of(units), m_sums(units.m_units) {
        if (units.m_last.empty()) return;
        m_parts.resize(units.m_units + 1);
        m_begun.resize(units.m_units + 1);
    }

    void add(std::size_t begin, std::size_t end) {
        if (!m_of.m_last.empty()) return addLasting(begin, end);
        if (m_of.m_sumsBefore.empty() || end - begin <= samplesBetweenSums) return add<1>(begin, end);
        const auto from = addBefore<-1>(begin), to = addBefore<1>(end);
        from > begin ? add<1>(begin, from) : add<-1>(from, begin);
        to > end ? add<-1>(end, to) : add<1>(to, end);
    }

    void store(std::span<double> weights) const {
        double part = 0;
        std::int64_t begun = 0;
        for (std::size_t unit = 0; unit < weights.size(); ++unit) {
            weights[unit] = static_cast<double>(static_cast<std::int64_t>(m_sums[unit]));
            if (m_parts.empty()) continue;
            begun += m_begun[unit];
            // Where no sample lasts, the remainder of the sum is rounding.
            part = begun == 0 ? 0 : part + m_parts[unit];
            weights[unit] += part;
        }
    }

private:
    template<int sign>
    void add(std::size_t begin, std::size_t end) {
        const auto* const unit = m_of.m_first.data();
        const auto* const weight = m_of.m_weight.data();
        auto* const sums = m_sums.data();
        for (auto sample = begin; sample < end; ++sample)
            sums[unit[sample]] +=
                static_cast<std::uint64_t>(weight[sample]) * static_cast<std::uint64_t>(sign);
    }

    /// Adds the sums of all samples before the one at `position`, or before one near it, which is returned.
    template<int sign>
    std::size_t addBefore(std::size_t position) {
        const auto last = m_of.m_sumsBefore.size() / m_of.m_units - 1;
        const auto row = std::min((position + samplesBetweenSums / 2) / samplesBetweenSums, last);
        const auto* const before = m_of.m_sumsBefore.data() + row * m_of.m_units;
        for (std::size_t unit = 0; unit < m_of.m_units; ++unit)
            m_sums[unit] += sign > 0 ? before[unit] : -before[unit];
        return row * samplesBetweenSums;
    }

    void addLasting(std::size_t begin, std::size_t end) {
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

    const GroupUnits& m_of;
    std::vector<std::uint64_t> m_sums;
    /// By unit, for samples in several units: the change of the sum, and of the number of samples.
    std::vector<double> m_parts;
    std::vector<std::int64_t> m_begun;
};

GroupUnits::GroupUnits(const CallTreeShape& shape, std::size_t units, std::span<const UnitSample> samples)
    : m_units(units) {
    takeSamples(shape, samples);
    sumUp();
}

void GroupUnits::takeSamples(const CallTreeShape& shape, std::span<const UnitSample> samples) {
    // The last row is for samples without a node.
    const auto size = shape.size();
    const auto rowOf = [&](const UnitSample& sample) {
        const auto node = sample.stack ? shape.nodeOfStack[sample.stack.row()] : CallNodeIndex();
        return node ? node.row() : size;
    };
    auto own = longColumn<std::uint32_t>(size + 1);
    bool doLast = false;
    for (const auto& sample : samples) {
        ++own[rowOf(sample)];
        doLast |= sample.first != sample.last;
    }
    auto all = own; // with the nodes below
    for (auto node = size; node-- > 0;)
        if (const auto parent = shape.parent[node]) all[parent.row()] += all[node];
    auto begin = longColumn<std::uint32_t>(size + 1);
    auto next = longColumn<std::uint32_t>(size + 1); // where the samples of the node's next child begin
    std::uint32_t nextRoot = 0;
    for (std::size_t node = 0; node <= size; ++node) {
        const auto parent = node < size ? shape.parent[node] : CallNodeIndex();
        auto& free = parent ? next[parent.row()] : nextRoot;
        begin[node] = std::exchange(free, free + all[node]);
        next[node] = begin[node] + own[node];
    }
    takeRanges(shape, begin, own, all);

    m_first = longColumn<std::uint16_t>(samples.size());
    if (doLast) m_last = longColumn<std::uint16_t>(samples.size());
    m_weight = longColumn<std::int64_t>(samples.size());
    for (const auto& sample : samples) {
        const auto position = begin[rowOf(sample)]++;
        m_first[position] = sample.first;
        if (doLast) m_last[position] = sample.last;
        m_weight[position] = sample.weight;
    }
}

void GroupUnits::takeRanges(const CallTreeShape& shape, std::span<const std::uint32_t> begin,
                            std::span<const std::uint32_t> own, std::span<const std::uint32_t> all) {
    const auto size = shape.size();
    const auto groupOf = [&](std::size_t node) {
        return node < size ? shape.group[node] : shape.groups->stackless;
    };
    m_rangesOf.assign(shape.groups->size() + 2, 0);
    for (std::size_t node = 0; node <= size; ++node)
        if (all[node] > 0 && groupOf(node)) ++m_rangesOf[groupOf(node).row() + 2];
    for (std::size_t group = 2; group < m_rangesOf.size(); ++group)
        m_rangesOf[group] += m_rangesOf[group - 1];
    m_ranges = longColumn<NodeRange>(m_rangesOf.back());
    for (std::size_t node = 0; node <= size; ++node) {
        if (all[node] == 0 || !groupOf(node)) continue;
        // A node below another one of its group adds nothing to the group's total.
        const bool isRecursive = node < size && shape.isRecursive[node];
        m_ranges[m_rangesOf[groupOf(node).row() + 1]++] = {begin[node], begin[node] + own[node],
                                                           begin[node] + (isRecursive ? 0 : all[node])};
    }
    m_rangesOf.pop_back();
}

void GroupUnits::sumUp() {
    if (!m_last.empty() || m_first.size() < 2 * samplesBetweenSums) return;
    m_sumsBefore = longColumn<std::uint64_t>((m_first.size() / samplesBetweenSums + 1) * m_units);
    for (std::size_t sample = 0; sample < m_first.size(); ++sample) {
        const auto row = sample / samplesBetweenSums + 1;
        if (row * m_units == m_sumsBefore.size()) break;
        auto* const sums = m_sumsBefore.data() + row * m_units;
        if (sample % samplesBetweenSums == 0) std::copy(sums - m_units, sums, sums);
        sums[m_first[sample]] += static_cast<std::uint64_t>(m_weight[sample]);
    }
}

std::span<const GroupUnits::NodeRange> GroupUnits::rangesOf(FrameGroupIndex group) const {
    if (group.row() + 1 >= m_rangesOf.size()) return {};
    const auto begin = m_rangesOf[group.row()];
    return std::span(m_ranges).subspan(begin, m_rangesOf[group.row() + 1] - begin);
}

std::vector<double> GroupUnits::totals() const {
    Sums sums(*this);
    sums.add(0, m_first.size());
    std::vector<double> totals(m_units);
    sums.store(totals);
    return totals;
}

bool GroupUnits::weigh(FrameGroupIndex group, Weighed weighed, std::span<double> weights) const {
    const auto ranges = rangesOf(group);
    if (ranges.empty()) return false;
    Sums sums(*this);
    for (const auto& range : ranges)
        sums.add(range.begin, weighed == Weighed::Self ? range.ownEnd : range.end);
    sums.store(weights);
    return true;
}

} // namespace candela
