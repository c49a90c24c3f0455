#include "model/comparison/statistics/sample_order.h"

#include "model/profile/long_column.h"

#include <utility>

namespace candela {

namespace {

/// A random number for a position (splitmix64).
std::uint64_t markOf(std::uint32_t position) {
    auto z = (std::uint64_t{position} + 1) * 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

} // namespace

SampleOrder::SampleOrder(const CallTreeShape& shape, std::span<const StackIndex> stacks) {
    // The last row is for samples without a node.
    const auto size = shape.size();
    const auto rowOf = [&](StackIndex stack) {
        const auto node = stack ? shape.nodeOfStack[stack.row()] : CallNodeIndex();
        return node ? node.row() : size;
    };
    auto own = longColumn<std::uint32_t>(size + 1);
    for (const auto stack : stacks)
        ++own[rowOf(stack)];
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
    reserveLong(m_position, stacks.size());
    for (const auto stack : stacks)
        m_position.push_back(begin[rowOf(stack)]++);
}

void SampleOrder::takeRanges(const CallTreeShape& shape, std::span<const std::uint32_t> begin,
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
    // The marks of ranges that meet cancel out, so that the number depends on the samples alone.
    for (auto& identities : m_identities)
        identities.resize(shape.groups->size());
    for (std::size_t group = 0; group < shape.groups->size(); ++group) {
        for (const auto& range : rangesOf(FrameGroupIndex(group))) {
            const auto first = markOf(range.begin);
            m_identities[0][group] += markOf(range.ownEnd) - first;
            m_identities[1][group] += markOf(range.end) - first;
        }
    }
}

std::span<const SampleOrder::NodeRange> SampleOrder::rangesOf(FrameGroupIndex group) const {
    if (group.row() + 1 >= m_rangesOf.size()) return {};
    const auto begin = m_rangesOf[group.row()];
    return std::span(m_ranges).subspan(begin, m_rangesOf[group.row() + 1] - begin);
}

std::uint64_t SampleOrder::identityOf(FrameGroupIndex group, Weighed weighed) const {
    return m_identities[static_cast<std::size_t>(weighed)][group.row()];
}

} // namespace candela
