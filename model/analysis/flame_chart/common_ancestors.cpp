#include "model/analysis/flame_chart/common_ancestors.h"

#include "model/analysis/call_tree/depth_first.h"

#include <utility>

namespace candela {

CommonAncestors::CommonAncestors(const CallTreeShape& shape)
    : m_nodes(shape.size() + 1), m_positionOf(depthFirstPositions(shape)) {
    for (std::size_t row = 0; row < shape.size(); ++row) { // parents come before their children
        auto& node = m_nodes[m_positionOf[row] + 1];
        node.node = CallNodeIndex(row);
        node.parent = shape.parent[row] ? at(shape.parent[row]) : 0;
        const auto& parent = m_nodes[node.parent];
        node.frames = parent.frames + 1;
        const auto& jump = m_nodes[parent.jump];
        // Two jumps of equal length become one, so that lengths double.
        const bool areEqual = parent.frames - jump.frames == jump.frames - m_nodes[jump.jump].frames;
        node.jump = areEqual ? jump.jump : node.parent;
    }
}

std::uint32_t CommonAncestors::lifted(std::uint32_t position, std::uint32_t frames) const {
    while (m_nodes[position].frames > frames) {
        const auto& node = m_nodes[position];
        position = m_nodes[node.jump].frames >= frames ? node.jump : node.parent;
    }
    return position;
}

std::uint32_t CommonAncestors::sharedDepths(CallNodeIndex left, CallNodeIndex right) const {
    if (!left || !right) return 0;
    auto own = at(left), other = at(right);
    if (m_nodes[own].frames < m_nodes[other].frames) std::swap(own, other);
    own = lifted(own, m_nodes[other].frames);
    // Nodes with the same number of frames have jumps of the same length.
    while (own != other) {
        const bool isAbove = m_nodes[own].jump == m_nodes[other].jump;
        own = isAbove ? m_nodes[own].parent : m_nodes[own].jump;
        other = isAbove ? m_nodes[other].parent : m_nodes[other].jump;
    }
    return m_nodes[own].frames;
}

CallNodeIndex CommonAncestors::ancestorAt(CallNodeIndex node, std::uint32_t depth) const {
    return m_nodes[lifted(at(node), depth + 1)].node;
}

} // namespace candela
