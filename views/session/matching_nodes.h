/// The nodes of a call tree that a search matches. A top-down tree
/// knows all of them. An inverted tree creates nodes on request and may
/// have very many; a search visits at most `maximumVisited` of these.
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
    /// The rows below a node, in the order in which they are shown; without a node: the top rows.
    using Rows = std::function<const std::vector<CallNodeIndex>&(CallNodeIndex)>;

    /// `groups` has a row for each group. Both must outlive this object.
    MatchingNodes(CallTree& tree, const std::vector<bool>& groups);

    /// At most `count` matches: those with the largest totals, callers before their callees.
    std::vector<CallNodeIndex> heaviest(std::size_t count);
    /// The number of matching nodes with a weight; none if it is not known.
    std::optional<std::size_t> count() const {
        return m_matches ? std::optional(m_matches->count) : std::nullopt;
    }
    /// The match after (or before) `from` in the order of the rows, wrapping around at the end; from none:
    /// the first (or last). None if there is no other match.
    CallNodeIndex find(CallNodeIndex from, MatchStep step, const Rows& rows) const;

private:
    bool isMatch(CallNodeIndex node) const { return m_groups[m_tree.group(node).row()]; }
    /// Whether the node or any node below it may match.
    bool mayLead(CallNodeIndex node) const {
        const auto inShape = m_matches ? m_tree.shapeNode(node) : CallNodeIndex();
        return !inShape || m_matches->leads[inShape.row()];
    }
    CallNodeIndex after(CallNodeIndex node, const Rows& rows) const;
    CallNodeIndex before(CallNodeIndex node, const Rows& rows) const;

    CallTree& m_tree;
    const std::vector<bool>& m_groups;
    std::optional<NodeMatches> m_matches; ///< the matches of a top-down tree
};

} // namespace candela
