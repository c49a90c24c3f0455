/// The text of weights for people.
#include "model/base/text/number_form.h"
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

    void thousandsAreApartInEachNumber() {
        QCOMPARE(formatShare(91, 1), std::string("9,100.0 %"));
        QCOMPARE(formatShare(-1234567.5, 1), std::string("-123,456,750.0 %"));
        QCOMPARE(formatDuration(12'345'600'000'000), std::string("12,346 s"));
        QCOMPARE(formatDecimal(999.96, 1), std::string("1,000.0"));
        QCOMPARE(formatDecimal(-999.5, 1), std::string("-999.5"));
        QCOMPARE(formatDecimal(1234, 0), std::string("1,234"));
        QCOMPARE(formatCount(-1234), std::string("-1,234"));
        setNumberForm({",", "."});
        QCOMPARE(formatDecimal(1234567.25, 2), std::string("1.234.567,25"));
        setNumberForm({});
    }

    void unknownUnitsAreWrittenOut() {
        QCOMPARE(formatWeight(1'500'000, "cycles"), std::string("1,500,000 cycles"));
        QCOMPARE(formatWeight(1'500'000, "count"), std::string("1,500,000"));
    }
};

QTEST_APPLESS_MAIN(UnitsTest)
#include "units_test.moc"
