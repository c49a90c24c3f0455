#include "model/comparison/statistics/family.h"

#include "model/comparison/statistics/distributions.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace candela {

namespace {

constexpr double sharedByAll = 0.05; ///< share of the level
constexpr double budget = familyLevel * (1 - sharedByAll);
/// By how many standard errors a change must exceed the limit to be found in 80 % or 92 % of comparisons. A
/// test gets the level with which its change is found in 92 %; none, if the whole level would not find it in
/// 80 %.
constexpr double minimumMargin = 0.84, usualMargin = 1.4;

/// The level that a test needs to find a change that is this many standard errors beyond its limit.
double needOf(const FamilyTest& test, double margin) {
    const double limit = test.standardErrors - margin;
    return limit <= 0 ? 1 : 2 * studentTail(limit, test.degreesOfFreedom);
}

/// Gives the tests that can't be served half of what the others leave, the heaviest first: a half of that to
/// the first, a sixth to the second, 1/12 to the third, 1/(n (n + 1)) to the n-th. Those that are as heavy as
/// each other get as much. All of it would be too much: where little was recorded, variances are inexact, and
/// tests report somewhat more than their level.
void addRest(std::span<const FamilyTest> tests, double open, std::vector<double>& levels) {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < tests.size(); ++row)
        if (tests[row].weight > 0 && !mayBeServed(tests[row])) rows.push_back(row);
    const auto weightOf = [&](std::size_t row) { return tests[row].weight; };
    std::ranges::stable_sort(rows, std::greater(), weightOf);
    for (std::size_t first = 0, end = 0; first < rows.size(); first = end) {
        while (end < rows.size() && weightOf(rows[end]) == weightOf(rows[first]))
            ++end;
        const double part = 1 / static_cast<double>(first + 1) - 1 / static_cast<double>(end + 1);
        for (const auto row : std::span(rows).subspan(first, end - first))
            levels[row] += open / 2 * part / static_cast<double>(end - first);
    }
}

/// The level of each test. Those that need least get it first; of those that need the same, each gets as
/// much.
std::vector<double> levelsOf(std::span<const FamilyTest> tests) {
    struct Need {
        double level;
        std::size_t row;
    };
    std::vector<Need> needs;
    for (std::size_t row = 0; row < tests.size(); ++row)
        if (mayBeServed(tests[row])) needs.push_back({needOf(tests[row], usualMargin), row});
    std::ranges::stable_sort(needs, {}, &Need::level);
    std::vector<double> levels(tests.size(), minimumLevel(tests.size()));
    double open = budget;
    for (std::size_t first = 0, end = 0; first < needs.size() && open > 0; first = end) {
        const double need = needs[first].level;
        while (end < needs.size() && needs[end].level == need)
            ++end;
        const auto alike = static_cast<double>(end - first);
        const double each = std::min(need, open / alike);
        for (const auto& served : std::span(needs).subspan(first, end - first))
            levels[served.row] += each;
        open -= each * alike;
    }
    if (open > 0) addRest(tests, open, levels);
    return levels;
}

} // namespace

double minimumLevel(std::size_t tests) {
    return familyLevel * sharedByAll / static_cast<double>(tests);
}

bool mayBeServed(const FamilyTest& test) {
    // As many standard errors as need the whole level, if the variance were known exactly.
    static const double minimum = minimumMargin + normalQuantile(budget / 2);
    return test.standardErrors >= minimum;
}

void OpenLevel::add(const FamilyTest& test) {
    if (mayBeServed(test)) m_needs.push_back(needOf(test, usualMargin));
}

bool OpenLevel::isLeftFor(double standardErrors) const {
    const double need = needOf({0, standardErrors, infinite}, usualMargin);
    double served = 0;
    for (const double other : m_needs)
        if (other < need) served += other;
    return served < budget;
}

std::vector<double> familyChances(std::span<const FamilyTest> tests) {
    const auto levels = levelsOf(tests);
    struct Ordered {
        double quotient; ///< of the chance and the level
        std::size_t row;
        auto operator<=>(const Ordered&) const = default;
    };
    std::vector<Ordered> order;
    order.reserve(tests.size());
    for (std::size_t row = 0; row < tests.size(); ++row)
        order.push_back({tests[row].chance / levels[row], row});
    std::ranges::sort(order);
    // Holm's procedure: the level of tests that report a change is given to the others, in proportion to
    // their own levels.
    const double spent = std::accumulate(levels.begin(), levels.end(), 0.0);
    double open = spent, largest = 0;
    std::vector<double> chances(tests.size(), 1);
    for (const auto& [quotient, row] : order) {
        largest = std::max(largest, quotient * std::max(open, 0.0) * familyLevel / spent);
        chances[row] = std::min(1.0, largest);
        open -= levels[row];
    }
    return chances;
}

} // namespace candela
