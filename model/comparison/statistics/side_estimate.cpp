#include "model/comparison/statistics/side_estimate.h"

#include "model/comparison/statistics/distributions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace candela {

namespace {

/// Variances below this share of the squared ratio are rounding.
constexpr double rounding = 1e-18;

struct Sums {
    double weight = 0, exposure = 0;
};

/// Several sums at once, which do not wait for each other, are several times faster than one.
Sums sumsOf(std::span<const Observed> units) {
    std::array<Sums, 4> lanes{};
    const auto whole = units.size() / lanes.size() * lanes.size();
    for (std::size_t row = 0; row < whole; row += lanes.size()) {
        for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
            lanes[lane].weight += units[row + lane].weight;
            lanes[lane].exposure += units[row + lane].exposure;
        }
    }
    Sums sums;
    for (const auto& lane : lanes)
        sums = {sums.weight + lane.weight, sums.exposure + lane.exposure};
    for (const auto& unit : units.subspan(whole))
        sums = {sums.weight + unit.weight, sums.exposure + unit.exposure};
    return sums;
}

/// A few runs may be equal by chance: a variance this many times smaller than that of independent samples is
/// not used.
constexpr double minimumOfIndependent = 0.25;

/// The relative variance of independent samples; 0 if samples can't be counted.
double independentVariance(const SampleCount& count) {
    if (count.samples <= 0) return 0;
    return std::max(0.0, 1 - count.share) / count.samples;
}

/// The sum of the products of two rows. Several sums at once are several times faster than one.
double productSum(const double* left, const double* right, std::size_t size) {
    std::array<double, 8> sums{};
    std::size_t row = 0;
    for (; row + sums.size() <= size; row += sums.size())
        for (std::size_t lane = 0; lane < sums.size(); ++lane)
            sums[lane] += left[row + lane] * right[row + lane];
    double sum = 0;
    for (const double part : sums)
        sum += part;
    for (; row < size; ++row)
        sum += left[row] * right[row];
    return sum;
}

double runCount(std::span<const Observed> runs) {
    return static_cast<double>(
        std::ranges::count_if(runs, [](const Observed& run) { return run.exposure > 0; }));
}

SideEstimate madeOf(double ratio, double relativeVariance, double degreesOfFreedom,
                    const SampleCount& count) {
    if (ratio == 0) return {.ratio = 0, .effectiveCount = 0, .unit = count.unit};
    const bool isExact = relativeVariance <= rounding;
    const double effective = isExact ? infinite : 1 / relativeVariance;
    return {ratio, effective, count.unit, isExact ? infinite : degreesOfFreedom};
}

} // namespace

SideEstimate estimateFromBlocks(std::span<const Observed> blocks, const SampleCount& count) {
    const auto sums = sumsOf(blocks);
    if (sums.exposure <= 0 || sums.weight == 0) return madeOf(0, 0, 0, count);
    const double ratio = sums.weight / sums.exposure;
    const auto size = blocks.size();
    const double number = static_cast<double>(size);
    std::vector<double> residuals(size);
    for (std::size_t block = 0; block < size; ++block)
        residuals[block] = blocks[block].weight - ratio * blocks[block].exposure;
    const auto autocovariance = [&](std::size_t lag) {
        return productSum(residuals.data() + lag, residuals.data(), size - lag) /
               static_cast<double>(size - lag);
    };
    const double variance = autocovariance(0);
    // Wolff's window: it ends where the error of ignoring later terms falls below the error of adding up
    // noise.
    constexpr double decay = 1.5;
    double sum = variance;
    std::size_t window = 0;
    while (variance > 0 && window + 1 < size / 2) {
        ++window;
        sum += 2 * autocovariance(window);
        const double time = std::max(0.5 * sum / variance, 0.5);
        const double scale = time > 0.5001 ? decay / std::log((2 * time + 1) / (2 * time - 1)) : 1e-3;
        const double lag = static_cast<double>(window);
        if (std::exp(-lag / scale) < scale / std::sqrt(lag * number)) break;
    }
    const double width = 2 * static_cast<double>(window) + 1;
    const double corrected = std::max(sum * (1 + width / number), 0.0);
    const double ofSum = corrected * number;
    return madeOf(ratio, std::max(ofSum / (sums.weight * sums.weight), independentVariance(count)),
                  std::min(number / width, std::max(1.0, sums.weight * sums.weight / ofSum)), count);
}

RowVariance varianceOfRuns(std::span<const Observed> runs, const SampleCount& count) {
    const auto sums = sumsOf(runs);
    if (sums.exposure <= 0 || sums.weight == 0) return {};
    const double ratio = sums.weight / sums.exposure;
    double squares = 0;
    for (const auto& run : runs) {
        const double residual = run.weight - ratio * run.exposure;
        squares += residual * residual;
    }
    const double number = runCount(runs);
    const double ofSum = squares * number / (number - 1) / (sums.weight * sums.weight);
    return {ofSum * number, independentVariance(count) * number, number - 1};
}

SideEstimate estimateFromRuns(std::span<const Observed> runs, const SampleCount& count,
                              const RunVariation& variation) {
    const auto sums = sumsOf(runs);
    if (sums.exposure <= 0 || sums.weight == 0) return madeOf(0, 0, 0, count);
    const auto row = variation.of(varianceOfRuns(runs, count));
    const double variance = std::max(row.observed, minimumOfIndependent * row.sampling) / runCount(runs);
    return madeOf(sums.weight / sums.exposure, variance, row.degreesOfFreedom, count);
}

SideEstimate estimateFromCount(double weight, double exposure, const SampleCount& count, double dispersion) {
    if (exposure <= 0 || weight == 0) return madeOf(0, 0, 0, count);
    return madeOf(weight / exposure, dispersion * independentVariance(count), infinite, count);
}

} // namespace candela
