#include "model/comparison/statistics/run_variation.h"

#include "model/comparison/statistics/distributions.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace candela {

namespace {

/// A larger variance has this probability if the row varies as expected.
constexpr double outlierTail = 0.01;
/// The prior is never worth more: its own variance is an estimate, too.
constexpr double maximumDegreesOfFreedom = 100;

/// The derivative of log Γ, by its recurrence and its asymptotic series (DLMF 5.5.2, 5.11.2).
double digamma(double x) {
    double sum = 0;
    for (; x < 8; ++x)
        sum -= 1 / x;
    const double square = 1 / (x * x);
    return sum + std::log(x) - 0.5 / x - square * (1.0 / 12 - square * (1.0 / 120 - square / 252));
}

/// The derivative of digamma() (DLMF 5.15.5, 5.15.8).
double trigamma(double x) {
    double sum = 0;
    for (; x < 8; ++x)
        sum += 1 / (x * x);
    const double square = 1 / (x * x);
    return sum + 1 / x + square / 2 + square / x * (1.0 / 6 - square * (1.0 / 30 - square / 42));
}

/// The degrees of freedom whose logarithmic variances spread by `spread`: 2 x with trigamma(x) = spread.
double degreesOfSpread(double spread) {
    double low = 1e-3, high = maximumDegreesOfFreedom / 2;
    if (trigamma(high) >= spread) return 2 * high;
    for (int step = 0; step < 60; ++step) {
        const double middle = std::sqrt(low * high);
        (trigamma(middle) > spread ? low : high) = middle;
    }
    return 2 * low;
}

/// The logarithm of a row's variance relative to the expected one, without what its few degrees of freedom
/// add on average.
double deviation(const RowVariance& row, double betweenRuns) {
    const double half = row.degreesOfFreedom / 2;
    return std::log(row.observed / (row.sampling + betweenRuns)) - digamma(half) + std::log(half);
}

double meanDeviation(std::span<const RowVariance> rows, double betweenRuns) {
    double sum = 0;
    for (const auto& row : rows)
        sum += deviation(row, betweenRuns);
    return sum / static_cast<double>(rows.size());
}

/// The variation between runs for which rows deviate in both directions alike; 0 if sampling explains all.
double fittedBetweenRuns(std::span<const RowVariance> rows) {
    double low = 0, high = 0;
    for (const auto& row : rows)
        high = std::max(high, row.observed);
    if (std::ranges::all_of(rows, [](const auto& row) { return row.sampling > 0; }) &&
        meanDeviation(rows, 0) <= 0)
        return 0;
    for (int step = 0; step < 60; ++step) {
        const double middle = (low + high) / 2;
        (meanDeviation(rows, middle) > 0 ? low : high) = middle;
    }
    return high;
}

} // namespace

RunVariation::RunVariation(std::span<const RowVariance> all) {
    std::vector<RowVariance> rows;
    for (const auto& row : all)
        if (row.observed > 0) rows.push_back(row);
    if (rows.size() < minimumRows) return;
    // So that sums do not depend on which side is which.
    std::ranges::sort(rows, {}, [](const RowVariance& row) { return std::pair(row.observed, row.sampling); });
    m_betweenRuns = fittedBetweenRuns(rows);
    const double mean = meanDeviation(rows, m_betweenRuns);
    const double number = static_cast<double>(rows.size());
    double squares = 0, inherent = 0;
    for (const auto& row : rows) {
        const double difference = deviation(row, m_betweenRuns) - mean;
        squares += difference * difference;
        inherent += trigamma(row.degreesOfFreedom / 2) / number;
    }
    // One standard error more than the rows spread: a prior that is worth too much reports false changes, one
    // that is worth too little misses some. The logarithm of a variance has a fourth moment of about 4.2
    // squared variances if there are four degrees of freedom.
    constexpr double fourthMoment = 4.2;
    const double error = inherent * std::sqrt((fourthMoment - 1) / number);
    const double spread = std::max(squares / (number - 1) - inherent, 0.0) + error;
    m_degreesOfFreedom = degreesOfSpread(spread);
    const double half = m_degreesOfFreedom / 2;
    m_factor = std::exp(std::max(mean, 0.0) + digamma(half) - std::log(half));
}

RowVariance RunVariation::of(const RowVariance& row) const {
    if (m_degreesOfFreedom <= 0) return row;
    const double own = row.degreesOfFreedom, prior = m_degreesOfFreedom, usual = expected(row);
    if (usual <= 0) return row;
    // The tail of the F distribution.
    const double tail = betaProbability(prior / (prior + own * row.observed / usual), prior / 2, own / 2);
    if (tail < outlierTail) return row;
    return {(own * row.observed + prior * usual) / (own + prior), row.sampling, own + prior};
}

} // namespace candela
