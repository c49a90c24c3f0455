/// The text of weights for people.
#include "model/base/units.h"

#include <QTest>

using namespace candela;

class UnitsTest : public QObject {
    Q_OBJECT

private slots:
    void unitsOfTimeAreKnownHoweverTheyAreWritten_data() {
        QTest::addColumn<QString>("unit");
        QTest::addColumn<qint64>("weight");
        const std::pair<const char*, qint64> units[]{{"nanoseconds", 1'500'000'000}, {"ns", 1'500'000'000},
                                                     {"microseconds", 1'500'000},    {"us", 1'500'000},
                                                     {"\u00b5s", 1'500'000},         {"\u03bcs", 1'500'000},
                                                     {"milliseconds", 1'500},        {"ms", 1'500}};
        for (const auto& [unit, weight] : units)
            QTest::newRow(unit) << QString::fromUtf8(unit) << weight;
    }

    void unitsOfTimeAreKnownHoweverTheyAreWritten() {
        QFETCH(QString, unit);
        QFETCH(qint64, weight);
        QCOMPARE(formatWeight(weight, unit.toStdString()), std::string("1.50 s"));
    }

    void unknownUnitsAreWrittenOut() {
        QCOMPARE(formatWeight(1'500'000, "cycles"), std::string("1,500,000 cycles"));
        QCOMPARE(formatWeight(1'500'000, "count"), std::string("1,500,000"));
    }
};

QTEST_APPLESS_MAIN(UnitsTest)
#include "units_test.moc"
