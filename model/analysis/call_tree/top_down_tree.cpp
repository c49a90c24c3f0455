#include "model/analysis/call_tree/top_down_tree.h"

#include "model/base/wrapping.h"

#include <algorithm>
#include <limits>

namespace candela {

namespace {

constexpr auto notSorted = std::numeric_limits<std::uint32_t>::max();

/// The magnitudes of the nodes. Empty if no weight is negative, because totals are then the magnitudes;
/// mostly the sums alone show that.
std::vector<std::int64_t> magnitudesOf(const CallTreeShape& shape, std::span<const std::int64_t> self,
                                       const StackWeights& weights) {
    if (weights.total == weights.magnitude ||
        std::ranges::none_of(self, [](std::int64_t weight) { return weight < 0; }))
        return {};
    std::vector<std::int64_t> magnitudes(self.size());
    std::ranges::transform(self, magnitudes.begin(), magnitudeOf);
    for (auto node = shape.size(); node-- > 0;) {
        const auto parent = shape.parent[node];
        if (parent) magnitudes[parent.row()] = wrappingSum(magnitudes[parent.row()], magnitudes[node]);
    }
    return magnitudes;
}

} // namespace

TopDownTree::TopDownTree(std::shared_ptr<const CallTreeShape> shape, const StackWeights& weights,
                         std::shared_ptr<const CallNodeWeights> nodes)
    : m_shape(std::move(shape)),
      m_weights(nodes ? std::move(nodes)
                      : std::make_shared<const CallNodeWeights>(callNodeWeights(*m_shape, weights))),
      m_magnitudes(magnitudesOf(*m_shape, m_weights->self, weights)) {}

std::span<const CallNodeIndex> TopDownTree::children(CallNodeIndex node) {
    if (m_childCount.empty()) {
        m_children.resize(m_shape->size());
        m_childCount.resize(m_shape->size() + 1, notSorted);
    }
    const auto [begin, end] = childRange(node);
    auto& count = m_childCount[node ? node.row() + 1 : 0];
    if (count == notSorted) {
        m_sorted.clear();
        for (auto child = begin; child < end; ++child)
            if (hasWeight(child)) m_sorted.push_back({magnitude(CallNodeIndex(child)), child});
        sortByWeight(m_sorted);
        for (std::size_t row = 0; row < m_sorted.size(); ++row)
            m_children[begin + row] = CallNodeIndex(m_sorted[row].row);
        count = static_cast<std::uint32_t>(m_sorted.size());
    }
    return std::span(m_children).subspan(begin, count);
}

ChildSums TopDownTree::appendChildren(CallNodeIndex node, std::int64_t minimum,
                                      std::vector<SizedChild>& children) const {
    const auto [begin, end] = childRange(node);
    const auto* const total = m_weights->total.data();
    const auto* const magnitude = m_magnitudes.empty() ? total : m_magnitudes.data();
    const auto* const childrenBegin = m_shape->childrenBegin.data();
    // The sums of the smaller ones, without branches and in registers: most children are small.
    std::uint32_t count = 0, heaviest = begin;
    std::uint64_t magnitudes = 0, totals = 0;
    std::int64_t largest = 0;
    for (auto row = begin; row < end; ++row) {
        const auto size = magnitude[row];
        if (size >= minimum) {
            children.push_back({size, total[row], CallNodeIndex(row)});
            __builtin_prefetch(childrenBegin + row); // the caller mostly asks for its children next
            continue;
        }
        const auto isCounted = size > 0;
        count += isCounted ? 1 : 0;
        magnitudes += isCounted ? static_cast<std::uint64_t>(size) : 0;
        totals += isCounted ? static_cast<std::uint64_t>(total[row]) : 0;
        heaviest = size > largest ? row : heaviest;
        largest = size > largest ? size : largest;
    }
    ChildSums smaller{.count = count,
                      .magnitude = static_cast<std::int64_t>(magnitudes),
                      .total = static_cast<std::int64_t>(totals),
                      .heaviest = {}};
    if (count > 0) smaller.heaviest = {largest, total[heaviest], CallNodeIndex(heaviest)};
    return smaller;
}

bool TopDownTree::hasChildren(CallNodeIndex node) const {
    const auto [begin, end] = childRange(node);
    for (auto child = begin; child < end; ++child)
        if (hasWeight(child)) return true;
    return false;
}

NodeMatches TopDownTree::matches(const std::vector<bool>& groups) const {
    NodeMatches found{.count = 0, .leads = std::vector<bool>(size())};
    for (auto row = m_shape->size(); row-- > 0;) { // children come after their parents
        const CallNodeIndex node(row);
        const bool isShown = total(node) != 0 || self(node) != 0;
        if (isShown && groups[group(node).row()]) {
            ++found.count;
            found.leads[row] = true;
        }
        if (found.leads[row] && parent(node)) found.leads[parent(node).row()] = true;
    }
    return found;
}

} // namespace candela
