#include "model/analysis/flame_chart/flame_chart_track.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace candela {

namespace {

constexpr std::size_t spansPerLongest = 16;
constexpr std::size_t spansPerSum = 64;
constexpr std::uint32_t maximumShared = std::numeric_limits<std::uint16_t>::max();

/// Times may be further apart than a signed number can express.
std::uint64_t lengthOf(std::int64_t begin, std::int64_t end) {
    return static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(begin);
}

std::int64_t inPixel(std::int64_t time, std::int64_t pixel) {
    return time % pixel < 0 ? time % pixel + pixel : time % pixel;
}

/// The pixel that contains the time.
TimeRange pixelAt(std::int64_t time, std::int64_t pixel) {
    using Limits = std::numeric_limits<std::int64_t>;
    TimeRange range;
    const auto inside = inPixel(time, pixel);
    if (__builtin_sub_overflow(time, inside, &range.begin)) range.begin = Limits::min();
    if (__builtin_add_overflow(time, pixel - inside, &range.end)) range.end = Limits::max();
    return range;
}

} // namespace

void FlameChartTrack::append(std::int64_t begin, std::int64_t end, CallNodeIndex node) {
    if (begin >= end || (m_node.empty() && !node)) return;
    if (m_begin.empty()) {
        m_begin.push_back(begin);
    } else if (m_begin.back() < begin && !m_node.back()) {
        m_begin.back() = begin;
    } else if (m_begin.back() < begin) {
        m_node.emplace_back();
        m_begin.push_back(begin);
    }
    if (!m_node.empty() && m_node.back() == node) {
        m_begin.back() = end;
    } else {
        m_node.push_back(node);
        m_begin.push_back(end);
    }
}

void FlameChartTrack::finish(const CallTreeShape& shape, std::shared_ptr<const CommonAncestors> ancestors) {
    m_ancestors = std::move(ancestors);
    if (!m_node.empty() && !m_node.back()) { // the track ends with its last stack
        m_node.pop_back();
        m_begin.pop_back();
    }
    m_begin.shrink_to_fit();
    m_node.shrink_to_fit();
    std::vector<std::uint16_t> shared(size());
    std::int64_t covered = 0;
    for (std::size_t span = 0; span < size(); ++span) {
        if (span % spansPerSum == 0) m_covered.push_back(covered);
        if (m_node[span]) {
            covered = wrappingSum(covered, length(span));
            depths = std::max(depths, shape.depth[m_node[span].row()] + 1);
        }
        if (span > 0)
            shared[span] = static_cast<std::uint16_t>(
                std::min(m_ancestors->sharedDepths(m_node[span - 1], m_node[span]), maximumShared));
    }
    m_shared = LowestValues(std::move(shared));
    for (auto below = size(); below > 1; below = m_longest.back().size()) {
        std::vector<std::uint32_t> longest;
        longest.reserve(below / spansPerLongest + 1);
        for (std::size_t from = 0; from < below; from += spansPerLongest) {
            auto best = std::numeric_limits<std::uint32_t>::max(); // none: all are gaps
            for (auto at = from; at < std::min(from + spansPerLongest, below); ++at) {
                const auto span = m_longest.empty() ? static_cast<std::uint32_t>(at) : m_longest.back()[at];
                if (span >= size() || !m_node[span]) continue;
                if (best >= size() || lengthOf(begin(span), end(span)) > lengthOf(begin(best), end(best)))
                    best = span;
            }
            longest.push_back(best);
        }
        m_longest.push_back(std::move(longest));
    }
}

TimeRange FlameChartTrack::range() const {
    return m_node.empty() ? TimeRange() : TimeRange{m_begin.front(), m_begin.back()};
}

std::optional<std::size_t> FlameChartTrack::spanAt(std::int64_t time) const {
    if (m_node.empty() || time < m_begin.front() || time >= m_begin.back()) return std::nullopt;
    return static_cast<std::size_t>(std::ranges::upper_bound(m_begin, time) - m_begin.begin()) - 1;
}

std::int64_t FlameChartTrack::coveredBefore(std::size_t span) const {
    if (m_covered.empty()) return 0;
    const auto sum = std::min(span / spansPerSum, m_covered.size() - 1);
    auto covered = m_covered[sum];
    for (auto at = sum * spansPerSum; at < span; ++at)
        if (m_node[at]) covered = wrappingSum(covered, length(at));
    return covered;
}

std::int64_t FlameChartTrack::coveredIn(TimeRange range) const {
    if (m_node.empty()) return 0;
    const auto before = [this](std::int64_t time) {
        if (time <= m_begin.front()) return std::int64_t(0);
        if (time >= m_begin.back()) return coveredBefore(size());
        const auto span = *spanAt(time);
        const auto inSpan = m_node[span] ? wrappingDifference(time, begin(span)) : 0;
        return wrappingSum(coveredBefore(span), inSpan);
    };
    return wrappingDifference(before(range.end), before(range.begin));
}

std::optional<FlameChartBlock> FlameChartTrack::blockAt(const CallTreeShape& shape, std::int64_t time,
                                                        std::uint32_t depth) const {
    const auto span = spanAt(time);
    if (!span || !m_node[*span] || shape.depth[m_node[*span].row()] < depth) return std::nullopt;
    const auto first = m_shared.lastAtMost(*span, depth).value_or(0);
    const auto next = m_shared.firstAtMost(*span + 1, depth);
    return FlameChartBlock{depth, m_ancestors->ancestorAt(m_node[*span], depth), begin(first), m_begin[next]};
}

std::optional<FlameChartBlock> FlameChartTrack::blockAfter(const CallTreeShape& shape, std::int64_t time,
                                                           std::uint32_t depth) const {
    auto span = static_cast<std::size_t>(std::ranges::upper_bound(m_begin, time) - m_begin.begin());
    // A block of this depth starts at a span that shares at most `depth` depths with the span before it.
    for (; span < size(); span = m_shared.firstAtMost(span + 1, depth))
        if (m_shared[span] <= depth && m_node[span] && shape.depth[m_node[span].row()] >= depth)
            return blockAt(shape, begin(span), depth);
    return std::nullopt;
}

std::optional<FlameChartBlock> FlameChartTrack::blockBefore(const CallTreeShape& shape, std::int64_t time,
                                                            std::uint32_t depth) const {
    if (m_node.empty() || time <= m_begin.front()) return std::nullopt;
    auto block = blockAt(shape, time - 1, depth);
    if (block && block->end <= time) return block;
    auto before = block ? block->begin : std::min(time, m_begin.back());
    while (before > m_begin.front()) {
        const auto span = *spanAt(before - 1);
        if (m_node[span] && shape.depth[m_node[span].row()] >= depth)
            return blockAt(shape, before - 1, depth);
        before = begin(m_shared.lastAtMost(span, depth).value_or(0));
    }
    return std::nullopt;
}

std::size_t FlameChartTrack::longestIn(std::size_t first, std::size_t last) const {
    auto best = size();
    std::uint64_t bestLength = 0;
    const auto consider = [&](std::size_t span) {
        if (span >= size() || !m_node[span]) return;
        const auto length = lengthOf(begin(span), end(span));
        if (length < bestLength || (length == bestLength && span > best)) return;
        best = span;
        bestLength = length;
    };
    const auto at = [this](std::size_t level, std::size_t index) {
        return level == 0 ? index : std::size_t(m_longest[level - 1][index]);
    };
    for (std::size_t level = 0; first < last; ++level) {
        const bool isTop = level >= m_longest.size();
        while (first < last && (isTop || first % spansPerLongest != 0))
            consider(at(level, first++));
        while (first < last && last % spansPerLongest != 0)
            consider(at(level, --last));
        first /= spansPerLongest;
        last /= spansPerLongest;
    }
    return best;
}

void FlameChartTrack::pieces(TimeRange range, std::int64_t pixel,
                             std::vector<FlameChartPiece>& pieces) const {
    pieces.clear();
    if (m_node.empty() || range.begin >= range.end || range.begin >= m_begin.back()) return;
    const auto isWide = [&](std::size_t span) {
        return lengthOf(begin(span), end(span)) >= static_cast<std::uint64_t>(pixel);
    };
    auto span = spanAt(std::max(range.begin, m_begin.front())).value_or(0);
    if (!isWide(span)) { // from the first span of the pixel on
        const auto from = std::ranges::lower_bound(m_begin, pixelAt(begin(span), pixel).begin);
        span = static_cast<std::size_t>(from - m_begin.begin());
    }
    while (span < size() && begin(span) < range.end) {
        if (isWide(span)) {
            if (m_node[span]) pieces.push_back({begin(span), end(span), m_node[span]});
            ++span;
            continue;
        }
        const auto limit = pixelAt(begin(span), pixel).end;
        auto next = span + 1; // doubles its distance, because spans may be very many or very few in a pixel
        for (std::size_t step = 1; next < size() && begin(next) < limit; step *= 2)
            next = std::min(next + step, size());
        next = static_cast<std::size_t>(std::lower_bound(m_begin.begin() + std::ptrdiff_t(span) + 1,
                                                         m_begin.begin() + std::ptrdiff_t(next), limit) -
                                        m_begin.begin());
        if (next - span > 1 && isWide(next - 1)) --next;
        const auto first = m_node[span] ? span : span + 1;
        const auto end = m_node[next - 1] ? next : next - 1;
        if (first < end) pieces.push_back({begin(first), m_begin[end], m_node[longestIn(first, end)]});
        span = next;
    }
}

void FlameChartTrack::layOut(TimeRange range, std::int64_t pixel, std::uint32_t firstDepth,
                             std::uint32_t endDepth, FlameChartLayout& layout) const {
    layout.rows.resize(std::min(endDepth, depths));
    for (auto& row : layout.rows)
        row.clear();
    pieces(range, pixel, layout.pieces);
    layOutFrom(0, pixel, firstDepth, layout);
}

void FlameChartTrack::moveLayout(TimeRange range, std::int64_t pixel, std::uint32_t firstDepth,
                                 std::uint32_t endDepth, FlameChartLayout& layout) const {
    std::swap(layout.pieces, layout.earlier);
    const auto& before = layout.earlier;
    pieces(range, pixel, layout.pieces);
    const auto& all = layout.pieces;
    const auto kept = all.empty() ? before.end() : std::ranges::find(before, all.front());
    const auto count = static_cast<std::size_t>(before.end() - kept);
    if (count == 0 || count > all.size() || !std::equal(kept, before.end(), all.begin()))
        return layOut(range, pixel, firstDepth, endDepth, layout);
    const auto begin = all.front().begin;
    for (auto& row : layout.rows) {
        const auto isBefore = [begin](const FlameChartBlock& block) { return block.end <= begin; };
        row.erase(row.begin(), std::partition_point(row.begin(), row.end(), isBefore));
        if (!row.empty()) row.front().begin = std::max(row.front().begin, begin);
    }
    layOutFrom(count, pixel, firstDepth, layout);
}

void FlameChartTrack::layOutFrom(std::size_t first, std::int64_t pixel, std::uint32_t firstDepth,
                                 FlameChartLayout& layout) const {
    const auto endDepth = static_cast<std::uint32_t>(layout.rows.size());
    const auto framesOf = [&](const FlameChartPiece& piece) {
        return std::min(m_ancestors->depth(piece.node) + 1, endDepth);
    };
    const auto all = std::span(layout.pieces);
    std::uint32_t open = 0; // the depths of the piece before, whose blocks are the last ones of their rows
    std::int64_t end = 0;   // of that piece
    if (first > 0) {
        open = framesOf(all[first - 1]);
        end = all[first - 1].end;
    }
    const auto close = [&](std::uint32_t from) {
        for (auto depth = std::max(from, firstDepth); depth < open; ++depth)
            layout.rows[depth].back().end = end;
    };
    for (const auto& piece : all.subspan(first)) {
        const bool follows =
            piece.begin == end || lengthOf(end, piece.begin) < static_cast<std::uint64_t>(pixel);
        const auto frames = framesOf(piece);
        close(frames);
        // Two stacks have all depths in common above the deepest one that they have in common.
        m_ancestors->forEachUp(piece.node, firstDepth, endDepth,
                               [&](CallNodeIndex node, std::uint32_t depth) {
                                   auto& row = layout.rows[depth];
                                   if (depth < open) {
                                       if (follows && row.back().node == node) return false;
                                       row.back().end = end;
                                   }
                                   row.push_back({depth, node, piece.begin, piece.end});
                                   return true;
                               });
        open = frames;
        end = piece.end;
    }
    close(0);
}

} // namespace candela
