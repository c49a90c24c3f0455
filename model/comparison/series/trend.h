/// What a row did over a series of captures: nothing, steady growth, a step, or a spike; and how likely that
/// is by chance.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace candela {

/// A row in one capture.
struct SeriesValue {
    double value = 0;
    double variance = 0; ///< within the capture: of the number of samples
};

enum class Trend {
    None,
    Growth, ///< from a capture on, each has more than the one before, or each has less
    Step,   ///< from a capture on, all have more or less than those before
    Spike,  ///< one capture has more or less than all others; not the first or the last
};

struct FoundTrend {
    Trend trend = Trend::None;
    std::size_t at = 0; ///< the first capture that differs
    double level = 0;   ///< before that capture; for a spike, the mean of the others
    double size = 0;    ///< the difference from the level; for growth, from one capture to the next
    double chance = 1;  ///< the probability of such a trend, or a clearer one, if nothing changed
};

/// The trend that fits best, by least squares, of those with a chance of at most `level`; Trend::None with
/// the chance if there is none. Captures are in order. They are taken as independent of each other, each with
/// the same variance. Three tests share the chance (Bonferroni):
///
/// - growth: Kendall's rank correlation with the order of the captures (Mann, Econometrica 13, 1945), exact
///   without ties, else with the normal approximation and the variance for ties;
/// - step: Student's test between the captures before and after each possible step, times their number;
/// - spike: Grubbs' test for one outlier (Technometrics 11, 1969).
///
/// The variance between captures is estimated from them, and never taken as less than that within captures.
/// So two captures show nothing, and three or four hardly anything.
FoundTrend likeliestTrend(std::span<const SeriesValue> values, double level);

/// What is left of a found growth or step beyond `limit`, a share of the value before it (0.05: 5 % more;
/// negative: less): the trend of the values if those before the step, or at the beginning of the growth, were
/// changed by that share, and in between by as much of it as is still to come. Trend::None if there is no
/// growth or step in the direction of the limit with a chance of at most `level`, and for a spike.
FoundTrend trendBeyond(std::span<const SeriesValue> values, const FoundTrend& found, double limit,
                       double level);

/// The chances of several tests, adjusted by Holm's procedure: the probability that any of those below a
/// level is wrong is at most the level.
std::vector<double> adjustedChances(std::span<const double> chances);

/// The two-sided probability of Kendall's S, the number of pairs in ascending order minus that in descending
/// order, or a larger one, for `count` captures without ties in random order.
double kendallChance(std::size_t count, double s);

} // namespace candela
