/// Verdicts and intervals keep what they promise, on simulated comparisons of known truth. `./dev bench
/// calibration` does the same with more of them.
#include <QTest>

#include "tests/model/comparison/simulated_comparison.h"

using namespace candela;

class CalibrationTest : public QObject {
    Q_OBJECT

    static void addKinds() {
        QTest::addColumn<int>("kind");
        QTest::newRow("independent samples") << int(Simulation::Independent);
        QTest::newRow("bursts") << int(Simulation::Bursty);
        QTest::newRow("several runs") << int(Simulation::Runs);
    }

private slots:
    void fewComparisonsWithoutAChangeReportOne_data() { addKinds(); }
    void fewComparisonsWithoutAChangeReportOne() {
        QFETCH(int, kind);
        const auto found = Calibration::of(Simulation(kind), 60, 1, 1);
        // Of 5 %, 9 or more of 60 would be found once in 300 times.
        QVERIFY2(found.wrong <= 8, qPrintable(QString::number(found.wrong)));
        const double covering = Calibration::percent(found.covering, found.intervals);
        QVERIFY2(covering > 92.5 && covering < 97.5, qPrintable(QString::number(covering)));
    }
    void aChangeOfTenPercentInAFunctionOfFivePercentIsFound() {
        const auto found = Calibration::of(Simulation::Independent, 60, 1.1, 2);
        // Of 90 %, fewer than 48 of 60 would be found once in 100 times.
        QVERIFY2(found.found >= 48, qPrintable(QString::number(found.found)));
        const double covering = Calibration::percent(found.covering, found.intervals);
        QVERIFY2(covering > 92.5 && covering < 97.5, qPrintable(QString::number(covering)));
    }
};

QTEST_GUILESS_MAIN(CalibrationTest)
#include "calibration_test.moc"
