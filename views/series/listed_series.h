/// A series with what its table needs of all rows, which is computed off the GUI thread: their order by the
/// sorted column, which of them match a search, and what they have in common in words.
#pragma once

#include "model/base/task.h"
#include "model/comparison/series/series.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

enum class SeriesColumn { Name, Course, Trend, First, Last, Change, Module };
inline constexpr int seriesColumns = 7;

/// By which column the rows are sorted; none: the series' own order, rows with a trend first.
struct SeriesSorting {
    std::optional<SeriesColumn> column;
    bool isAscending = false;

    bool operator==(const SeriesSorting&) const = default;
};

/// The rows of a series that have any weight, by total and by self.
struct SortedRows {
    SeriesSorting sorting;
    std::array<std::vector<std::size_t>, 2> rows = {};

    const std::vector<std::size_t>& of(bool bySelf) const { return rows[bySelf ? 1 : 0]; }
};

/// Whether each row of a series matches; null: there is no search, so that all do.
using SeriesMatches = std::shared_ptr<const std::vector<bool>>;

struct ListedSeries {
    std::shared_ptr<const Series> series;
    SortedRows own = {};                           ///< in seriesOrder()
    std::shared_ptr<const SortedRows> sorted = {}; ///< as was asked for
    std::vector<std::uint32_t> byName = {};        ///< all rows, sorted by name
    std::array<std::string, 2> summaries = {};     ///< seriesSummary(), by total and by self
    std::string search = {};                       ///< that of the matches
    SeriesMatches matches = {};
};

ListedSeries listedSeries(Series series, const SeriesSorting& sorting, const std::string& search, Task& task);

/// Rows that are equal in the column are in the series' own order. Unsorted if cancelled.
std::shared_ptr<const SortedRows> sortedRows(const ListedSeries& listed, const SeriesSorting& sorting,
                                             Task& task);

/// The rows whose name matches the regular expression; null if it is empty or invalid. Some may be missing if
/// cancelled.
SeriesMatches matchingRows(const Series& series, const std::string& search, Task& task);

/// None where the first capture has no weight.
std::optional<double> changeOf(const std::vector<SeriesPoint>& points);

} // namespace candela
