#include "model/comparison/significance.h"

#include "model/base/parallel.h"
#include "model/comparison/side_estimator.h"
#include "model/comparison/statistics/distributions.h"
#include "model/comparison/statistics/family.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace candela {

namespace {

/// The number of rows of a side that show how much rows vary: lighter ones show little but their sampling.
constexpr std::size_t maximumVaryingRows = 64;

/// What self weights are expected to vary between runs, of both sides together: most of what varies is the
/// same program.
RunVariation variationOf(const Comparison& comparison, SideEstimator& base, SideEstimator& newSide) {
    std::vector<RowVariance> variances;
    if (!base.isPossible() || !newSide.isPossible()) return {};
    const auto add = [&](SideEstimator& side, auto weightOf, auto groupOf) {
        if (!side.hasRuns()) return;
        std::vector<const ComparisonRow*> rows;
        for (const auto& row : comparison.rows)
            if (weightOf(row) > 0) rows.push_back(&row);
        const auto kept = std::min(rows.size(), maximumVaryingRows);
        std::ranges::partial_sort(rows, rows.begin() + static_cast<std::ptrdiff_t>(kept), std::greater(),
                                  [&](const ComparisonRow* row) { return weightOf(*row); });
        for (std::size_t index = 0; index < kept; ++index)
            if (const auto variance = side.variance(groupOf(*rows[index]), weightOf(*rows[index])))
                variances.push_back(*variance);
    };
    add(
        base, [](const ComparisonRow& row) { return row.baseSelf; },
        [](const ComparisonRow& row) { return row.base; });
    add(
        newSide, [](const ComparisonRow& row) { return row.newSelf; },
        [](const ComparisonRow& row) { return row.newGroup; });
    return RunVariation(variances);
}

void borrow(SideEstimate& own, const SideEstimator& side, const SideEstimate& runs,
            const SideEstimator& runsSide) {
    if (side.hasRuns() || !runsSide.hasRuns()) return;
    if (own.ratio <= 0 || runs.ratio <= 0) return;
    const auto ofOneRun = runs.effectiveCount / static_cast<double>(runsSide.runs());
    if (ofOneRun >= own.effectiveCount) return;
    own.effectiveCount = ofOneRun;
    own.degreesOfFreedom = runs.degreesOfFreedom;
}

std::optional<RatioTest> testOf(std::optional<SideEstimate> base, const SideEstimator& baseSide,
                                std::optional<SideEstimate> newSide, const SideEstimator& otherSide) {
    if (!base || !newSide) return {};
    // A single run varies at least as much as the other side's runs.
    borrow(*base, baseSide, *newSide, otherSide);
    borrow(*newSide, otherSide, *base, baseSide);
    return RatioTest(*base, *newSide);
}

/// Whether nothing is called from the row, on either side.
bool isLeaf(const ComparisonRow& row) {
    return row.baseSelf == row.baseTotal && row.newSelf == row.newTotal;
}

/// Rows with the same weights in every unit are one test, for example callers of a single function.
using Evidence = std::tuple<std::int64_t, std::int64_t, double, double, double>;

struct Judged {
    std::optional<RatioTest> self, total;
    std::size_t selfTest = 0, totalTest = 0; ///< row of the test in the family
};

/// The factor of a row's share if the row changes by changeToFind: the share changes by less, because the
/// whole changes, too.
double factorToFind(const Comparison& comparison, std::int64_t base, std::int64_t newWeight) {
    if (comparison.normalize != Normalize::Share) return changeToFind;
    const double share = (normalizedWeight(base, comparison.base, Normalize::Share) +
                          normalizedWeight(newWeight, comparison.newSide, Normalize::Share)) /
                         2;
    return changeToFind / (1 + (changeToFind - 1) * std::clamp(share, 0.0, 1.0));
}

class Family {
public:
    std::size_t add(const std::optional<RatioTest>& test, std::int64_t base, std::int64_t newWeight,
                    double factor) {
        if (!test) return none;
        const FamilyTest entry{test->chance(), test->standardErrors(factor), test->degreesOfFreedom()};
        const auto [found, isNew] = m_known.try_emplace(
            Evidence{base, newWeight, entry.chance, entry.standardErrors, entry.degreesOfFreedom},
            m_tests.size());
        if (isNew) m_tests.push_back(entry);
        return found->second;
    }
    void decide() { m_chances = familyChances(m_tests); }
    bool reports(std::size_t test) const { return test != none && m_chances[test] <= familyLevel; }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    std::vector<FamilyTest> m_tests;
    std::vector<double> m_chances;
    absl::flat_hash_map<Evidence, std::size_t> m_known;
};

std::optional<ChangeInterval> intervalOf(const std::optional<RatioTest>& test) {
    if (!test || !test->isPossible()) return {};
    return test->interval(intervalLevel);
}

Verdict direction(const RatioTest& test) {
    return test.chanceOfMore(0) < test.chanceOfLess(0) ? Verdict::Slower : Verdict::Faster;
}

/// Beyond this factor, in either direction, an end of an interval states nothing more; the limit is the same
/// for both sides, also where rounding leaves no digits of what remains.
constexpr double maximumFactor = 1e6;

/// The largest distance from no change in the interval, as growth of one side or the other; infinite if an
/// interval is missing.
double reach(const std::optional<ChangeInterval>& interval) {
    if (!interval) return std::numeric_limits<double>::infinity();
    const double beyond =
        std::expm1(std::max(std::abs(std::log1p(interval->low)), std::abs(std::log1p(interval->high))));
    return beyond < maximumFactor ? beyond : std::numeric_limits<double>::infinity();
}

/// How many times as much recording would make the interval as narrow as the limit: widths shrink with the
/// square root.
double timesAsMuch(const std::optional<ChangeInterval>& interval) {
    if (!std::isfinite(reach(interval))) return 0;
    const double halfWidth = std::log((1 + interval->high) / (1 + interval->low)) / 2;
    return std::pow(halfWidth / std::log1p(sameWithin), 2);
}

Verdict verdictOf(const Family& family, const std::optional<RatioTest>& test, std::size_t index, double reach,
                  double difference) {
    if (family.reports(index)) return direction(*test);
    return reach <= sameWithin || (difference == 0 && !test) ? Verdict::Same : Verdict::Unknown;
}

void finish(const Family& family, const Judged& judged, ComparisonRow& row) {
    row.totalInterval = intervalOf(judged.total);
    row.selfInterval = isLeaf(row) ? row.totalInterval : intervalOf(judged.self);
    const bool isSame = row.selfDifference == 0 && row.totalDifference == 0;
    const double selfReach = row.newSelf || row.baseSelf ? reach(row.selfInterval) : 0;
    const double totalReach = row.newTotal || row.baseTotal ? reach(row.totalInterval) : 0;
    row.noChangeBeyond = std::max(selfReach, totalReach);
    row.timesAsMuch = std::max(timesAsMuch(row.selfInterval), timesAsMuch(row.totalInterval));
    row.selfVerdict = verdictOf(family, judged.self, judged.selfTest, selfReach, row.selfDifference);
    row.totalVerdict = verdictOf(family, judged.total, judged.totalTest, totalReach, row.totalDifference);
    if (isChange(row.totalVerdict))
        row.verdict = row.totalVerdict;
    else if (isChange(row.selfVerdict))
        row.verdict = row.selfVerdict;
    else if (row.noChangeBeyond <= sameWithin || (isSame && !judged.total))
        row.verdict = Verdict::Same;
    else
        row.verdict = Verdict::Unknown;
}

/// Calls work(begin, end) for parts of the rows, in threads.
template<typename Work>
void inRanges(std::size_t rows, const Work& work) {
    constexpr std::size_t minimumPart = 500;
    const auto parts = partCount(rows, minimumPart);
    inParallel(parts, [&](std::size_t part) { work(rows * part / parts, rows * (part + 1) / parts); });
}

/// The verdict on a comparison by shares, whose whole does not change: whether any row changed.
Verdict verdictOfRows(const Comparison& comparison) {
    const auto has = [&](Verdict verdict) {
        return std::ranges::any_of(comparison.rows, [&](const auto& row) { return row.verdict == verdict; });
    };
    if (has(Verdict::Slower) || has(Verdict::Faster)) return Verdict::Changed;
    return has(Verdict::Unknown) ? Verdict::Unknown : Verdict::Same;
}

} // namespace

RowTests::RowTests(const Comparison& comparison)
    : m_base(comparison.base, comparison.normalize), m_newSide(comparison.newSide, comparison.normalize),
      m_variation(variationOf(comparison, m_base, m_newSide)) {}

std::optional<RatioTest> RowTests::of(const ComparisonRow& row, Weighed weighed) {
    const bool isSelf = weighed == Weighed::Self;
    // A sum over callees varies less than they do, as far as they vary independently.
    const auto& variation = isSelf || isLeaf(row) ? m_variation : RunVariation();
    return testOf(m_base.of(row.base, isSelf ? row.baseSelf : row.baseTotal, weighed, variation), m_base,
                  m_newSide.of(row.newGroup, isSelf ? row.newSelf : row.newTotal, weighed, variation),
                  m_newSide);
}

std::optional<RatioTest> RowTests::ofWhole() {
    return testOf(m_base.of({}, m_base.side().weights.total, Weighed::Total), m_base,
                  m_newSide.of({}, m_newSide.side().weights.total, Weighed::Total), m_newSide);
}

std::optional<RatioTest> totalTest(const Comparison& comparison) {
    if (comparison.normalize == Normalize::Share) return {};
    return RowTests(comparison).ofWhole();
}

double sureNewShare(const Comparison& comparison, const ComparisonRow& row, double chance) {
    const auto all = static_cast<double>(comparison.newSide.weights.total);
    SideEstimator estimator(comparison.newSide, Normalize::Share);
    const auto estimate = estimator.of(row.newGroup, row.newTotal, Weighed::Total);
    if (!estimate || all <= 0) return 0;
    // The lower limit of a Poisson distribution's mean, as Wilson and Hilferty approximate it (Proc. Natl.
    // Acad. Sci. 17, 1931).
    const double count = estimate->effectiveCount;
    if (!std::isfinite(count)) return estimate->ratio;
    const double root =
        1 - 1 / (9 * count) - studentQuantile(chance, estimate->degreesOfFreedom) / (3 * std::sqrt(count));
    return estimate->ratio * std::pow(std::max(root, 0.0), 3);
}

void judge(Comparison& comparison) {
    Family family;
    std::vector<Judged> judged(comparison.rows.size());
    const RowTests prepared(comparison);
    inRanges(judged.size(), [&](std::size_t begin, std::size_t end) {
        auto tests = prepared;
        for (auto row = begin; row < end; ++row) {
            judged[row].self = tests.of(comparison.rows[row], Weighed::Self);
            judged[row].total = tests.of(comparison.rows[row], Weighed::Total);
        }
    });
    for (std::size_t index = 0; index < judged.size(); ++index) {
        const auto& row = comparison.rows[index];
        auto& tests = judged[index];
        const auto add = [&](const std::optional<RatioTest>& test, std::int64_t base,
                             std::int64_t newWeight) {
            return family.add(test, base, newWeight, factorToFind(comparison, base, newWeight));
        };
        tests.selfTest = add(tests.self, row.baseSelf, row.newSelf);
        tests.totalTest = add(tests.total, row.baseTotal, row.newTotal);
    }
    const auto whole = totalTest(comparison);
    const auto wholeTest =
        family.add(whole, comparison.base.weights.total, comparison.newSide.weights.total, changeToFind);
    family.decide();
    inRanges(judged.size(), [&](std::size_t begin, std::size_t end) {
        for (auto row = begin; row < end; ++row)
            finish(family, judged[row], comparison.rows[row]);
    });
    comparison.totalInterval = intervalOf(whole);
    if (comparison.normalize == Normalize::Share)
        comparison.verdict = verdictOfRows(comparison);
    else if (family.reports(wholeTest))
        comparison.verdict = direction(*whole);
    else if (whole && reach(comparison.totalInterval) <= sameWithin)
        comparison.verdict = Verdict::Same;
    else
        comparison.verdict = Verdict::Unknown;
}

} // namespace candela
