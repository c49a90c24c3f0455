/// Finds and adds rows of a tree that is stored as two columns: each row's parent, and its label (a frame or
/// a group). Parents precede their children, and no two rows have the same parent and label.
///
/// Trees grow by whole stacks. The part of a stack that others do not share is added at once, each row
/// directly after its parent, so that a row's first child is mostly the next row. Only other children are
/// hashed: memory is accessed in order, and random look-ups are needed only where stacks diverge.
#pragma once

#include "model/profile/long_column.h"

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
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
    }

    /// The row; none if there is no such row yet. The parent of a root is none.
    Node find(Node parent, Label label) {
        if (m_known != m_parent.size()) learn();
        if (parent) {
            const std::size_t next = parent.row() + std::size_t{1};
            if (next < m_known && m_parent[next] == parent && m_label[next] == label) return Node(next);
            if (!hasHashedChildren(parent)) return {};
        }
        const auto found = m_hashed.find(Key{parent, label});
        return found == m_hashed.end() ? Node() : found->second;
    }

    /// Adds a row. May be called only after find() has returned none.
    Node add(Node parent, Label label) {
        const Node added(m_parent.size());
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

private:
    struct Key {
        Node parent;
        Label label;

        bool operator==(const Key&) const = default;
        template<typename H>
        friend H AbslHashValue(H state, const Key& key) {
            const auto parent = key.parent ? key.parent.row() : Node::noneValue;
            return H::combine(std::move(state), std::uint64_t{parent} << 32 | key.label.row());
        }
    };
    static constexpr std::size_t wordBits = 64;

    bool hasHashedChildren(Node node) const {
        const auto word = node.row() / wordBits;
        return word < m_haveHashed.size() && (m_haveHashed[word] >> node.row() % wordBits & 1) != 0;
    }

    void link(Node parent, Label label, Node added) {
        if (parent) {
            if (parent.row() + std::size_t{1} == added.row()) return;
            const auto word = parent.row() / wordBits;
            if (word >= m_haveHashed.size()) m_haveHashed.resize(word + 1);
            m_haveHashed[word] |= std::uint64_t{1} << parent.row() % wordBits;
        }
        m_hashed.emplace(Key{parent, label}, added);
    }

    void learn() {
        for (; m_known < m_parent.size(); ++m_known)
            link(m_parent[m_known], m_label[m_known], Node(m_known));
    }

    std::vector<Node>& m_parent;
    std::vector<Label>& m_label;
    std::size_t m_known = 0;                 // rows
    std::vector<std::uint64_t> m_haveHashed; // a bit for each row: whether it has children in m_hashed
    absl::flat_hash_map<Key, Node> m_hashed; // roots, and children that do not directly follow their parent
};

} // namespace candela
