#include "model/comparison/series/series_text.h"

#include "model/base/path_text.h"
#include "model/base/units.h"
#include "model/comparison/change_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace candela {

namespace {

/// Whether the value is what exists at a time, such as memory in use; else it is what was added up.
bool isLevel(const std::string& valueName) {
    return valueName.starts_with("inuse");
}

/// "3 rows grow", "1 row grows".
std::string rowsText(std::size_t rows, std::string_view one, std::string_view several) {
    return fmt::format("{} {}", formatCount(static_cast<std::int64_t>(rows)), rows == 1 ? one : several);
}

} // namespace

std::vector<std::string> captureNames(const std::vector<std::string>& paths) {
    std::vector<std::string> names;
    for (const auto& path : paths)
        names.emplace_back(lastPathPart(path));
    const std::set<std::string> different(names.begin(), names.end());
    return different.size() == names.size() ? names : paths;
}

std::string_view trendName(Trend trend) {
    switch (trend) {
    case Trend::Growth:
        return "growth";
    case Trend::Step:
        return "step";
    case Trend::Spike:
        return "spike";
    case Trend::None:
        break;
    }
    return "none";
}

std::string trendText(const FoundTrend& trend, const Series& series, Escape escaped) {
    if (trend.trend == Trend::None) return {};
    const auto capture = escaped(series.captures[trend.at]);
    const auto difference = differenceText(trend.size, series.normalize, series.valueUnit);
    switch (trend.trend) {
    case Trend::Growth:
        return fmt::format("{} a capture from {} on", difference, capture);
    case Trend::Step:
        return fmt::format("{} from {} on", difference, capture);
    default:
        return fmt::format("{} in {} only", difference, capture);
    }
}

std::string blockLine(const std::vector<SeriesPoint>& points, std::size_t width) {
    static constexpr std::array<std::string_view, 8> blocks{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const auto columns = std::min(points.size(), std::max<std::size_t>(width, 1));
    std::vector<double> values;
    for (std::size_t column = 0; column < columns; ++column) {
        const auto begin = points.size() * column / columns, end = points.size() * (column + 1) / columns;
        double sum = 0;
        for (auto at = begin; at < end; ++at)
            sum += std::max(points[at].value, 0.0);
        values.push_back(sum / static_cast<double>(end - begin));
    }
    const double largest = values.empty() ? 0 : std::ranges::max(values);
    std::string line;
    for (const double value : values) {
        const auto height = largest > 0 ? std::lround(value / largest * (blocks.size() - 1)) : 0;
        line += blocks[static_cast<std::size_t>(height)];
    }
    return line;
}

std::string seriesSummary(const Series& series, bool bySelf, Escape escaped) {
    std::size_t growing = 0, shrinking = 0, steps = 0, spikes = 0;
    for (const auto& row : series.rows) {
        const auto& trend = bySelf ? row.selfTrend : row.totalTrend;
        if (trend.trend == Trend::Growth) ++(trend.size > 0 ? growing : shrinking);
        if (trend.trend == Trend::Step) ++steps;
        if (trend.trend == Trend::Spike) ++spikes;
    }
    std::string text(normalizeMeaning(series.normalize));
    text += fmt::format(
        "\nTrends are those of {} weights, of {} different tests; with a probability of 95 %, none is "
        "chance, if the captures are independent of each other.\n",
        bySelf ? "self" : "total", formatCount(static_cast<std::int64_t>(series.tests)));
    std::string found;
    const auto add = [&](std::size_t rows, std::string_view one, std::string_view several) {
        if (rows > 0) found += (found.empty() ? "" : ", ") + rowsText(rows, one, several);
    };
    add(growing, "row grows steadily", "rows grow steadily");
    add(shrinking, "row shrinks steadily", "rows shrink steadily");
    add(steps, "row has a step", "rows have a step");
    add(spikes, "row has a spike", "rows have a spike");
    if (found.empty())
        found = series.captures.size() < 5 ? "No row has a trend for sure; five captures or more show more"
                                           : "No row has a trend for sure";
    text += found + ".";
    if (growing > 0 && isLevel(series.valueName)) text += " Memory in use that grows steadily may be a leak.";
    if (const auto whole = trendText(series.whole.totalTrend, series, escaped); !whole.empty())
        text += fmt::format("\nThe whole: {}.", whole);
    return text;
}

} // namespace candela
