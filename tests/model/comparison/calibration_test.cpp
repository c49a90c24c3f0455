/// Verdicts and intervals are as reliable as stated, on simulated comparisons of known truth. `./dev bench
/// calibration` does the same with more comparisons.
#include <QTest>

#include "tests/model/comparison/simulated_comparison.h"

using namespace candela;

class CalibrationTest : public QObject {
    Q_OBJECT

    static void addKinds() {
        QTest::addColumn<Simulation>("kind");
        QTest::addColumn<Normalize>("normalize");
        QTest::newRow("independent samples") << Simulation::Independent << Normalize::Share;
        QTest::newRow("a short base") << Simulation::ShortBase << Normalize::Share;
        QTest::newRow("bursts") << Simulation::Bursty << Normalize::Share;
        QTest::newRow("several runs") << Simulation::Runs << Normalize::Share;
        QTest::newRow("several runs of a minute") << Simulation::MinuteRuns << Normalize::Share;
        QTest::newRow("runs that vary unequally") << Simulation::UnequalRuns << Normalize::Share;
        QTest::newRow("bursts by the second") << Simulation::Bursty << Normalize::Duration;
        QTest::newRow("samples as they are, with times") << Simulation::Recorded << Normalize::None;
    }

private slots:
    void comparisonsWithoutAChangeSeldomReportOne_data() { addKinds(); }
    void comparisonsWithoutAChangeSeldomReportOne() {
        QFETCH(Simulation, kind);
        QFETCH(Normalize, normalize);
        const auto found = Calibration::of(kind, 60, 1, 1, normalize);
        // With a probability of 5 %, 9 or more of 60 occur once in 300 runs.
        QVERIFY2(found.wrong <= 8, qPrintable(QString::number(found.wrong)));
        const double covering = Calibration::percent(found.covering, found.intervals);
        QVERIFY2(covering > 92.5 && covering < 97.5, qPrintable(QString::number(covering)));
    }
    void severalRunsFindMoreTogetherThanEachRowAlone() {
        const auto found = Calibration::of(Simulation::Runs, 60, 1.1, 3, Normalize::None);
        // Each row with the variance of its own five runs alone: 29 %. With a probability of 29 %, more than
        // 26 of 60 occur once in 100 runs.
        QVERIFY2(found.found > 26, qPrintable(QString::number(found.found)));
    }
    void aChangeOfTenPercentInAFunctionOfFivePercentIsFound_data() {
        QTest::addColumn<Simulation>("kind");
        QTest::newRow("a minute") << Simulation::Independent;
        QTest::newRow("five runs of a minute, which differ") << Simulation::MinuteRuns;
    }
    void aChangeOfTenPercentInAFunctionOfFivePercentIsFound() {
        QFETCH(Simulation, kind);
        const auto found = Calibration::of(kind, 60, 1.1, 2);
        // With a probability of 90 %, fewer than 48 of 60 occur once in 100 runs.
        QVERIFY2(found.found >= 48, qPrintable(QString::number(found.found)));
        const double covering = Calibration::percent(found.covering, found.intervals);
        QVERIFY2(covering > 92.5 && covering < 97.5, qPrintable(QString::number(covering)));
    }
};

QTEST_GUILESS_MAIN(CalibrationTest)
#include "calibration_test.moc"
