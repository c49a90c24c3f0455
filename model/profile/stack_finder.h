/// Finds the stack that a frame makes on top of another stack, among the rows of a growing StackTable.
/// A stack's first children are a list, which is shorter than a look-up in a table of all; only what comes
/// after them is hashed.
#pragma once

#include "model/profile/profile.h"

#include <absl/container/flat_hash_map.h>

#include <utility>
#include <vector>

namespace candela {

class StackFinder {
public:
    /// None where there is no such stack yet.
    StackIndex find(StackIndex parent, FrameIndex frame) {
        if (parent.isNone()) return findHashed(parent, frame);
        int steps = 0;
        for (auto child = m_links[parent.row()].firstChild; child; child = m_links[child.row()].sibling) {
            if (m_links[child.row()].frame == frame) return child;
            ++steps;
        }
        return steps < maximumListed ? StackIndex() : findHashed(parent, frame);
    }

    /// The table's newest row. Call it only after find() has returned none.
    void add(StackIndex parent, FrameIndex frame) {
        const StackIndex added(m_links.size());
        m_links.push_back({frame, {}, {}});
        if (parent.isNone()) {
            m_hashed.emplace(std::pair(parent, frame), added);
            return;
        }
        auto* link = &m_links[parent.row()].firstChild;
        int steps = 0;
        for (; *link && steps < maximumListed; ++steps)
            link = &m_links[link->row()].sibling;
        if (steps < maximumListed)
            *link = added;
        else
            m_hashed.emplace(std::pair(parent, frame), added);
    }

private:
    static constexpr int maximumListed = 6;

    struct Link {
        FrameIndex frame;
        StackIndex firstChild;
        StackIndex sibling;
    };

    StackIndex findHashed(StackIndex parent, FrameIndex frame) const {
        const auto found = m_hashed.find(std::pair(parent, frame));
        return found == m_hashed.end() ? StackIndex() : found->second;
    }

    std::vector<Link> m_links; // by stack
    absl::flat_hash_map<std::pair<StackIndex, FrameIndex>, StackIndex> m_hashed;
};

} // namespace candela
