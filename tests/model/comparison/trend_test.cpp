/// Trends of series: probabilities compared with all permutations, how often noise is taken for a trend, and
/// known trends.
#include "model/comparison/series/trend.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace candela;

namespace {

constexpr double level = 0.05;

std::vector<SeriesValue> values(const std::vector<double>& numbers, double variance = 0) {
    std::vector<SeriesValue> all;
    for (const double number : numbers)
        all.push_back({number, variance});
    return all;
}

double sOf(const std::vector<int>& order) {
    double s = 0;
    for (std::size_t right = 0; right < order.size(); ++right)
        for (std::size_t left = 0; left < right; ++left)
            s += order[right] > order[left] ? 1 : -1;
    return s;
}

/// The counts of a capture's rows, which vary as independent samples do around `means`.
std::vector<SeriesValue> counted(const std::vector<double>& means, std::mt19937& random) {
    std::vector<SeriesValue> all;
    for (const double mean : means) {
        const double count = std::poisson_distribution<int>(mean)(random);
        all.push_back({count, std::max(count, 1.0)});
    }
    return all;
}

} // namespace

class TrendTest : public QObject {
    Q_OBJECT
private slots:
    void chancesOfRankCorrelationAreThoseOfAllOrders() {
        for (int count = 2; count <= 7; ++count) {
            std::vector<int> order(static_cast<std::size_t>(count));
            std::iota(order.begin(), order.end(), 0);
            std::vector<double> found;
            do
                found.push_back(std::abs(sOf(order)));
            while (std::ranges::next_permutation(order).found);
            for (const double s : found) {
                const auto asLarge = std::ranges::count_if(found, [s](double other) { return other >= s; });
                const double expected = double(asLarge) / double(found.size());
                QVERIFY(std::abs(kendallChance(std::size_t(count), s) - expected) < 1e-12);
            }
        }
        // Exact and normal probabilities meet.
        QVERIFY(std::abs(kendallChance(60, 400) / kendallChance(61, 410) - 1) < 0.1);
    }
    void chancesAreAdjustedByHolm() {
        const std::vector<double> chances{0.01, 0.04, 0.03, 0.005};
        const auto adjusted = adjustedChances(chances);
        for (const auto& [row, expected] : {std::pair(0, 0.03), {1, 0.06}, {2, 0.06}, {3, 0.02}})
            QVERIFY(std::abs(adjusted[std::size_t(row)] - expected) < 1e-12);
    }
    /// 1,000 series of ten captures with 30 rows of different sizes, none of which changes.
    void noiseIsSeldomATrend() {
        std::mt19937 random(11);
        int wrong = 0;
        for (int series = 0; series < 1000; ++series) {
            std::vector<double> chances;
            for (int row = 0; row < 30; ++row) {
                const double mean = std::pow(10.0, 0.5 + row * 0.1);
                chances.push_back(likeliestTrend(counted(std::vector(10, mean), random), level).chance);
            }
            wrong += std::ranges::min(adjustedChances(chances)) <= level;
        }
        qInfo("%d of 1,000 series without any change report one", wrong);
        QVERIFY(wrong <= 60); // 5 %, and 1.5 standard errors more
    }
    void knownTrends_data() {
        QTest::addColumn<QList<double>>("numbers");
        QTest::addColumn<int>("trend");
        QTest::addColumn<int>("at");
        QTest::newRow("growth") << QList<double>{10, 20, 31, 40, 50, 61, 70, 81} << int(Trend::Growth) << 1;
        QTest::newRow("shrinking") << QList<double>{81, 70, 61, 50, 40, 31, 20, 10} << int(Trend::Growth)
                                   << 1;
        QTest::newRow("late growth") << QList<double>{10, 10.1, 10.2, 10.3, 20, 30, 40, 50, 60, 70}
                                     << int(Trend::Growth) << 4;
        QTest::newRow("step") << QList<double>{10, 11, 10, 12, 30, 31, 29, 30} << int(Trend::Step) << 4;
        QTest::newRow("step at the end")
            << QList<double>{10, 11, 10, 12, 10, 11, 10, 30} << int(Trend::Step) << 7;
        QTest::newRow("spike") << QList<double>{10, 11, 10, 60, 10, 11, 12, 10} << int(Trend::Spike) << 3;
        QTest::newRow("dip") << QList<double>{60, 61, 60, 10, 60, 62, 61, 60} << int(Trend::Spike) << 3;
        QTest::newRow("nothing") << QList<double>{10, 12, 11, 9, 10, 12, 9, 11} << int(Trend::None) << 0;
        QTest::newRow("equal") << QList<double>{10, 10, 10, 10, 10, 10} << int(Trend::None) << 0;
        QTest::newRow("two captures") << QList<double>{10, 1000} << int(Trend::None) << 0;
        QTest::newRow("one capture") << QList<double>{10} << int(Trend::None) << 0;
        QTest::newRow("none") << QList<double>{} << int(Trend::None) << 0;
    }
    void knownTrends() {
        QFETCH(QList<double>, numbers);
        QFETCH(int, trend);
        QFETCH(int, at);
        const auto found = likeliestTrend(values({numbers.begin(), numbers.end()}), level);
        QCOMPARE(int(found.trend), trend);
        QCOMPARE(int(found.at), at);
    }
    void sizesAndLevelsAreThoseOfTheFit() {
        const auto growth = likeliestTrend(values({5, 5, 5.1, 7, 9, 11, 13, 15}), level);
        QCOMPARE(growth.trend, Trend::Growth);
        QVERIFY(std::abs(growth.size - 2) < 0.1);
        QVERIFY(std::abs(growth.level - 5) < 0.1);
        const auto step = likeliestTrend(values({4, 4, 4, 4, 9, 9, 9, 9}), level);
        QCOMPARE(step.trend, Trend::Step);
        QCOMPARE(step.size, 5.0);
        QCOMPARE(step.level, 4.0);
    }
    /// One sample in one of ten captures is chance; a hundred are not.
    void theVarianceWithinCapturesCounts() {
        for (const double samples : {1.0, 100.0}) {
            auto numbers = values({0, 0, 0, 0, samples, 0, 0, 0, 0, 0});
            for (auto& number : numbers)
                number.variance = std::max(number.value, 1.0);
            QCOMPARE(likeliestTrend(numbers, level).trend, samples == 1 ? Trend::None : Trend::Spike);
        }
    }
    void aTrendIsBeyondALimitOnlyWhereItIsSure() {
        const auto step = values({100, 101, 99, 100, 131, 129, 130, 131});
        const auto found = likeliestTrend(step, level);
        QCOMPARE(found.trend, Trend::Step);
        QCOMPARE(trendBeyond(step, found, 0.2, level).trend, Trend::Step);
        QCOMPARE(trendBeyond(step, found, 0.3, level).trend, Trend::None); // 30.25 % more, but not for sure
        QCOMPARE(trendBeyond(step, found, 0.5, level).trend, Trend::None);
        QCOMPARE(trendBeyond(step, found, -0.1, level).trend, Trend::None);
        const auto growth = values({100, 110, 121, 130, 141, 150, 161, 170}),
                   fall = values({170, 161, 150, 141, 130, 121, 110, 100});
        QVERIFY(trendBeyond(growth, likeliestTrend(growth, level), 0.4, level).trend != Trend::None);
        QCOMPARE(trendBeyond(growth, likeliestTrend(growth, level), 0.8, level).trend, Trend::None);
        QVERIFY(trendBeyond(fall, likeliestTrend(fall, level), -0.3, level).trend != Trend::None);
        QCOMPARE(trendBeyond(fall, likeliestTrend(fall, level), -0.5, level).trend, Trend::None);
        const auto spike = values({100, 101, 99, 100, 200, 101, 99, 100});
        QCOMPARE(trendBeyond(spike, likeliestTrend(spike, level), 0, level).trend, Trend::None);
        // Zero before it is beyond every limit.
        const auto fromZero = values({0, 0, 0, 0, 50, 51, 49, 50});
        QCOMPARE(trendBeyond(fromZero, likeliestTrend(fromZero, level), 10, level).trend, Trend::Step);
    }
};

QTEST_APPLESS_MAIN(TrendTest)
#include "trend_test.moc"
