#include "views/session/matching_nodes.h"

#include <algorithm>
#include <queue>
#include <ranges>

namespace candela {

MatchingNodes::MatchingNodes(CallTree& tree, const std::vector<bool>& groups)
    : m_tree(tree), m_groups(groups), m_matches(tree.matches(groups)) {}

std::vector<CallNodeIndex> MatchingNodes::heaviest(std::size_t count) {
    const auto isLighter = [this](CallNodeIndex left, CallNodeIndex right) {
        return m_tree.total(left) != m_tree.total(right) ? m_tree.total(left) < m_tree.total(right)
                                                         : left > right;
    };
    std::priority_queue<CallNodeIndex, std::vector<CallNodeIndex>, decltype(isLighter)> open(isLighter);
    const auto addChildren = [&](CallNodeIndex node) {
        for (const auto child : m_tree.children(node))
            if (mayLead(child)) open.push(child);
    };
    addChildren({});
    std::vector<CallNodeIndex> found;
    for (std::size_t walked = 0; !open.empty() && found.size() < count && walked < maximumVisited; ++walked) {
        const auto node = open.top();
        open.pop();
        if (isMatch(node)) found.push_back(node);
        addChildren(node);
    }
    return found;
}

/// The next row of a fully expanded tree; subtrees without a match are skipped.
CallNodeIndex MatchingNodes::after(CallNodeIndex node, const Rows& rows) const {
    const auto leads = [this](CallNodeIndex row) { return mayLead(row); };
    const auto& below = rows(node);
    if (const auto first = std::ranges::find_if(below, leads); first != below.end()) return *first;
    for (; node; node = m_tree.parent(node)) {
        const auto& siblings = rows(m_tree.parent(node));
        const auto own = std::ranges::find(siblings, node);
        if (const auto next = std::find_if(own + 1, siblings.end(), leads); next != siblings.end())
            return *next;
    }
    return {};
}

/// The same in the other direction; the row before none is the last row.
CallNodeIndex MatchingNodes::before(CallNodeIndex node, const Rows& rows) const {
    const auto lastLeading = [this](std::span<const CallNodeIndex> found) {
        for (const auto row : found | std::views::reverse)
            if (mayLead(row)) return row;
        return CallNodeIndex();
    };
    const auto parent = node ? m_tree.parent(node) : CallNodeIndex();
    const std::span<const CallNodeIndex> siblings = rows(parent);
    const auto own = node ? std::ranges::find(siblings, node) - siblings.begin() : std::ssize(siblings);
    auto last = lastLeading(siblings.first(static_cast<std::size_t>(own)));
    if (!last) return parent;
    for (std::uint32_t depth = 0; depth < maximumVisited; ++depth) {
        const auto deeper = lastLeading(rows(last));
        if (!deeper) break;
        last = deeper;
    }
    return last;
}

CallNodeIndex MatchingNodes::find(CallNodeIndex from, MatchStep step, const Rows& rows) const {
    auto node = from;
    bool isAround = false; // the search wrapped around at the end
    for (std::size_t walked = 0; walked < maximumVisited; ++walked) {
        node = step == MatchStep::Next ? after(node, rows) : before(node, rows);
        if (node && isMatch(node)) return node;
        if (!node && std::exchange(isAround, true)) break;
        if (node && node == from) break;
    }
    return {};
}

} // namespace candela
