#include "model/comparison/statistics/family.h"

#include "model/comparison/statistics/distributions.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace candela {

namespace {

constexpr double sharedByAll = 0.05; ///< share of the level
constexpr double budget = familyLevel * (1 - sharedByAll);
/// By how many standard errors a change must exceed the limit to be found in 90 % of comparisons. If the
/// whole level suffices, each row gets the part with which it is found in 92 %.
constexpr double minimumMargin = 1.28, maximumMargin = 1.4;

/// The level that a test needs to find a change that is this many standard errors beyond its limit.
double needOf(const FamilyTest& test, double margin) {
    const double limit = test.standardErrors - margin;
    return limit <= 0 ? 1 : 2 * studentTail(limit, test.degreesOfFreedom);
}

/// The largest margin up to `maximumMargin` whose need is within the budget: if the level does not suffice
/// for all tests, all get less, so that each has the same power. The logarithm of the need is nearly a line,
/// so the method of regula falsi with the step of Illinois (Dowell and Jarratt, BIT 11, 1971) needs few
/// steps.
template<typename Need>
double largestMargin(const Need& needOfAll) {
    constexpr double lowest = -40, precision = 1e-9;
    const auto excessOf = [&](double margin) {
        return std::log(std::max(needOfAll(margin), 1e-300) / budget);
    };
    double high = maximumMargin, excessOfHigh = excessOf(high);
    if (excessOfHigh <= 0) return high;
    double low = high, excessOfLow = excessOfHigh;
    for (double step = 0.5; excessOfLow > 0 && low > lowest; step *= 2) {
        low = std::max(low - step, lowest);
        excessOfLow = excessOf(low);
    }
    int stays = 0; // whether the high end stayed in the last step, or the low one (-1)
    while (excessOfLow < 0 && high - low > precision) {
        // Half a precision from both ends, so that the interval becomes short where one end stays.
        const double between = low - excessOfLow * (high - low) / (excessOfHigh - excessOfLow);
        const double middle = std::clamp(between, low + precision / 2, high - precision / 2);
        const double excess = excessOf(middle);
        if (excess > 0) {
            high = middle;
            excessOfHigh = excess;
            if (stays < 0) excessOfLow /= 2;
            stays = -1;
        } else {
            low = middle;
            excessOfLow = excess;
            if (stays > 0) excessOfHigh /= 2;
            stays = 1;
        }
    }
    return low;
}

/// The level of each test.
std::vector<double> levelsOf(std::span<const FamilyTest> tests) {
    std::vector<std::size_t> served;
    for (std::size_t row = 0; row < tests.size(); ++row)
        if (isServed(tests[row])) served.push_back(row);
    const auto needOfAll = [&](double margin) {
        double sum = 0;
        for (const auto row : served)
            sum += needOf(tests[row], margin);
        return sum;
    };
    const double margin = largestMargin(needOfAll);
    std::vector<double> levels(tests.size(), familyLevel * sharedByAll / static_cast<double>(tests.size()));
    for (const auto row : served)
        levels[row] += needOf(tests[row], margin);
    return levels;
}

} // namespace

bool isServed(const FamilyTest& test) {
    return needOf(test, minimumMargin) <= budget;
}

std::vector<double> familyChances(std::span<const FamilyTest> tests) {
    const auto levels = levelsOf(tests);
    std::vector<std::size_t> order(tests.size());
    std::iota(order.begin(), order.end(), 0);
    const auto quotient = [&](std::size_t row) { return tests[row].chance / levels[row]; };
    std::ranges::stable_sort(order, {}, quotient);
    // Holm's procedure: the level of tests that report a change is given to the others, in proportion to
    // their own levels.
    const double spent = std::accumulate(levels.begin(), levels.end(), 0.0);
    double open = spent, largest = 0;
    std::vector<double> chances(tests.size(), 1);
    for (const auto row : order) {
        largest = std::max(largest, quotient(row) * std::max(open, 0.0) * familyLevel / spent);
        chances[row] = std::min(1.0, largest);
        open -= levels[row];
    }
    return chances;
}

} // namespace candela
