/// How exactly the rows of a comparison are known. Few of many thousands are looked at, so that each is
/// computed when it is asked for.
#pragma once

#include "model/base/task.h"
#include "model/comparison/comparison.h"
#include "model/comparison/side_estimator.h"
#include "model/comparison/statistics/ratio_test.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace candela {

/// The probability with which verdicts are correct, and intervals contain the true change.
inline constexpr double intervalLevel = 0.95;
/// A row is the same if its interval is within this distance from no change, on both sides.
inline constexpr double sameWithin = 0.05;

/// The tests of a comparison's rows. Not for several threads at once; a copy is. The sides outlive it.
class RowTests {
public:
    explicit RowTests(const Comparison& comparison);
    /// `variation` is that of self weights between runs.
    RowTests(const ComparisonSide& base, const ComparisonSide& newSide, Normalize normalize,
             const RunVariation& variation);

    const RunVariation& variation() const { return m_variation; }
    /// The test of a row; none if the variance of its weights is unknown.
    std::optional<RatioTest> of(const ComparisonRow& row, Weighed weighed);
    /// The test of a row if its samples were independent: no test of it finds more. None if that is not known
    /// to be the limit.
    std::optional<RatioTest> atBest(const ComparisonRow& row, Weighed weighed) const;
    /// The test of all weight together.
    std::optional<RatioTest> ofWhole();

private:
    SideEstimator m_base, m_newSide;
    RunVariation m_variation;
};

/// Whether nothing is called from the row, on either side.
bool isLeaf(const ComparisonRow& row);
std::optional<ChangeInterval> intervalOf(const std::optional<RatioTest>& test);
/// The largest distance from no change in the interval, as growth of one side or the other; infinite if an
/// interval is missing.
double reachOf(const std::optional<ChangeInterval>& interval);
/// How many tests so many rows have at most.
constexpr std::size_t testsOf(std::size_t rows) {
    return 2 * rows + 1;
}
/// `tests` are those of all rows.
RowEvidence evidenceOf(const ComparisonRow& row, const std::optional<RatioTest>& self,
                       const std::optional<RatioTest>& total, std::size_t tests);

/// The evidence of all rows, by their numbers. For any thread.
class RowEvidences {
public:
    /// Takes the sides, the normalization and the number of rows of the comparison.
    RowEvidences(const Comparison& comparison, const RunVariation& variation);

    const RowEvidence& of(const ComparisonRow& row);
    /// Keeps what was computed already.
    void set(const ComparisonRow& row, const RowEvidence& evidence);
    enum class Threads { One, All };
    /// Computes those of the rows that are missing; ends early when cancelled.
    void complete(std::span<const ComparisonRow> rows, Threads threads, const Task& task);

private:
    const ComparisonSide m_base, m_newSide;
    const Normalize m_normalize;
    std::mutex m_mutex; ///< of the tests, and of writing
    RowTests m_tests;
    std::vector<RowEvidence> m_known;
    std::vector<std::atomic<bool>> m_isKnown;
};

} // namespace candela
