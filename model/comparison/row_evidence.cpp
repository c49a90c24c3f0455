#include "model/comparison/row_evidence.h"

#include "model/base/parallel.h"
#include "model/comparison/statistics/distributions.h"
#include "model/comparison/statistics/family.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>

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

/// Beyond this factor, in either direction, an end of an interval states nothing more; the limit is the same
/// for both sides, also where rounding leaves no digits of what remains.
constexpr double maximumFactor = 1e6;

/// How many times as much recording would make the interval as narrow as the limit: widths shrink with the
/// square root.
double timesAsMuch(const std::optional<ChangeInterval>& interval) {
    if (!std::isfinite(reachOf(interval))) return 0;
    const double halfWidth = std::log((1 + interval->high) / (1 + interval->low)) / 2;
    return std::pow(halfWidth / std::log1p(sameWithin), 2);
}

/// How many times as much recording would make the change that was measured a sure one, whatever other rows
/// need of the level; infinite if the interval has no change.
double timesForChange(const std::optional<RatioTest>& test, const std::optional<ChangeInterval>& interval,
                      std::size_t tests) {
    constexpr double maximumTimes = 1024;
    if (!interval || (interval->low <= 0 && interval->high >= 0)) return infinite;
    const double chance = test->chance() / 2, level = minimumLevel(tests) / 2;
    // Of chances that are too small for a double, an approximation.
    const double distance = chance > 0 ? studentQuantile(chance, test->degreesOfFreedom()) : test->distance();
    const auto isEnough = [&](double times) {
        return distance * std::sqrt(times) >= studentQuantile(level, test->degreesOfFreedom() * times);
    };
    if (!isEnough(maximumTimes)) return infinite;
    double tooFew = 1, enough = maximumTimes;
    while (enough / tooFew > 1.02) {
        const double middle = std::sqrt(tooFew * enough);
        (isEnough(middle) ? enough : tooFew) = middle;
    }
    return enough;
}

/// The evidence of rows is computed in parts, so that a cancelled computation ends soon.
constexpr std::size_t rowsBetweenChecks = 64;

} // namespace

RowTests::RowTests(const ComparisonSide& base, const ComparisonSide& newSide, Normalize normalize,
                   const RunVariation& variation)
    : m_base(base, normalize), m_newSide(newSide, normalize), m_variation(variation) {}

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

std::optional<RatioTest> RowTests::atBest(const ComparisonRow& row, Weighed weighed) const {
    const bool isSelf = weighed == Weighed::Self;
    const auto base = m_base.atBest(isSelf ? row.baseSelf : row.baseTotal);
    const auto newSide = m_newSide.atBest(isSelf ? row.newSelf : row.newTotal);
    return base && newSide ? std::optional(RatioTest(*base, *newSide)) : std::nullopt;
}

std::optional<RatioTest> RowTests::ofWhole() {
    return testOf(m_base.of({}, m_base.side().weights.total, Weighed::Total), m_base,
                  m_newSide.of({}, m_newSide.side().weights.total, Weighed::Total), m_newSide);
}

bool isLeaf(const ComparisonRow& row) {
    return row.baseSelf == row.baseTotal && row.newSelf == row.newTotal;
}

std::optional<ChangeInterval> intervalOf(const std::optional<RatioTest>& test) {
    if (!test || !test->isPossible()) return {};
    return test->interval(intervalLevel);
}

double reachOf(const std::optional<ChangeInterval>& interval) {
    if (!interval) return std::numeric_limits<double>::infinity();
    const double beyond =
        std::expm1(std::max(std::abs(std::log1p(interval->low)), std::abs(std::log1p(interval->high))));
    return beyond < maximumFactor ? beyond : std::numeric_limits<double>::infinity();
}

RowEvidence evidenceOf(const ComparisonRow& row, const std::optional<RatioTest>& self,
                       const std::optional<RatioTest>& total, std::size_t tests) {
    RowEvidence evidence;
    evidence.totalInterval = intervalOf(total);
    evidence.selfInterval = isLeaf(row) ? evidence.totalInterval : intervalOf(self);
    const double selfReach = row.newSelf || row.baseSelf ? reachOf(evidence.selfInterval) : 0;
    const double totalReach = row.newTotal || row.baseTotal ? reachOf(evidence.totalInterval) : 0;
    evidence.noChangeBeyond = std::max(selfReach, totalReach);
    const double forSame = std::max(timesAsMuch(evidence.selfInterval), timesAsMuch(evidence.totalInterval));
    const double forChange =
        std::min(timesForChange(isLeaf(row) ? total : self, evidence.selfInterval, tests),
                 timesForChange(total, evidence.totalInterval, tests));
    evidence.timesAsMuch = forSame > 0 || std::isinf(forChange) ? std::min(forSame, forChange) : forChange;
    return evidence;
}

const RowEvidence& ComparisonRow::evidence() const {
    static const RowEvidence none;
    return evidences ? evidences->of(*this) : none;
}

RowEvidences::RowEvidences(const Comparison& comparison, const RunVariation& variation)
    : m_base(comparison.base), m_newSide(comparison.newSide), m_normalize(comparison.normalize),
      m_tests(m_base, m_newSide, m_normalize, variation), m_known(comparison.rows.size()),
      m_isKnown(comparison.rows.size()) {}

const RowEvidence& RowEvidences::of(const ComparisonRow& row) {
    if (!m_isKnown[row.number].load(std::memory_order_acquire)) {
        const std::lock_guard lock(m_mutex);
        if (!m_isKnown[row.number].load(std::memory_order_relaxed)) {
            m_known[row.number] = evidenceOf(row, m_tests.of(row, Weighed::Self),
                                             m_tests.of(row, Weighed::Total), testsOf(m_known.size()));
            m_isKnown[row.number].store(true, std::memory_order_release);
        }
    }
    return m_known[row.number];
}

void RowEvidences::set(const ComparisonRow& row, const RowEvidence& evidence) {
    const std::lock_guard lock(m_mutex);
    if (m_isKnown[row.number].load(std::memory_order_relaxed)) return;
    m_known[row.number] = evidence;
    m_isKnown[row.number].store(true, std::memory_order_release);
}

void RowEvidences::complete(std::span<const ComparisonRow> rows, Threads threads, const Task& task) {
    constexpr std::size_t minimumPart = 500;
    RowBlocks blocks(rows.size(), rowsBetweenChecks);
    inParallel(threads == Threads::One ? 1 : partCount(rows.size(), minimumPart), [&](std::size_t) {
        RowTests tests(m_base, m_newSide, m_normalize, m_tests.variation());
        for (auto block = blocks.next(); block && !task.isCancelled(); block = blocks.next()) {
            for (const auto& row : rows.subspan(block->first, block->second - block->first)) {
                if (m_isKnown[row.number].load(std::memory_order_acquire)) continue;
                set(row, evidenceOf(row, tests.of(row, Weighed::Self), tests.of(row, Weighed::Total),
                                    testsOf(m_known.size())));
            }
        }
    });
}

} // namespace candela
