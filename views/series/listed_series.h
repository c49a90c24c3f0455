/// A series with what its table needs of all rows, which is computed off the GUI thread: their order by each
/// weight, and which of them match a search.
#pragma once

#include "model/base/task.h"
#include "model/comparison/series/series.h"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace candela {

/// Whether each row of a series matches; null: there is no search, so that all do.
using SeriesMatches = std::shared_ptr<const std::vector<bool>>;

struct ListedSeries {
    std::shared_ptr<const Series> series;
    /// By total, and by self: the rows that have any weight, in seriesOrder().
    std::array<std::vector<std::size_t>, 2> orders = {};
    std::string search = {}; ///< that of the matches
    SeriesMatches matches = {};

    const std::vector<std::size_t>& order(bool bySelf) const { return orders[bySelf ? 1 : 0]; }
};

ListedSeries listedSeries(Series series, const std::string& search, Task& task);

/// The rows whose name matches the regular expression; null if it is empty or invalid. Some may be missing if
/// cancelled.
SeriesMatches matchingRows(const Series& series, const std::string& search, Task& task);

} // namespace candela
