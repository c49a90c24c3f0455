#include "model/comparison/series/trend.h"

#include "model/comparison/statistics/distributions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace candela {

namespace {

constexpr double tests = 3; ///< growth, step, spike
/// Exact probabilities are computed up to this number of captures; more are nearly normal.
constexpr std::size_t maximumExact = 60;
/// Student's tests need some degrees of freedom: with fewer captures they would find only huge changes.
constexpr std::size_t minimumForSteps = 4, minimumForSpikes = 5;

/// Mean and sum of squared distances from it.
struct Moments {
    double mean = 0, squares = 0;
};

Moments momentsOf(std::span<const SeriesValue> values) {
    Moments moments;
    for (const auto& value : values)
        moments.mean += value.value / static_cast<double>(values.size());
    for (const auto& value : values)
        moments.squares += (value.value - moments.mean) * (value.value - moments.mean);
    return moments;
}

/// A candidate with how far the captures are from it.
struct Fit {
    FoundTrend found;
    double squares = std::numeric_limits<double>::infinity();
};

class TrendFinder {
public:
    explicit TrendFinder(std::span<const SeriesValue> values) : m_values(values) {
        for (const auto& value : values)
            m_within += value.variance / static_cast<double>(values.size());
    }

    FoundTrend find(double level) {
        FoundTrend best;
        double squares = std::numeric_limits<double>::infinity(), chance = 1;
        for (const auto& fit : {growth(), step(), spike()}) {
            const double own = std::min(1.0, fit.found.chance * tests);
            chance = std::min(chance, own);
            if (own > level || fit.squares >= squares) continue;
            squares = fit.squares;
            best = fit.found;
        }
        best.chance = chance;
        return best;
    }

private:
    std::size_t count() const { return m_values.size(); }
    double value(std::size_t at) const { return m_values[at].value; }

    /// The two-sided chance of a difference between means of so many captures, if their squared distances
    /// from these means add up to `squares`.
    double chanceOf(double difference, double squares, std::size_t left, std::size_t right) const {
        const auto freedom = static_cast<double>(left + right - 2);
        const double between = squares / freedom;
        const double variance = std::max(between, m_within);
        if (difference == 0) return 1;
        if (variance <= 0) return 0;
        const double error =
            std::sqrt(variance * (1 / static_cast<double>(left) + 1 / static_cast<double>(right)));
        return std::min(1.0, 2 * studentTail(std::abs(difference) / error, freedom));
    }

    Fit growth() const {
        Fit fit;
        double s = 0;
        std::map<double, std::size_t> ties;
        for (std::size_t right = 0; right < count(); ++right) {
            ++ties[value(right)];
            for (std::size_t left = 0; left < right; ++left)
                s += value(right) > value(left) ? 1 : value(right) < value(left) ? -1 : 0;
        }
        const bool hasTies = ties.size() < count();
        fit.found.chance = hasTies ? chanceWithTies(s, ties) : kendallChance(count(), s);
        for (std::size_t flat = 0; flat + 2 < count(); ++flat)
            if (auto line = lineFrom(flat); line.squares < fit.squares) {
                line.found.chance = fit.found.chance;
                fit = line;
            }
        // Rank correlation and the line have to agree about the direction.
        if (fit.found.size * s <= 0) fit.found.chance = 1;
        return fit;
    }

    double chanceWithTies(double s, const std::map<double, std::size_t>& ties) const {
        const auto termOf = [](std::size_t number) {
            const auto n = static_cast<double>(number);
            return n * (n - 1) * (2 * n + 5);
        };
        double variance = termOf(count());
        for (const auto& [value, number] : ties)
            variance -= termOf(number);
        variance /= 18;
        if (variance <= 0 || s == 0) return 1;
        return std::min(1.0, 2 * normalTail((std::abs(s) - 1) / std::sqrt(variance)));
    }

    /// A constant up to the capture `flat`, and a straight line from there on.
    Fit lineFrom(std::size_t flat) const {
        const auto position = [flat](std::size_t at) {
            return at > flat ? static_cast<double>(at - flat) : 0;
        };
        double meanPosition = 0, covariance = 0, spread = 0;
        const auto moments = momentsOf(m_values);
        for (std::size_t at = 0; at < count(); ++at)
            meanPosition += position(at) / static_cast<double>(count());
        for (std::size_t at = 0; at < count(); ++at) {
            covariance += (position(at) - meanPosition) * (value(at) - moments.mean);
            spread += (position(at) - meanPosition) * (position(at) - meanPosition);
        }
        Fit fit;
        fit.found = {.trend = Trend::Growth, .at = flat + 1};
        fit.found.size = covariance / spread;
        fit.found.level = moments.mean - fit.found.size * meanPosition;
        fit.squares = moments.squares - covariance * covariance / spread;
        return fit;
    }

    Fit step() const {
        Fit best;
        if (count() < minimumForSteps) return best;
        double chance = 1;
        for (std::size_t at = 1; at < count(); ++at) {
            const auto before = momentsOf(m_values.first(at)), after = momentsOf(m_values.subspan(at));
            const double squares = before.squares + after.squares;
            const double size = after.mean - before.mean;
            chance = std::min(chance, chanceOf(size, squares, at, count() - at));
            if (squares >= best.squares) continue;
            best = {{.trend = Trend::Step, .at = at, .level = before.mean, .size = size}, squares};
        }
        best.found.chance = std::min(1.0, chance * static_cast<double>(count() - 1));
        return best;
    }

    Fit spike() const {
        Fit best;
        if (count() < minimumForSpikes) return best;
        double chance = 1;
        for (std::size_t at = 1; at + 1 < count(); ++at) {
            std::vector<SeriesValue> others(m_values.begin(), m_values.end());
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(at));
            const auto rest = momentsOf(others);
            const double size = value(at) - rest.mean;
            chance = std::min(chance, chanceOf(size, rest.squares, count() - 1, 1));
            if (rest.squares >= best.squares) continue;
            best = {{.trend = Trend::Spike, .at = at, .level = rest.mean, .size = size}, rest.squares};
        }
        best.found.chance = std::min(1.0, chance * static_cast<double>(count() - 2));
        return best;
    }

    std::span<const SeriesValue> m_values;
    double m_within = 0; ///< the mean variance within captures
};

} // namespace

FoundTrend likeliestTrend(std::span<const SeriesValue> values, double level) {
    if (values.size() < 2) return {};
    return TrendFinder(values).find(level);
}

FoundTrend trendBeyond(std::span<const SeriesValue> values, const FoundTrend& found, double limit,
                       double level) {
    const double direction = limit < 0 ? -1 : 1;
    if ((found.trend != Trend::Growth && found.trend != Trend::Step) || found.size * direction <= 0)
        return {};
    std::vector<SeriesValue> changed(values.begin(), values.end());
    const auto last = static_cast<double>(values.size() - 1);
    for (std::size_t at = 0; at < values.size(); ++at) {
        const double toCome = found.trend == Trend::Growth ? (last - static_cast<double>(at)) / last
                              : at < found.at              ? 1
                                                           : 0;
        const double factor = std::pow(1 + limit, toCome);
        changed[at] = {values[at].value * factor, values[at].variance * factor * factor};
    }
    const auto left = likeliestTrend(changed, level);
    return left.trend == Trend::Spike || left.size * direction <= 0 ? FoundTrend() : left;
}

std::vector<double> adjustedChances(std::span<const double> chances) {
    std::vector<std::size_t> order(chances.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::size_t row) { return chances[row]; });
    std::vector<double> adjusted(chances.size());
    double largest = 0;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        largest = std::max(largest, chances[order[rank]] * static_cast<double>(order.size() - rank));
        adjusted[order[rank]] = std::min(1.0, largest);
    }
    return adjusted;
}

double kendallChance(std::size_t count, double s) {
    if (count < 2 || s == 0) return 1;
    const auto pairs = count * (count - 1) / 2;
    if (count > maximumExact) {
        const auto n = static_cast<double>(count);
        const double deviation = std::sqrt(n * (n - 1) * (2 * n + 5) / 18);
        return std::min(1.0, 2 * normalTail((std::abs(s) - 1) / deviation));
    }
    // The distribution of the number of pairs in descending order, from that for one capture fewer.
    std::vector<double> probability{1};
    for (std::size_t size = 2; size <= count; ++size) {
        std::vector<double> next(size * (size - 1) / 2 + 1);
        for (std::size_t known = 0; known < probability.size(); ++known)
            for (std::size_t more = 0; more < size; ++more)
                next[known + more] += probability[known] / static_cast<double>(size);
        probability = std::move(next);
    }
    const auto descending = static_cast<std::size_t>((static_cast<double>(pairs) - std::abs(s)) / 2);
    double tail = 0;
    for (std::size_t number = 0; number <= descending; ++number)
        tail += probability[number];
    return std::min(1.0, 2 * tail);
}

} // namespace candela
