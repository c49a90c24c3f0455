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
    // If the level does not suffice for all tests, all get less, so that each has the same power.
    double low = -40, high = maximumMargin;
    if (needOfAll(high) > budget) {
        for (int step = 0; step < 40; ++step) {
            const double middle = (low + high) / 2;
            (needOfAll(middle) > budget ? high : low) = middle;
        }
        high = low;
    }
    std::vector<double> levels(tests.size(), familyLevel * sharedByAll / static_cast<double>(tests.size()));
    for (const auto row : served)
        levels[row] += needOf(tests[row], high);
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
