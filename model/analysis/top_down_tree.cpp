#include "model/analysis/top_down_tree.h"

#include <algorithm>
#include <limits>

namespace candela {

namespace {

constexpr auto notSorted = std::numeric_limits<std::uint32_t>::max();

} // namespace

TopDownTree::TopDownTree(std::shared_ptr<const CallTreeShape> shape, const StackWeights& weights)
    : m_shape(std::move(shape)), m_weights(callNodeWeights(*m_shape, weights)), m_children(m_shape->children),
      m_childCount(m_shape->size() + 1, notSorted) {}

std::span<const CallNodeIndex> TopDownTree::children(CallNodeIndex node) {
    const std::size_t slot = node ? node.row() + 1 : 0;
    const std::size_t begin = slot == 0 ? 0 : m_shape->childrenBegin[slot - 1];
    auto& count = m_childCount[slot];
    if (count == notSorted) {
        const auto all = std::span(m_children).subspan(begin, m_shape->childrenBegin[slot] - begin);
        const auto isEmpty = [&](CallNodeIndex child) { return self(child) == 0 && total(child) == 0; };
        const auto empty = std::ranges::remove_if(all, isEmpty);
        count = static_cast<std::uint32_t>(all.size() - empty.size());
        std::ranges::sort(all.first(count), [&](CallNodeIndex left, CallNodeIndex right) {
            return total(left) != total(right) ? total(left) > total(right) : left < right;
        });
    }
    return std::span(m_children).subspan(begin, count);
}

} // namespace candela
