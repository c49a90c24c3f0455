/// The stacks of one thread in order of time. Spans follow each other without a hole: each has a call node,
/// or none for a gap; neighbours differ. A block is a function (the group of a call node) at one depth, over
/// all neighbouring spans that share its call node.
///
/// Drawing costs O(pixels × depth × log spans): spans shorter than a pixel are drawn as one piece, with the
/// stack of the longest of them. Pixels are multiples of their length in time, so moving the picture does not
/// change which spans are drawn together.
#pragma once

#include "model/analysis/call_tree/call_tree_shape.h"
#include "model/analysis/flame_chart/common_ancestors.h"
#include "model/analysis/flame_chart/lowest_values.h"
#include "model/base/wrapping.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace candela {

/// A function at one depth of a track. In a layout with pixels longer than a nanosecond, interruptions and
/// gaps shorter than a pixel may be inside.
struct FlameChartBlock {
    std::uint32_t depth = 0;
    CallNodeIndex node;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    auto operator<=>(const FlameChartBlock&) const = default;
};

/// Spans that are drawn as one.
struct FlameChartPiece {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    CallNodeIndex node; ///< of the longest span
    auto operator<=>(const FlameChartPiece&) const = default;
};

/// The blocks of a part of a track, by depth; within a depth, in order of time, without overlaps.
struct FlameChartLayout {
    std::vector<std::vector<FlameChartBlock>> rows;
    std::vector<FlameChartPiece> pieces;  ///< what the rows are made of
    std::vector<FlameChartPiece> earlier; ///< memory of moveLayout()
};

class FlameChartTrack {
public:
    ThreadIndex thread;       ///< none: samples without a thread
    ProcessIndex process;     ///< of the thread
    std::int64_t weight = 0;  ///< of the thread's samples, also of those that are not drawn
    std::uint32_t depths = 0; ///< the number of frames of the deepest stack

    /// Appends time with the stack of that node, or a gap. Times must ascend: `begin` is at or after the end
    /// of the last call; between them is a gap.
    void append(std::int64_t begin, std::int64_t end, CallNodeIndex node);
    /// To be called after the last append(), before everything below. `ancestors` are those of the shape.
    void finish(const CallTreeShape& shape, std::shared_ptr<const CommonAncestors> ancestors);

    std::size_t size() const { return m_node.size(); }
    std::int64_t begin(std::size_t span) const { return m_begin[span]; }
    std::int64_t end(std::size_t span) const { return m_begin[span + 1]; }
    CallNodeIndex node(std::size_t span) const { return m_node[span]; }
    /// The time from the first span's begin to the last one's end; both 0 if there is no span.
    TimeRange range() const;
    /// The span at that time; none before the first and after the last.
    std::optional<std::size_t> spanAt(std::int64_t time) const;
    /// Nanoseconds in the range that are no gaps.
    std::int64_t coveredIn(TimeRange range) const;

    /// The whole block at that time and depth; none in a gap, and if the stack is not that deep.
    std::optional<FlameChartBlock> blockAt(const CallTreeShape& shape, std::int64_t time,
                                           std::uint32_t depth) const;
    /// The first block of that depth that begins after `time`; none if there is none.
    std::optional<FlameChartBlock> blockAfter(const CallTreeShape& shape, std::int64_t time,
                                              std::uint32_t depth) const;
    /// The last block of that depth that ends at or before `time`; none if there is none.
    std::optional<FlameChartBlock> blockBefore(const CallTreeShape& shape, std::int64_t time,
                                               std::uint32_t depth) const;

    /// What is drawn of the range with pixels of that length (nanoseconds, at least 1). Spans that are only
    /// partly in the range are whole. With a pixel of 1, each span that is no gap is a piece.
    void pieces(TimeRange range, std::int64_t pixel, std::vector<FlameChartPiece>& pieces) const;
    /// The blocks of those pieces, of `firstDepth` and deeper, but not of `endDepth`. A row of the result is
    /// a depth, from depth 0 on.
    void layOut(TimeRange range, std::int64_t pixel, std::uint32_t firstDepth, std::uint32_t endDepth,
                FlameChartLayout& layout) const;
    /// Makes a layout that layOut() or moveLayout() made for another range, and otherwise with these
    /// arguments, the one of this range. If time moves on, only what is new is laid out.
    void moveLayout(TimeRange range, std::int64_t pixel, std::uint32_t firstDepth, std::uint32_t endDepth,
                    FlameChartLayout& layout) const;

private:
    /// Nanoseconds; times may be so far apart that it is negative.
    std::int64_t length(std::size_t span) const { return wrappingDifference(end(span), begin(span)); }
    /// Appends the blocks of the pieces from `first` on; those before have theirs.
    void layOutFrom(std::size_t first, std::int64_t pixel, std::uint32_t firstDepth,
                    FlameChartLayout& layout) const;
    std::size_t longestIn(std::size_t begin, std::size_t end) const;
    std::int64_t coveredBefore(std::size_t span) const;

    std::shared_ptr<const CommonAncestors> m_ancestors;
    /// The begin of each span, and then the end of the last.
    std::vector<std::int64_t> m_begin;
    std::vector<CallNodeIndex> m_node;
    /// For each span: the number of depths that it shares with the one before.
    LowestValues m_shared;
    /// The index of the longest of each 16 spans, of 16 times as many, and so on.
    std::vector<std::vector<std::uint32_t>> m_longest;
    std::vector<std::int64_t> m_covered; ///< for each 64th span: the sum of the spans before it, without gaps
};

} // namespace candela
