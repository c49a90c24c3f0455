/// A rule of `series --fail-if` fails at most one of forty series without any change, and finds a change, on
/// simulated series. `./dev bench calibration` does the same with more of them.
#include <QTest>

#include "tests/app/commands/simulated_rules.h"

using namespace candela;

class SeriesRulesTest : public QObject {
    Q_OBJECT

    static void addKinds() {
        QTest::addColumn<SeriesKind>("kind");
        using enum Simulation;
        using enum Normalize;
        QTest::newRow("bursts") << SeriesKind{Bursty, Share, 10, 0};
        QTest::newRow("captures that vary") << SeriesKind{Independent, Share, 10, 0.02};
        QTest::newRow("captures that vary, as they are") << SeriesKind{Independent, None, 10, 0.02};
        QTest::newRow("a machine that varies") << SeriesKind{Independent, None, 10, 0.02, 0.05};
        QTest::newRow("few captures") << SeriesKind{Independent, Share, 5, 0.02};
        QTest::newRow("many captures") << SeriesKind{Independent, None, 20, 0.02};
    }

private slots:
    void seriesWithoutAChangeSeldomFail_data() { addKinds(); }
    void seriesWithoutAChangeSeldomFail() {
        QFETCH(SeriesKind, kind);
        const auto failing = seriesThatFail(kind, 40, 1, 1, {"function . slower 0%"}).front();
        // With a probability of one in forty, 5 or more of 40 occur once in 320 runs.
        QVERIFY2(failing <= 4, qPrintable(QString::number(failing)));
    }
    void totalsWithoutAChangeSeldomFail() {
        const auto failing = seriesThatFail({Simulation::Independent, Normalize::None, 10, 0.02}, 40, 1, 2,
                                            {"total slower 0%"})
                                 .front();
        QVERIFY2(failing <= 4, qPrintable(QString::number(failing)));
    }
    void aStepOfTwentyPercentInAFunctionOfFivePercentIsFound() {
        const SeriesKind kind{Simulation::Independent, Normalize::None, 10, 0.02};
        const auto found = seriesThatFail(kind, 20, 1.2, 3, {"function ^work05$ slower 5%"}).front();
        QVERIFY2(found >= 15, qPrintable(QString::number(found)));
    }
};

QTEST_GUILESS_MAIN(SeriesRulesTest)
#include "series_rules_test.moc"
