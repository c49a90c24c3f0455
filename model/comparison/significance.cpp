#include "model/comparison/significance.h"

#include "model/base/parallel.h"
#include "model/comparison/evidence_gaps.h"
#include "model/comparison/side_estimator.h"
#include "model/comparison/statistics/distributions.h"
#include "model/comparison/statistics/family.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace candela {

namespace {

/// Rows with the same weights in every unit are one test, for example callers of a single function.
using Evidence = std::tuple<std::int64_t, std::int64_t, double, double, double>;

/// What is known about one weight of a row.
struct Judged {
    /// Not tested: `inFamily` has a chance that the test would exceed.
    bool isUndecided = false;
    /// Of a row that is not tested yet, if its samples were independent: at least those of the test.
    double maximumStandardErrors = 0;
    std::optional<RatioTest> test; ///< none as well if the variance is unknown
    FamilyTest inFamily;
    std::size_t number = 0; ///< of the test in the family
};
struct JudgedRow {
    Judged self, total;

    Judged& of(Weighed weighed) { return weighed == Weighed::Self ? self : total; }
};

/// The factor of a row's share if the row changes by changeToFind: the share changes by less, because the
/// whole changes, too.
double factorToFind(const Comparison& comparison, const ComparisonRow& row, Weighed weighed) {
    if (comparison.normalize != Normalize::Share) return changeToFind;
    const bool isSelf = weighed == Weighed::Self;
    const double share =
        (normalizedWeight(isSelf ? row.baseSelf : row.baseTotal, comparison.base, Normalize::Share) +
         normalizedWeight(isSelf ? row.newSelf : row.newTotal, comparison.newSide, Normalize::Share)) /
        2;
    return changeToFind / (1 + (changeToFind - 1) * std::clamp(share, 0.0, 1.0));
}

/// That of the row in the family: the sum of both sides, as tests take it for given. The mean of two shares
/// would follow a change on the side that recorded less. A share near all of the whole can't change.
double familyWeight(const Comparison& comparison, const ComparisonRow& row, Weighed weighed) {
    const bool isSelf = weighed == Weighed::Self;
    const auto weight = static_cast<double>(isSelf ? row.baseSelf : row.baseTotal) +
                        static_cast<double>(isSelf ? row.newSelf : row.newTotal);
    if (comparison.normalize != Normalize::Share) return weight;
    const auto all = static_cast<double>(comparison.base.weights.total) +
                     static_cast<double>(comparison.newSide.weights.total);
    const double share = all > 0 ? std::clamp(weight / all, 0.0, 1.0) : 0;
    return share * (1 - share);
}

/// Half of an interval of 95 % is 1.96 standard errors. The limit is lower, as distance() and
/// standardErrors() are approximations.
constexpr double minimumHalf = 1.8;

/// Whether the row can only be changed, not the same: the interval is too wide even if the samples are
/// independent, or too far from no change.
bool canOnlyChange(const RatioTest& best, double distance) {
    return best.isPossible() && best.standardErrors(1 + sameWithin) - distance < minimumHalf;
}

void testRow(const Comparison& comparison, RowTests& tests, const ComparisonRow& row, Weighed weighed,
             Judged& judged) {
    judged = {.test = tests.of(row, weighed), .inFamily = {}, .number = judged.number};
    if (judged.test)
        judged.inFamily = {judged.test->chance(),
                           judged.test->standardErrors(factorToFind(comparison, row, weighed)),
                           judged.test->degreesOfFreedom(), familyWeight(comparison, row, weighed)};
}

/// Tests the row, unless it can only be changed.
Judged judgedOf(const Comparison& comparison, RowTests& tests, const ComparisonRow& row, Weighed weighed) {
    Judged judged;
    const auto best = tests.atBest(row, weighed);
    const double distance = best ? best->distance() : 0;
    judged.isUndecided = best && canOnlyChange(*best, distance);
    if (judged.isUndecided) {
        // One tail of two, so that the approximation is not above an exact test either.
        judged.inFamily.chance = normalTail(distance);
        judged.inFamily.weight = familyWeight(comparison, row, weighed);
        judged.maximumStandardErrors = best->standardErrors(factorToFind(comparison, row, weighed));
    } else {
        testRow(comparison, tests, row, weighed, judged);
    }
    return judged;
}

Evidence evidenceOfWeights(std::int64_t base, std::int64_t newWeight, const FamilyTest& test) {
    return {base, newWeight, test.chance, test.standardErrors, test.degreesOfFreedom};
}

Evidence evidenceIn(const ComparisonRow& row, Weighed weighed, const FamilyTest& test) {
    return weighed == Weighed::Self ? evidenceOfWeights(row.baseSelf, row.newSelf, test)
                                    : evidenceOfWeights(row.baseTotal, row.newTotal, test);
}

class Family {
public:
    std::size_t add(const FamilyTest& test, const Evidence& evidence) {
        return added(m_known, evidence, test);
    }
    /// The same for a row that is not tested, of these samples.
    std::size_t addUndecided(const FamilyTest& test, std::uint64_t baseSamples, std::uint64_t newSamples) {
        return added(m_undecided, std::pair(baseSamples, newSamples), test);
    }
    void replace(std::size_t number, const FamilyTest& test) { m_tests[number] = test; }
    void decide() { m_chances = familyChances(m_tests); }
    bool reports(std::size_t test) const { return test != none && m_chances[test] <= familyLevel; }

    static constexpr std::size_t none = static_cast<std::size_t>(-1);

private:
    template<typename Known>
    std::size_t added(Known& known, const typename Known::key_type& key, const FamilyTest& test) {
        const auto [found, isNew] = known.try_emplace(key, m_tests.size());
        if (isNew) m_tests.push_back(test);
        return found->second;
    }

    std::vector<FamilyTest> m_tests;
    std::vector<double> m_chances;
    absl::flat_hash_map<Evidence, std::size_t> m_known;
    absl::flat_hash_map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> m_undecided;
};

std::uint64_t samplesOf(const ComparisonSide& side, FrameGroupIndex group, Weighed weighed) {
    return group ? side.sums->groups->identityOf(group, weighed) : 0;
}

void addTo(Family& family, const Comparison& comparison, const ComparisonRow& row, Weighed weighed,
           Judged& judged) {
    if (judged.isUndecided)
        judged.number = family.addUndecided(judged.inFamily, samplesOf(comparison.base, row.base, weighed),
                                            samplesOf(comparison.newSide, row.newGroup, weighed));
    else if (judged.test)
        judged.number = family.add(judged.inFamily, evidenceIn(row, weighed, judged.inFamily));
    else
        judged.number = Family::none;
}

Verdict direction(const RatioTest& test) {
    return test.chanceOfMore(0) < test.chanceOfLess(0) ? Verdict::Slower : Verdict::Faster;
}

Verdict verdictOf(const Family& family, const Judged& judged, double reach, double difference) {
    if (judged.isUndecided) return Verdict::Unknown;
    if (family.reports(judged.number)) return direction(*judged.test);
    return reach <= sameWithin || (difference == 0 && !judged.test) ? Verdict::Same : Verdict::Unknown;
}

void finish(const Family& family, std::size_t tests, const JudgedRow& judged, ComparisonRow& row) {
    const auto& [self, total] = judged;
    // What is undecided in one weight may be decided by the other.
    const auto evidence = evidenceOf(row, self.test, total.test, tests);
    const bool isKnown = !self.isUndecided && !total.isUndecided;
    if (isKnown) row.evidences->set(row, evidence);
    const auto reach = [](std::int64_t base, std::int64_t newWeight, const auto& interval) {
        return base != 0 || newWeight != 0 ? reachOf(interval) : 0;
    };
    const double selfReach = reach(row.baseSelf, row.newSelf, evidence.selfInterval);
    const double totalReach = reach(row.baseTotal, row.newTotal, evidence.totalInterval);
    row.selfVerdict = verdictOf(family, self, selfReach, row.selfDifference);
    row.totalVerdict = verdictOf(family, total, totalReach, row.totalDifference);
    const bool isEqual = row.selfDifference == 0 && row.totalDifference == 0;
    row.verdict = changeVerdict(row);
    const bool isSame = evidence.noChangeBeyond <= sameWithin || (isEqual && !total.test);
    if (row.verdict == Verdict::Unknown && isKnown && isSame) row.verdict = Verdict::Same;
}

/// Calls work(row) for all rows, in threads, each with a `work` of its own.
template<typename Work>
void forEachRow(std::size_t rows, const Work& work) {
    constexpr std::size_t minimumPart = 16, blockSize = 8;
    RowBlocks blocks(rows, blockSize);
    inParallel(partCount(rows, minimumPart), [&](std::size_t) {
        auto own = work;
        while (const auto block = blocks.next())
            for (auto row = block->first; row < block->second; ++row)
                own(row);
    });
}

/// One of the two weights of a row.
struct RowWeight {
    std::size_t row = 0;
    Weighed weighed = Weighed::Self;
};

void testRows(const Comparison& comparison, const RowTests& tests, std::span<const RowWeight> tested,
              std::vector<JudgedRow>& judged) {
    forEachRow(tested.size(), [&, own = tests](std::size_t index) mutable {
        const auto& [row, weighed] = tested[index];
        testRow(comparison, own, comparison.rows[row], weighed, judged[row].of(weighed));
    });
}

/// Tests the rows that can only be changed, as long as they may get more of the level than all rows: those
/// first that need least of it.
void testWhileLevelIsLeft(const Comparison& comparison, const RowTests& tests,
                          std::vector<JudgedRow>& judged) {
    OpenLevel level;
    absl::flat_hash_set<Evidence> known;
    const auto ofRow = [&](const RowWeight& own) -> Judged& { return judged[own.row].of(own.weighed); };
    const auto take = [&](const RowWeight& own) {
        const auto& test = ofRow(own).inFamily;
        if (ofRow(own).test && known.insert(evidenceIn(comparison.rows[own.row], own.weighed, test)).second)
            level.add(test);
    };
    std::vector<RowWeight> late;
    for (std::size_t row = 0; row < judged.size(); ++row) {
        for (const auto weighed : {Weighed::Self, Weighed::Total}) {
            const auto& own = judged[row].of(weighed);
            take({row, weighed});
            if (own.isUndecided && mayBeServed({0, own.maximumStandardErrors, infinite}))
                late.push_back({row, weighed});
        }
    }
    const auto maximum = [&](const RowWeight& own) { return ofRow(own).maximumStandardErrors; };
    std::ranges::sort(late, std::greater(), maximum);
    constexpr std::size_t testedAtOnce = 64;
    for (std::span<const RowWeight> rest(late); !rest.empty() && level.isLeftFor(maximum(rest.front()));) {
        auto end = rest.begin() + static_cast<std::ptrdiff_t>(std::min(testedAtOnce, rest.size()));
        // Rows of the same samples are one test, so none of them is left out.
        while (end != rest.end() && maximum(*end) == maximum(end[-1]))
            ++end;
        const std::span part(rest.begin(), end);
        testRows(comparison, tests, part, judged);
        std::ranges::for_each(part, take);
        rest = rest.subspan(part.size());
    }
}

/// Tests the rows that the family would report by what was assumed about them, until it reports tests only.
/// A test exceeds the chance that was assumed, so that no other row would be reported if it were tested.
void decide(Family& family, const Comparison& comparison, const RowTests& tests,
            std::vector<JudgedRow>& judged) {
    for (;;) {
        family.decide();
        std::vector<RowWeight> reported;
        for (std::size_t row = 0; row < judged.size(); ++row)
            for (const auto weighed : {Weighed::Self, Weighed::Total})
                if (const auto& own = judged[row].of(weighed); own.isUndecided && family.reports(own.number))
                    reported.push_back({row, weighed});
        if (reported.empty()) return;
        testRows(comparison, tests, reported, judged);
        for (const auto& [row, weighed] : reported)
            family.replace(judged[row].of(weighed).number, judged[row].of(weighed).inFamily);
    }
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
    const RowTests prepared(comparison);
    comparison.evidences = std::make_shared<RowEvidences>(comparison, prepared.variation());
    auto& rows = comparison.rows;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        rows[row].evidences = comparison.evidences;
        rows[row].number = row;
    }
    std::vector<JudgedRow> judged(rows.size());
    forEachRow(rows.size(), [&, tests = prepared](std::size_t row) mutable {
        judged[row] = {judgedOf(comparison, tests, rows[row], Weighed::Self),
                       judgedOf(comparison, tests, rows[row], Weighed::Total)};
    });
    testWhileLevelIsLeft(comparison, prepared, judged);
    Family family;
    // First, so that rows with the same evidence are that test.
    const auto whole = totalTest(comparison);
    auto wholeTest = Family::none;
    if (whole) {
        const FamilyTest test{whole->chance(), whole->standardErrors(changeToFind), whole->degreesOfFreedom(),
                              infinite};
        wholeTest = family.add(
            test, evidenceOfWeights(comparison.base.weights.total, comparison.newSide.weights.total, test));
    }
    for (std::size_t row = 0; row < rows.size(); ++row) {
        addTo(family, comparison, rows[row], Weighed::Self, judged[row].self);
        addTo(family, comparison, rows[row], Weighed::Total, judged[row].total);
    }
    decide(family, comparison, prepared, judged);
    forEachRow(rows.size(),
               [&](std::size_t row) { finish(family, testsOf(rows.size()), judged[row], rows[row]); });
    findEvidenceGaps(comparison);
    comparison.totalInterval = intervalOf(whole);
    if (comparison.normalize == Normalize::Share)
        comparison.verdict = verdictOfRows(comparison);
    else if (family.reports(wholeTest))
        comparison.verdict = direction(*whole);
    else if (whole && reachOf(comparison.totalInterval) <= sameWithin)
        comparison.verdict = Verdict::Same;
    else
        comparison.verdict = Verdict::Unknown;
}

} // namespace candela
