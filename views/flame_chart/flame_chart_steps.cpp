#include "views/flame_chart/flame_chart_steps.h"

#include <algorithm>

namespace candela {

namespace {

std::vector<FlameChartBlock> drawnBlocks(const FlameChart& chart, std::size_t track, std::uint32_t depth,
                                         TimeRange range, std::int64_t pixel) {
    FlameChartLayout layout;
    chart.tracks[track].layOut(range, pixel, depth, depth + 1, layout);
    if (layout.rows.size() <= depth) return {};
    auto& row = layout.rows[depth];
    std::erase_if(row, [range](const FlameChartBlock& block) {
        return block.end <= range.begin || block.begin >= range.end;
    });
    return row;
}

std::int64_t length(const FlameChartBlock& block) {
    return wrappingDifference(block.end, block.begin);
}

/// The block of depth 0 at that time, or the nearest.
std::optional<TrackBlock> outermostAt(const FlameChart& chart, std::size_t track, std::int64_t time) {
    const auto& at = chart.tracks[track];
    auto block = at.blockAt(*chart.shape, time, 0);
    if (!block) {
        const auto before = at.blockBefore(*chart.shape, time, 0);
        block = at.blockAfter(*chart.shape, time, 0);
        if (before && (!block || time - before->end < block->begin - time)) block = before;
    }
    return block ? std::optional(TrackBlock{track, *block}) : std::nullopt;
}

} // namespace

std::optional<TrackBlock> steppedFrom(const FlameChart& chart, const FlameChartGeometry& geometry,
                                      const std::optional<TrackBlock>& from, FlameChartStep step) {
    if (geometry.listed.empty()) return {};
    const auto& visible = geometry.visible;
    if (!from)
        return outermostAt(chart, geometry.listed.front().entry,
                           visible.begin + wrappingDifference(visible.end, visible.begin) / 2);
    const auto& [track, block] = *from;
    const auto position = geometry.positions[track];
    const auto pixel = geometry.pixelTime();
    const auto width = wrappingDifference(visible.end, visible.begin);
    const auto found = [&](const std::optional<FlameChartBlock>& at) {
        return at ? std::optional(TrackBlock{track, *at}) : from;
    };
    switch (step) {
    case FlameChartStep::Left: {
        const auto row = drawnBlocks(chart, track, block.depth, {block.begin - width, block.begin}, pixel);
        for (auto at = row.rbegin(); at != row.rend(); ++at)
            if (at->end <= block.begin) return found(*at);
        return found(chart.tracks[track].blockBefore(*chart.shape, block.begin, block.depth));
    }
    case FlameChartStep::Right: {
        const auto row = drawnBlocks(chart, track, block.depth, {block.end, block.end + width}, pixel);
        for (const auto& at : row)
            if (at.begin >= block.end) return found(at);
        return found(chart.tracks[track].blockAfter(*chart.shape, block.end - 1, block.depth));
    }
    case FlameChartStep::Outwards: {
        if (block.depth == 0) return from;
        const auto row = drawnBlocks(chart, track, block.depth - 1, {block.begin, block.begin + 1}, pixel);
        return row.empty() ? from : found(row.front());
    }
    case FlameChartStep::Inwards: {
        if (block.depth + 1 >= geometry.rowsOf(track)) return from;
        TimeRange range{std::max(block.begin, visible.begin), std::min(block.end, visible.end)};
        if (range.begin >= range.end) range = {block.begin, block.end};
        const auto row = drawnBlocks(chart, track, block.depth + 1, range, pixel);
        return row.empty() ? from : found(*std::ranges::max_element(row, {}, length));
    }
    case FlameChartStep::PreviousTrack:
        return position == 0 ? from : outermostAt(chart, geometry.listed[position - 1].entry, block.begin);
    case FlameChartStep::NextTrack:
        return position + 1 >= geometry.listed.size()
                   ? from
                   : outermostAt(chart, geometry.listed[position + 1].entry, block.begin);
    }
    return from;
}

std::optional<TrackBlock> matchingBlock(const FlameChartScene& scene, const FlameChartGeometry& geometry,
                                        const std::vector<bool>& groups,
                                        const std::optional<TrackBlock>& from, MatchStep step) {
    const auto& shape = *scene.chart()->shape;
    const auto order = [&](const TrackBlock& at) {
        return std::tuple(geometry.positions[at.track], at.block.begin, at.block.depth);
    };
    std::vector<TrackBlock> matches;
    for (const auto& visible : scene.tracks())
        for (const auto& row : visible.layout.rows)
            for (const auto& block : row)
                if (groups[shape.group[block.node.row()].row()]) matches.push_back({visible.track, block});
    if (matches.empty()) return {};
    std::ranges::sort(matches, {}, order);
    if (!from) return step == MatchStep::Next ? matches.front() : matches.back();
    if (step == MatchStep::Next) {
        const auto next = std::ranges::upper_bound(matches, order(*from), {}, order);
        return next == matches.end() ? matches.front() : *next;
    }
    const auto at = std::ranges::lower_bound(matches, order(*from), {}, order);
    return at == matches.begin() ? matches.back() : *std::prev(at);
}

} // namespace candela
