#include "views/series/listed_series.h"

#include "model/analysis/samples/text_pattern.h"
#include "model/comparison/series/series_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace candela {

namespace {

/// What a row is sorted by in a column of numbers.
double sortKey(const Series& series, const SeriesRow& row, bool bySelf, SeriesColumn column) {
    const auto& points = bySelf ? row.self : row.total;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    switch (column) {
    case SeriesColumn::First:
        return points.front().value;
    case SeriesColumn::Last:
        return points.back().value;
    case SeriesColumn::Change:
        return changeOf(points).value_or(points.back().value > 0 ? infinity : -infinity);
    case SeriesColumn::Trend:
        return std::abs(trendExtent(bySelf ? row.selfTrend : row.totalTrend, series.captures.size()));
    default:
        return std::ranges::max(points, {}, &SeriesPoint::value).value;
    }
}

std::vector<std::uint32_t> rowsByName(const Series& series) {
    std::vector<std::uint32_t> rows(series.rows.size());
    std::iota(rows.begin(), rows.end(), 0U);
    std::ranges::stable_sort(rows, {},
                             [&](std::uint32_t row) -> std::string_view { return series.rows[row].name; });
    return rows;
}

/// The key of each row by `keyOf(row)`; the rows are sorted by it, equal ones stay in their order.
template<typename KeyOf>
void sortBy(std::vector<std::size_t>& rows, bool isAscending, KeyOf&& keyOf) {
    std::vector<std::pair<decltype(keyOf(rows.front())), std::size_t>> keyed;
    keyed.reserve(rows.size());
    for (const auto row : rows)
        keyed.emplace_back(keyOf(row), row);
    std::ranges::stable_sort(keyed, [&](const auto& left, const auto& right) {
        return isAscending ? left.first < right.first : right.first < left.first;
    });
    std::ranges::transform(keyed, rows.begin(), [](const auto& entry) { return entry.second; });
}

} // namespace

ListedSeries listedSeries(Series series, const SeriesSorting& sorting, const std::string& search,
                          Task& task) {
    ListedSeries listed{std::make_shared<const Series>(std::move(series))};
    for (const bool bySelf : {false, true}) {
        auto& order = listed.own.rows[bySelf ? 1 : 0];
        order = seriesOrder(*listed.series, bySelf);
        std::erase_if(order, [&](std::size_t number) {
            const auto& row = listed.series->rows[number];
            return std::ranges::none_of(bySelf ? row.self : row.total,
                                        [](const SeriesPoint& point) { return point.weight != 0; });
        });
        listed.summaries[bySelf ? 1 : 0] = seriesSummary(*listed.series, bySelf);
    }
    listed.byName = rowsByName(*listed.series);
    listed.sorted = sortedRows(listed, sorting, task);
    listed.search = search;
    listed.matches = matchingRows(*listed.series, search, task);
    return listed;
}

std::shared_ptr<const SortedRows> sortedRows(const ListedSeries& listed, const SeriesSorting& sorting,
                                             Task& task) {
    auto sorted = std::make_shared<SortedRows>(listed.own);
    sorted->sorting = sorting;
    if (!sorting.column) return sorted;
    const auto& series = *listed.series;
    for (const bool bySelf : {false, true}) {
        if (task.isCancelled()) break;
        auto& rows = sorted->rows[bySelf ? 1 : 0];
        if (*sorting.column == SeriesColumn::Name)
            sortBy(rows, sorting.isAscending,
                   [&](std::size_t row) -> std::string_view { return series.rows[row].name; });
        else if (*sorting.column == SeriesColumn::Module)
            sortBy(rows, sorting.isAscending,
                   [&](std::size_t row) -> std::string_view { return series.rows[row].module; });
        else
            sortBy(rows, sorting.isAscending, [&](std::size_t row) {
                return sortKey(series, series.rows[row], bySelf, *sorting.column);
            });
    }
    return sorted;
}

SeriesMatches matchingRows(const Series& series, const std::string& search, Task& task) {
    const auto pattern = TextPattern::create(search, LetterCase::Smart);
    if (search.empty() || !pattern) return nullptr;
    constexpr std::size_t rowsBetweenChecks = 4096;
    auto matches = std::make_shared<std::vector<bool>>(series.rows.size());
    for (std::size_t row = 0; row < series.rows.size(); ++row) {
        if (row % rowsBetweenChecks == 0 && task.isCancelled()) break;
        (*matches)[row] = pattern->matches(series.rows[row].name);
    }
    return matches;
}

std::optional<double> changeOf(const std::vector<SeriesPoint>& points) {
    if (points.front().value == 0) return {};
    return points.back().value / points.front().value - 1;
}

} // namespace candela
