/// What many rows show about the variation of each one between a few runs.
#include "model/comparison/statistics/run_variation.h"

#include <QTest>

#include <cmath>
#include <random>
#include <vector>

using namespace candela;

class RunVariationTest : public QObject {
    Q_OBJECT

    /// Rows of five runs whose true variance between runs is `between` times a factor of its own.
    static std::vector<RowVariance> rows(std::size_t number, double between, double spread, unsigned seed) {
        std::mt19937 random(seed);
        std::chi_squared_distribution<double> few(4);
        std::normal_distribution<double> normal;
        std::vector<RowVariance> result;
        for (std::size_t row = 0; row < number; ++row) {
            const double sampling = 1e-4 * static_cast<double>(1 + row % 20);
            const double truth = sampling + between * std::exp(spread * normal(random));
            result.push_back({truth * few(random) / 4, sampling, 4});
        }
        return result;
    }

private slots:
    void rowsThatAreAlikeAreWorthManyRuns() {
        const RunVariation variation(rows(120, 4e-4, 0, 1));
        QVERIFY2(std::abs(variation.betweenRuns() - 4e-4) < 2e-4,
                 qPrintable(QString::number(variation.betweenRuns())));
        QVERIFY2(variation.degreesOfFreedom() > 10,
                 qPrintable(QString::number(variation.degreesOfFreedom())));
        // A row whose runs agree by chance is expected to vary as the others do.
        const auto row = variation.of({1e-6, 1e-4, 4});
        QVERIFY(row.observed > 2e-4 && row.observed < 6e-4);
        QCOMPARE(row.degreesOfFreedom, 4 + variation.degreesOfFreedom());
    }
    void rowsThatDifferAreWorthLittle() {
        QVERIFY(RunVariation(rows(120, 4e-3, 3, 2)).degreesOfFreedom() < 4);
    }
    void aRowThatVariesFarMoreStandsForItself() {
        const RunVariation variation(rows(120, 4e-4, 0, 3));
        const auto row = variation.of({0.1, 1e-4, 4});
        QCOMPARE(row.observed, 0.1);
        QCOMPARE(row.degreesOfFreedom, 4.0);
    }
    void fewRowsShowNothing() {
        const RunVariation variation(rows(RunVariation::minimumRows - 1, 4e-4, 0, 4));
        QCOMPARE(variation.degreesOfFreedom(), 0.0);
        QCOMPARE(variation.of({1e-6, 1e-4, 4}).observed, 1e-6);
    }
    void theOrderOfTheRowsDoesNotMatter() {
        auto own = rows(40, 4e-4, 0.5, 5);
        const RunVariation forth(own);
        std::ranges::reverse(own);
        const RunVariation back(own);
        QCOMPARE(forth.betweenRuns(), back.betweenRuns());
        QCOMPARE(forth.degreesOfFreedom(), back.degreesOfFreedom());
    }
    void whatSamplingExplainsIsNoVariation() {
        const RunVariation variation(rows(200, 0, 0, 6));
        QVERIFY2(variation.betweenRuns() < 1e-4, qPrintable(QString::number(variation.betweenRuns())));
    }
};

QTEST_GUILESS_MAIN(RunVariationTest)
#include "run_variation_test.moc"
