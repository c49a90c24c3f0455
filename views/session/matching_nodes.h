/// The nodes of a call tree that a search matches. A top-down tree knows where they are; an inverted one
/// makes its nodes when they are asked for and may have very many, of which a search walks through at most
/// `maximumVisited`.
#pragma once

#include "model/analysis/call_tree/call_tree.h"
#include "views/session/session.h"

#include <functional>
#include <optional>
#include <vector>

namespace candela {

class MatchingNodes {
public:
    static constexpr std::size_t maximumVisited = 100'000;
    /// The rows below a node in the order in which they are shown; of none: the top ones.
    using Rows = std::function<const std::vector<CallNodeIndex>&(CallNodeIndex)>;

    /// `groups` has a row per group. Both outlive this.
    MatchingNodes(CallTree& tree, const std::vector<bool>& groups);

    /// At most `count`, those with the largest totals, callers before their callees.
    std::vector<CallNodeIndex> heaviest(std::size_t count);
    /// How many nodes with a weight match; none where that is not known.
    std::optional<std::size_t> count() const {
        return m_matches ? std::optional(m_matches->count) : std::nullopt;
    }
    /// The match after (or before) `from` in the order of the rows, around at the end; from none: the first
    /// (or last). None where there is no other match.
    CallNodeIndex find(CallNodeIndex from, MatchStep step, const Rows& rows) const;

private:
    bool isMatch(CallNodeIndex node) const { return m_groups[m_tree.group(node).row()]; }
    /// False where no match is at the node or below it.
    bool mayLead(CallNodeIndex node) const {
        const auto inShape = m_matches ? m_tree.shapeNode(node) : CallNodeIndex();
        return !inShape || m_matches->leads[inShape.row()];
    }
    CallNodeIndex after(CallNodeIndex node, const Rows& rows) const;
    CallNodeIndex before(CallNodeIndex node, const Rows& rows) const;

    CallTree& m_tree;
    const std::vector<bool>& m_groups;
    std::optional<NodeMatches> m_matches; ///< of a top-down tree
};

} // namespace candela
