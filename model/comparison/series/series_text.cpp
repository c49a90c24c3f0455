#include "model/comparison/series/series_text.h"

#include "model/base/path_text.h"
#include "model/base/text/model_text.h"
#include "model/base/units.h"
#include "model/comparison/change_text.h"

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

/// As normalizeMeaning(), which is about two sides.
std::string seriesMeaning(Normalize normalize) {
    switch (normalize) {
    case Normalize::Share:
        return ModelText::tr("Compared by shares: each weight as a part of its own capture's total.");
    case Normalize::Duration:
        return ModelText::tr("Compared per second: each weight by how long its own capture was recorded.");
    case Normalize::CpuTime:
        return ModelText::tr("Compared per CPU second: each weight by the CPU time of its own capture.");
    default:
        return ModelText::translated(normalizeMeaning(normalize));
    }
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
        return ModelText::tr("{} a capture from {} on", difference, capture);
    case Trend::Step:
        return ModelText::tr("{} from {} on", difference, capture);
    default:
        return ModelText::tr("{} in {} only", difference, capture);
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
    auto text = seriesMeaning(series.normalize);
    text += '\n';
    text += ModelText::tr(
        "Trends are those of {} weights, of {} different tests; with a probability of 95 %, none is "
        "chance, if the captures are independent of each other.",
        bySelf ? ModelText::tr("self") : ModelText::tr("total"),
        formatCount(static_cast<std::int64_t>(series.tests)));
    std::string found;
    const auto add = [&](std::size_t rows, const std::string& one, const std::string& several) {
        if (rows > 0) found += (found.empty() ? "" : ", ") + (rows == 1 ? one : several);
    };
    const auto number = [](std::size_t rows) { return formatCount(static_cast<std::int64_t>(rows)); };
    add(growing, ModelText::tr("1 row grows steadily"),
        ModelText::tr("{} rows grow steadily", number(growing)));
    add(shrinking, ModelText::tr("1 row shrinks steadily"),
        ModelText::tr("{} rows shrink steadily", number(shrinking)));
    add(steps, ModelText::tr("1 row has a step"), ModelText::tr("{} rows have a step", number(steps)));
    add(spikes, ModelText::tr("1 row has a spike"), ModelText::tr("{} rows have a spike", number(spikes)));
    if (found.empty())
        found = series.captures.size() < 5
                    ? ModelText::tr("No row has a trend for sure; five captures or more show more")
                    : ModelText::tr("No row has a trend for sure");
    text += '\n' + found + ".";
    if (growing > 0 && isLevel(series.valueName))
        text += ModelText::tr(" Memory in use that grows steadily may be a leak.");
    if (const auto whole = trendText(series.whole.totalTrend, series, escaped); !whole.empty())
        text += '\n' + ModelText::tr("The whole: {}.", whole);
    return text;
}

} // namespace candela
