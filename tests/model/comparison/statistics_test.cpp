/// Distributions compared with published tables and exact sums; and estimates and tests of known data.
#include <QTest>

#include "model/comparison/row_evidence.h"
#include "model/comparison/statistics/distributions.h"
#include "model/comparison/statistics/family.h"
#include "model/comparison/statistics/ratio_test.h"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace candela;

namespace {

bool isNear(double found, double expected, double relative = 1e-6) {
    return std::abs(found - expected) <= relative * std::abs(expected);
}

/// P(X >= x) of the binomial distribution, term by term.
double binomialTail(int x, int all, double p) {
    double sum = 0;
    for (int k = x; k <= all; ++k)
        sum += std::exp(std::lgamma(all + 1) - std::lgamma(k + 1) - std::lgamma(all - k + 1) +
                        k * std::log(p) + (all - k) * std::log(1 - p));
    return sum;
}

SideEstimate counted(double count, double exposure = 1) {
    return {count / exposure, count, 1 / exposure};
}

} // namespace

class StatisticsTest : public QObject {
    Q_OBJECT
private slots:
    void quantilesAreThoseOfTables() {
        QVERIFY(isNear(normalQuantile(0.025), 1.959963985));
        QVERIFY(isNear(normalQuantile(0.0005), 3.290526731));
        QVERIFY(isNear(normalQuantile(0.9), -1.281551566));
        QVERIFY(isNear(normalTail(6), 9.865876450e-10));
        QVERIFY(isNear(studentQuantile(0.025, 4), 2.776445105));
        QVERIFY(isNear(studentQuantile(0.005, 10), 3.169272673));
        QVERIFY(isNear(studentQuantile(0.025, 120), 1.979930405));
        QVERIFY(isNear(studentQuantile(0.025, 1e9), 1.959963985));
        for (const double z : {0.1, 1.0, 3.0, 8.0, 20.0})
            QVERIFY(isNear(normalQuantile(normalTail(z)), z));
    }
    void betaProbabilitiesAreBinomialTails() {
        for (const auto& [x, all, p] : {std::tuple(3, 10, 0.2), std::tuple(50, 90, 0.5),
                                        std::tuple(9, 9, 0.5), std::tuple(400, 1000, 0.35)})
            QVERIFY(isNear(betaProbability(p, x, all - x + 1), binomialTail(x, all, p), 1e-8));
    }
    void countsAreTestedExactly() {
        // 9 events after none: as unlikely as nine times heads.
        QVERIFY(isNear(RatioTest(counted(0), counted(9)).chance(), 2 * std::pow(0.5, 9)));
        QVERIFY(isNear(RatioTest(counted(4), counted(15)).chance(), 2 * binomialTail(15, 19, 0.5)));
        // With twice the exposure, an event is on the new side in two of three cases.
        QVERIFY(
            isNear(RatioTest(counted(10, 1), counted(35, 2)).chanceOfMore(0), binomialTail(35, 45, 2.0 / 3)));
    }
    void largeCountsAreTestedLikeSmallOnes() {
        const RatioTest test(counted(1001), counted(1150)), before(counted(999), counted(1148));
        QVERIFY(isNear(test.chanceOfMore(0), before.chanceOfMore(0), 0.05));
        const auto one = test.interval(0.95), two = before.interval(0.95);
        QVERIFY(std::abs(one.low - two.low) < 0.002 && std::abs(one.high - two.high) < 0.002);
    }
    void swappedSidesHaveMirroredIntervals() {
        for (const auto& [base, newSide] :
             {std::pair(12.0, 30.0), std::pair(5000.0, 4000.0), std::pair(3.0, 20000.0)}) {
            const auto forth = RatioTest(counted(base), counted(newSide)).interval(0.95);
            const auto back = RatioTest(counted(newSide), counted(base)).interval(0.95);
            QVERIFY(isNear((1 + forth.low) * (1 + back.high), 1));
            QVERIFY(isNear((1 + forth.high) * (1 + back.low), 1));
        }
    }
    void whatNeverVariesIsExact() {
        const std::vector<Observed> runs{{10, 1}, {10, 1}, {10, 1}}, more{{11, 1}, {11, 1}, {11, 1}};
        const SampleCount count{}; // for example instructions, which are not samples
        const RatioTest test(estimateFromRuns(runs, count), estimateFromRuns(more, count));
        const auto interval = test.interval(0.95);
        QVERIFY(std::abs(interval.low - 0.1) < 1e-9 && std::abs(interval.high - 0.1) < 1e-9);
        QCOMPARE(test.chance(), 0.0);
    }
    void exactRatiosThatDifferByRoundingAreEqual() {
        const SideEstimate base{.ratio = 1, .effectiveCount = infinite};
        for (const double ratio : {1 - 1e-15, 1.0, 1 + 1e-15}) {
            const RatioTest test(base, {.ratio = ratio, .effectiveCount = infinite});
            QCOMPARE(test.chance(), 1.0);
            QCOMPARE(test.chanceOfLess(0), 1.0);
            const auto interval = test.interval(0.95);
            QVERIFY(interval.low == 0 && interval.high == 0);
        }
        const RatioTest more(base, {.ratio = 1 + 1e-6, .effectiveCount = infinite});
        QCOMPARE(more.chanceOfMore(0), 0.0);
        QCOMPARE(more.chanceOfLess(0), 1.0);
    }
    void runsWithoutAnExposureDoNotCount() {
        const SampleCount count{.samples = 30, .share = 0, .unit = 0.1};
        const auto two = estimateFromRuns(std::vector<Observed>{{10, 1}, {20, 1}}, count);
        const auto padded =
            estimateFromRuns(std::vector<Observed>{{10, 1}, {0, 0}, {20, 1}, {0, 0}, {0, 0}}, count);
        QVERIFY(isNear(padded.effectiveCount, two.effectiveCount));
        QCOMPARE(padded.degreesOfFreedom, two.degreesOfFreedom);
    }
    void fewRunsThatAgreeByChanceAreNotExact() {
        const std::vector<Observed> runs{{1, 1000}, {1, 1000}, {1, 1000}},
            more{{2, 1000}, {2, 1000}, {2, 1000}};
        const RatioTest test(estimateFromRuns(runs, {.samples = 3, .share = 0.001, .unit = 1.0 / 3000}),
                             estimateFromRuns(more, {.samples = 6, .share = 0.002, .unit = 1.0 / 3000}));
        QVERIFY(test.chance() > 0.05);
    }
    void blocksOfBurstsCountAsFewEvents() {
        // 60 bursts of 100 samples, each spread over 5 of 1000 blocks: fewer than 6000 independent events.
        std::mt19937 random(1);
        std::vector<Observed> blocks(1000, {0, 60});
        for (int burst = 0; burst < 60; ++burst) {
            const auto begin = std::uniform_int_distribution<std::size_t>(0, 995)(random);
            for (std::size_t block = begin; block < begin + 5; ++block)
                blocks[block].weight += 20;
        }
        const auto found = estimateFromBlocks(blocks, {.samples = 6000, .share = 0.1, .unit = 1.0 / 60'000});
        QVERIFY2(found.effectiveCount > 30 && found.effectiveCount < 120,
                 qPrintable(QString::number(found.effectiveCount)));
        std::vector<Observed> even(1000);
        for (auto& block : even)
            block = {static_cast<double>(std::poisson_distribution<int>(6)(random)), 60};
        const auto independent =
            estimateFromBlocks(even, {.samples = 6000, .share = 0.1, .unit = 1.0 / 60'000});
        QVERIFY2(independent.effectiveCount > 5000 && independent.effectiveCount < 6700,
                 qPrintable(QString::number(independent.effectiveCount)));
    }
    void manyTestsReportLessEasily() {
        const FamilyTest probable{0.01, 1, 1e9};
        QVERIFY(familyChances(std::vector{probable})[0] >
                familyLevel); // such rows get a twentieth of the level
        std::vector<FamilyTest> tests(100, FamilyTest{0.5, 1, 1e9});
        tests[3].chance = 1e-6;
        const auto chances = familyChances(tests);
        QVERIFY(chances[3] <= familyLevel);
        QVERIFY(chances[4] > familyLevel);
        tests[3].chance = 1e-3;
        QVERIFY(familyChances(tests)[3] > familyLevel);
        // If a change can well be found in one test, it gets most of the level.
        tests[3].standardErrors = 3.6;
        tests[3].chance = 0.01;
        QVERIFY(familyChances(tests)[3] <= familyLevel);
    }
    /// With few runs no test can find 10 %: a change of the whole, or of the heaviest rows, is not hidden by
    /// thousands of others.
    void whatNoTestNeedsGoesToTheHeaviest() {
        std::vector<FamilyTest> tests(5000, FamilyTest{0.5, 1, 4, 0.001});
        tests[10].weight = tests[11].weight = 0.5;
        tests[4000].weight = infinite;
        const auto reports = [&](std::size_t row, double chance) {
            auto changed = tests;
            changed[row].chance = chance;
            return familyChances(changed)[row] <= familyLevel;
        };
        QVERIFY(reports(4000, 0.0118) && !reports(4000, 0.012));
        for (const std::size_t row : {10, 11})
            QVERIFY(reports(row, 0.0029) && !reports(row, 0.003));
        QVERIFY(!reports(0, 1e-4));
        // Each of many that are as heavy gets little; together they get no more than the level.
        double together = 0;
        for (const std::size_t row : {0, 10, 11, 4000}) {
            double least = 0, most = 1;
            for (int step = 0; step < 40; ++step) {
                const double middle = (least + most) / 2;
                (reports(row, middle) ? least : most) = middle;
            }
            together += row == 0 ? 4997 * least : least;
        }
        QVERIFY2(together <= familyLevel * 0.53, qPrintable(QString::number(together)));
        // Where a test can find 10 %, it gets what it needs first.
        tests[20].standardErrors = 3.4;
        tests[20].degreesOfFreedom = infinite;
        QVERIFY(reports(20, 0.04) && !reports(4000, 0.01));
    }
    /// A change of 30 % that is 3.5 standard errors large is sure among 5,000 rows with two or three times as
    /// many samples. Until an interval is within 5 % it takes far more, as it does where it has no change.
    void howMuchMoreWouldDecide() {
        ComparisonRow row;
        row.baseSelf = row.baseTotal = 400;
        row.newSelf = row.newTotal = 520;
        const auto timesOf = [&](double base, double newCount, double degreesOfFreedom, std::size_t rows) {
            const SideEstimate before{base, base, 1, degreesOfFreedom},
                after{newCount, newCount, 1, degreesOfFreedom};
            const RatioTest test(before, after);
            return evidenceOf(row, test, test, testsOf(rows)).timesAsMuch;
        };
        const double sure = timesOf(400, 520, infinite, 5000), few = timesOf(400, 520, infinite, 5);
        QVERIFY2(sure > 1.5 && sure < 3, qPrintable(QString::number(sure)));
        QVERIFY2(few > 1 && few < sure, qPrintable(QString::number(few)));
        // Estimated variances need more, but not as much as if more recording did not make them exact.
        const double ofRuns = timesOf(400, 520, 4, 5000);
        QVERIFY2(ofRuns > sure && ofRuns < 10, qPrintable(QString::number(ofRuns)));
        // Counts of one side only, whose normal approximation is far off.
        QVERIFY(RatioTest({20, 20, 1}, {0, 0, 1}).chance() > minimumLevel(testsOf(5000)));
        const double ofFew = timesOf(20, 0, infinite, 5000);
        QVERIFY2(ofFew > 1.1 && ofFew < 2, qPrintable(QString::number(ofFew)));
        // No change in the interval.
        QVERIFY(timesOf(400, 400, infinite, 5000) > 5);
        // So many times as much are enough.
        const double base = 400 * sure, newCount = 520 * sure;
        const RatioTest enough({base, base, 1}, {newCount, newCount, 1});
        QVERIFY(enough.chance() < 1.2 * minimumLevel(testsOf(5000)));
        QVERIFY(RatioTest({400, 400, 1}, {520, 520, 1}).chance() > 10 * minimumLevel(testsOf(5000)));
    }
    void theLevelIsOpenUntilThoseThatNeedLessHaveTakenIt() {
        OpenLevel level;
        std::vector<FamilyTest> tests;
        const auto isServed = [&](double standardErrors) {
            auto all = tests;
            // Half more than what each test gets of the part that is shared by all.
            all.push_back(
                {1.5 * familyLevel * 0.05 / static_cast<double>(all.size() + 1), standardErrors, infinite});
            return familyChances(all).back() <= familyLevel;
        };
        while (level.isLeftFor(3)) {
            QVERIFY(isServed(3));
            tests.push_back({0.5, 3.4, infinite});
            level.add(tests.back());
            QVERIFY(tests.size() < 20);
        }
        QVERIFY(!isServed(3));
        QVERIFY(tests.size() > 1);
        QVERIFY(level.isLeftFor(3.8) && isServed(3.8));
        // Tests that can't be served take nothing.
        OpenLevel untouched;
        for (int test = 0; test < 1000; ++test)
            untouched.add({0.5, 1, infinite});
        QVERIFY(untouched.isLeftFor(3));
    }
    /// Three changes need more than the level together: the one that needs least gets all that it needs, and
    /// two that need the same get the same.
    void heavyRowsAreServedFirst() {
        const double infinitely = std::numeric_limits<double>::infinity();
        const auto chanceIn = [&](std::size_t row, double chance) {
            std::vector<FamilyTest> tests{
                {0.5, 3.4, infinitely}, {0.5, 3.8, infinitely}, {0.5, 3.4, infinitely}};
            tests[row].chance = chance;
            return familyChances(tests)[row];
        };
        // With a margin of 1.4 standard errors, 2.4 have a chance of 0.0164, and 2 of 0.0455.
        QVERIFY(chanceIn(1, 0.0164) <= familyLevel);
        QVERIFY(chanceIn(1, 0.02) > familyLevel);
        for (const std::size_t row : {0, 2}) {
            QVERIFY(chanceIn(row, 0.015) <= familyLevel);
            QVERIFY(chanceIn(row, 0.018) > familyLevel);
        }
    }
};

QTEST_GUILESS_MAIN(StatisticsTest)
#include "statistics_test.moc"
