/// The path from a tree's root to a row, moved from row to row: only the parts that differ between two rows
/// are left and entered. A tree is a column of parents; parents precede their children. In trees that grew by
/// whole stacks, most rows directly follow their parents, so that moving through all rows enters each once
/// and reads memory in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace candela {

/// `Visitor` has enter(row), called from the root on, and leave(row), called in the opposite order.
template<typename Node, typename Visitor>
class TreeWalk {
public:
    TreeWalk(std::span<const Node> parents, Visitor& visitor) : m_parents(parents), m_visitor(visitor) {}

    void moveTo(Node target) {
        // Ancestors have smaller rows than their descendants, so a larger row that is not the target is left.
        auto row = target;
        for (; row; row = m_parents[row.row()]) {
            leaveWhile([row](Node last) { return last > row; });
            if (!m_way.empty() && m_way.back() == row) break;
            m_toEnter.push_back(row);
        }
        if (row.isNone()) end();
        m_entered += m_toEnter.size();
        for (; !m_toEnter.empty(); m_toEnter.pop_back()) {
            m_way.push_back(m_toEnter.back());
            m_visitor.enter(m_toEnter.back());
        }
    }

    /// Leaves all.
    void end() {
        leaveWhile([](Node) { return true; });
    }

    /// Whether many more rows were entered than the tree's first `rows` rows, which the walk has passed. Then
    /// the rows are not in the order of whole stacks, and other algorithms are faster.
    bool isSlow(std::size_t rows) const { return m_entered > rows + rows / 2 + enteredAtOnce; }

private:
    void leaveWhile(auto isLeft) {
        while (!m_way.empty() && isLeft(m_way.back())) {
            m_visitor.leave(m_way.back());
            m_way.pop_back();
        }
    }

    static constexpr std::size_t enteredAtOnce = 1 << 16;

    std::span<const Node> m_parents;
    Visitor& m_visitor;
    std::vector<Node> m_way; // the path from the root on
    std::vector<Node> m_toEnter;
    std::size_t m_entered = 0;
};

} // namespace candela
