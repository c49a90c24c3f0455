#include "app/commands/profiles/report_tree.h"

#include <absl/container/flat_hash_set.h>

#include <queue>
#include <utility>

namespace candela {

namespace {

/// Returns nodes, the heaviest first, parents before children. In a difference of profiles, a node weighs the
/// sum of the changes in it regardless of sign, even if they cancel out.
class HeaviestNodes {
public:
    HeaviestNodes(CallTree& tree, const ReportTreeLimits& limits)
        : m_tree(tree), m_minimumWeight(limits.minimumShare * static_cast<double>(tree.totalMagnitude())) {
        push(CallNodeIndex());
        while (!m_waiting.empty() && (limits.rows == 0 || m_taken.size() < limits.rows)) {
            const auto node = m_waiting.top().second;
            m_waiting.pop();
            m_taken.insert(node);
            push(node);
        }
    }

    /// The children of `parent` that are shown, largest first; without a parent: the roots.
    std::vector<CallNodeIndex> children(CallNodeIndex parent) {
        std::vector<CallNodeIndex> taken;
        for (const auto node : m_tree.children(parent)) {
            if (m_taken.contains(node))
                taken.push_back(node);
            else
                ++m_hidden;
        }
        return taken;
    }
    std::size_t hidden() const { return m_hidden; }

private:
    void push(CallNodeIndex parent) {
        for (const auto node : m_tree.children(parent)) {
            const auto weight = static_cast<double>(m_tree.magnitude(node));
            if (weight >= m_minimumWeight) m_waiting.emplace(weight, node);
        }
    }

    CallTree& m_tree;
    double m_minimumWeight;
    std::priority_queue<std::pair<double, CallNodeIndex>> m_waiting;
    absl::flat_hash_set<CallNodeIndex> m_taken;
    std::size_t m_hidden = 0;
};

struct Pending {
    CallNodeIndex node;
    std::string lines;      // before its name
    std::string linesBelow; // the prefix of its children's lines
};

/// Adds the children in reverse order, because the vector is used as a stack.
void addChildren(HeaviestNodes& nodes, CallNodeIndex parent, const std::string& lines,
                 std::vector<Pending>& pending) {
    const auto children = nodes.children(parent);
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
        if (children.size() == 1)
            pending.push_back({*child, lines, lines});
        else if (child == children.rbegin())
            pending.push_back({*child, lines + "└ ", lines + "  "});
        else
            pending.push_back({*child, lines + "├ ", lines + "│ "});
    }
}

} // namespace

ReportTree reportTree(CallTree& tree, const ReportTreeLimits& limits) {
    HeaviestNodes nodes(tree, limits);
    ReportTree result;
    std::vector<Pending> pending;
    addChildren(nodes, CallNodeIndex(), {}, pending);
    while (!pending.empty()) {
        const auto next = std::move(pending.back());
        pending.pop_back();
        result.rows.push_back({next.lines, tree.group(next.node), tree.depth(next.node), tree.self(next.node),
                               tree.total(next.node)});
        addChildren(nodes, next.node, next.linesBelow, pending);
    }
    result.hidden = nodes.hidden();
    return result;
}

} // namespace candela
