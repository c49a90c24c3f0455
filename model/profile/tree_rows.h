/// Finds and adds rows of a tree that is stored as two columns: each row's parent, and its label (a frame or
/// a group). Parents precede their children, and no two rows have the same parent and label.
///
/// Trees grow by whole stacks. The part of a stack that others do not share is added at once, each row
/// directly after its parent, so that a row's first child is mostly the next row. Only other children are
/// hashed: memory is accessed in order, and random look-ups are needed only where stacks diverge. No label is
/// none.
#pragma once

#include "model/profile/long_column.h"
#include "model/profile/tree_branches.h"

#include <cassert>
#include <cstddef>
#include <span>
#include <vector>

namespace candela {

template<typename Node, typename Label>
class TreeRows {
public:
    /// The columns must outlive this object. Rows that they contain, or that their owner adds later, are
    /// found from the next call on.
    TreeRows(std::vector<Node>& parent, std::vector<Label>& label) : m_parent(parent), m_label(label) {}

    /// Reserves space for this many rows in total.
    void reserve(std::size_t rows) {
        reserveLong(m_parent, rows);
        reserveLong(m_label, rows);
        reserveLong(m_links, rows);
    }

    /// The row; none if there is no such row yet. The parent of a root is none.
    Node find(Node parent, Label label) {
        if (m_known != m_parent.size()) learn();
        return parent ? findChild(m_links[parent.row()], parent, label) : m_branches.find(parent, label);
    }

    /// Adds a row. May be called only after find() has returned none.
    Node add(Node parent, Label label) {
        const Node added(m_parent.size());
        growLinks(m_known + 1);
        link(parent, label, added);
        growLong(m_parent, 1);
        growLong(m_label, 1);
        m_parent.push_back(parent);
        m_label.push_back(label);
        ++m_known;
        return added;
    }

    /// Adds a row for each label; the parent of each is the row before it. Returns the last row.
    Node addChain(Node parent, std::span<const Label> labels) {
        if (labels.empty()) return parent;
        const auto first = m_parent.size();
        growLong(m_links, labels.size());
        for (const auto next : labels.subspan(1))
            m_links.push_back({next, {}});
        m_links.emplace_back();
        link(parent, labels.front(), Node(first));
        growLong(m_parent, labels.size());
        growLong(m_label, labels.size());
        m_label.insert(m_label.end(), labels.begin(), labels.end());
        m_parent.resize(first + labels.size());
        m_parent[first] = parent;
        for (auto row = first + 1; row < m_parent.size(); ++row)
            m_parent[row] = Node(row - 1);
        m_known = m_parent.size();
        return Node(m_known - 1);
    }

    Node findOrAdd(Node parent, Label label) {
        const auto found = find(parent, label);
        return found ? found : add(parent, label);
    }

    /// The last row of the path of these labels below `parent`, of which the missing rows are added. Returns
    /// the parent for an empty path.
    Node findOrAddPath(Node parent, std::span<const Label> labels) {
        const auto known = findPath(parent, labels, [&](Node row) { parent = row; });
        return addChain(parent, labels.subspan(known));
    }

    /// Calls visit(row) for each row of the path of these labels below `parent` that there is. Returns their
    /// number. Faster than find() for each.
    template<typename Visit>
    std::size_t findPath(Node parent, std::span<const Label> labels, Visit visit) {
        if (m_known != m_parent.size()) learn();
        const auto* const links = m_links.data(); // they do not move meanwhile
        for (std::size_t depth = 0; depth < labels.size(); ++depth) {
            const auto found = parent ? findChild(links[parent.row()], parent, labels[depth])
                                      : m_branches.find(parent, labels[depth]);
            if (!found) return depth;
            visit(found);
            parent = found;
        }
        return labels.size();
    }

private:
    /// The children of a row that are found without a look-up. Of most rows only the next one is: it takes
    /// one access to memory, because a parent may be anywhere.
    struct Link {
        Label nextLabel; ///< that of the next row if it is a child; else none
        Node recent;     ///< the child in m_branches that was found last; none if there is none
    };

    Node findChild(const Link& link, Node parent, Label label) {
        assert(label); // a link without a child has no label
        if (link.nextLabel == label) return Node(parent.row() + std::size_t{1});
        if (!link.recent || m_label[link.recent.row()] == label) return link.recent;
        return findBranch(parent, label);
    }

    /// A child that does not directly follow its parent, of a parent that has such children. Not inline, like
    /// learn(), so that find() is.
    [[gnu::noinline]] Node findBranch(Node parent, Label label) {
        const auto found = m_branches.find(parent, label);
        if (found) m_links[parent.row()].recent = found;
        return found;
    }

    void growLinks(std::size_t rows) {
        growLong(m_links, rows - m_links.size());
        m_links.resize(rows);
    }

    void link(Node parent, Label label, Node added) {
        if (parent && parent.row() + std::size_t{1} == added.row()) {
            m_links[parent.row()].nextLabel = label;
            return;
        }
        if (parent) m_links[parent.row()].recent = added;
        m_branches.add(parent, label, added);
    }

    [[gnu::noinline]] void learn() {
        growLinks(m_parent.size());
        for (; m_known < m_parent.size(); ++m_known)
            link(m_parent[m_known], m_label[m_known], Node(m_known));
    }

    std::vector<Node>& m_parent;
    std::vector<Label>& m_label;
    std::size_t m_known = 0;              // rows
    std::vector<Link> m_links;            // by row
    TreeBranches<Node, Label> m_branches; // roots, and children that do not directly follow their parent
};

} // namespace candela
