/// Several captures in order, of builds or of time: each row's weights through all of them, and what they
/// did.
#pragma once

#include "model/comparison/comparison.h"
#include "model/comparison/series/trend.h"

#include <memory>
#include <string>
#include <vector>

namespace candela {

/// One capture, as a side of a comparison.
struct SeriesCapture {
    std::string name;
    MatchSide rows;
    ComparisonSide side;
    const ValueType* type = nullptr;                  ///< of the side's profile
    std::shared_ptr<const StackWeights> weights = {}; ///< those that `rows` points to; null: others keep them
};

/// A row's weight in one capture.
struct SeriesPoint {
    std::int64_t weight = 0;
    double value = 0;          ///< normalized
    double standardError = 0;  ///< of `value`, within the capture
    bool isErrorKnown = false; ///< else `standardError` is assumed: see series()
};

struct SeriesRow {
    std::string name;
    std::string module;
    std::vector<SeriesPoint> self, total; ///< a point for each capture
    FoundTrend selfTrend, totalTrend;     ///< with chances that are adjusted for the number of rows
};

struct Series {
    std::vector<std::string> captures;
    Normalize normalize = Normalize::Share;
    std::string valueName, valueUnit;
    std::vector<SeriesRow> rows; ///< sorted by sortSeries(), unless sorted again
    SeriesRow whole;             ///< the totals of the captures; no trend where shares are compared
    std::size_t tests = 0;       ///< the number of different tests
};

/// The probability that any reported trend is wrong, at most.
inline constexpr double seriesLevel = 0.05;
/// Rows below this share of the largest total, in every capture, are not tested.
inline constexpr double minimumTestedShare = 0.001;

/// Matches the rows of each capture with those of the capture before (matchSides()); a row that was missing
/// there is matched with an earlier one by name and module. Clones are rows of their own, and inlined code is
/// not counted with its callers, because two neighbours of a capture could decide differently. Rows with the
/// same weights in all captures are one test.
///
/// Where the error of a weight is not known (one sum of bytes, for example), it is assumed that the weight
/// consists of pieces of the capture's smallest weight, whose number varies twice as much as that of
/// independent events.
///
/// Fails with ErrorCode::Usage if there are fewer than two captures, if units differ, or if the normalization
/// is not possible for one of them.
Result<Series> makeSeries(std::vector<SeriesCapture> captures, Normalize normalize);

/// The numbers of all rows in order: those with a trend first, the largest first, by its size over all
/// captures, of self or total weights. Then the others, by the largest weight in any capture.
std::vector<std::size_t> seriesOrder(const Series& series, bool bySelf);
/// Sorts the rows by seriesOrder().
void sortSeries(Series& series, bool bySelf);

/// The values of a row's points, for tests.
std::vector<SeriesValue> valuesOf(const std::vector<SeriesPoint>& points);

/// How much the row changed by its trend, over all captures; 0 without one.
double trendExtent(const FoundTrend& trend, std::size_t captures);

} // namespace candela
