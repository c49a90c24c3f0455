/// Samples in the depth-first order of their call nodes, so that those of a node and of all nodes below it
/// are one range. Made once for a shape and its samples; which of these a filter keeps does not change it.
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace candela {

enum class Weighed { Self, Total };

class SampleOrder {
public:
    /// `stacks` has the stack of each sample; none: without a stack. Takes time and memory in proportion to
    /// the samples and to the nodes of the shape, which is not kept.
    SampleOrder(const CallTreeShape& shape, std::span<const StackIndex> stacks);

    std::size_t size() const { return m_position.size(); }
    std::uint32_t position(std::size_t sample) const { return m_position[sample]; }

    /// Positions of samples: of a node's own, and of all that add to the total of its group.
    struct NodeRange {
        std::uint32_t begin = 0, ownEnd = 0, end = 0;
    };
    /// The ranges of a group's nodes that have samples.
    std::span<const NodeRange> rangesOf(FrameGroupIndex group) const;
    /// Groups with the same samples have the same number; others nearly always have another one.
    std::uint64_t identityOf(FrameGroupIndex group, Weighed weighed) const;

private:
    void takeRanges(const CallTreeShape& shape, std::span<const std::uint32_t> begin,
                    std::span<const std::uint32_t> own, std::span<const std::uint32_t> all);

    std::vector<std::uint32_t> m_position; ///< of each sample
    std::vector<NodeRange> m_ranges;       ///< by group
    std::vector<std::uint32_t> m_rangesOf; ///< where each group's begin; one more entry than groups
    std::array<std::vector<std::uint64_t>, 2> m_identities; ///< by Weighed, then by group
};

} // namespace candela
