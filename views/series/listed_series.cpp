#include "views/series/listed_series.h"

#include "model/analysis/samples/text_pattern.h"

#include <algorithm>
#include <utility>

namespace candela {

ListedSeries listedSeries(Series series, const std::string& search, Task& task) {
    ListedSeries listed{std::make_shared<const Series>(std::move(series))};
    for (const bool bySelf : {false, true}) {
        auto& order = listed.orders[bySelf ? 1 : 0];
        order = seriesOrder(*listed.series, bySelf);
        std::erase_if(order, [&](std::size_t number) {
            const auto& row = listed.series->rows[number];
            return std::ranges::none_of(bySelf ? row.self : row.total,
                                        [](const SeriesPoint& point) { return point.weight != 0; });
        });
    }
    listed.search = search;
    listed.matches = matchingRows(*listed.series, search, task);
    return listed;
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

} // namespace candela
