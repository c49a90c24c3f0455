/// The kind of a value, and the name of its timeline.
#include <QTest>

#include "model/profile/profile_builder.h"
#include "model/profile/value_kinds.h"

using namespace candela;

class ValueKindsTest : public QObject {
    Q_OBJECT
private slots:
    void aKindThatIsNotStatedFollowsFromTheUnit() {
        ProfileBuilder builder;
        const auto kindOfUnit = [&](const char* unit) {
            const auto value = builder.valueType(unit, unit);
            return kindOf(builder.snapshot(), value);
        };
        QCOMPARE(kindOfUnit("nanoseconds"), ValueKind::Flow);
        QCOMPARE(kindOfUnit("bytes"), ValueKind::Flow);
        QCOMPARE(kindOfUnit("count"), ValueKind::Count);
        const auto calls = builder.valueType("calls", "nanoseconds");
        builder.setLasts(calls);
        QCOMPARE(kindOf(builder.snapshot(), calls), ValueKind::Duration);
    }
    void aStatedKindCounts() {
        ProfileBuilder builder;
        const auto value = builder.valueType("live", "count");
        builder.setKind(value, ValueKind::Gauge);
        QCOMPARE(kindOf(builder.build(), value), ValueKind::Gauge);
    }
    void densitiesHaveWordsAndUnits_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<qint64>("weight");
        QTest::addColumn<qint64>("length");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("text");
        const auto row = [](ValueKind kind, qint64 weight, qint64 length, const char* unit,
                            const char* text) {
            QTest::newRow(text) << int(kind) << weight << length << QString(unit) << QString(text);
        };
        // Of a tenth of a second, 93 ms and 186 ms; 50 kB; 34 and 1 in ten seconds.
        row(ValueKind::Flow, 93'000'000, 100'000'000, "nanoseconds", "930 ms/s");
        row(ValueKind::Flow, 186'000'000, 100'000'000, "nanoseconds", "1.86 s/s");
        row(ValueKind::Flow, 50'000, 100'000'000, "bytes", "500 kB/s");
        row(ValueKind::Count, 34, 100'000'000, "count", "340/s");
        row(ValueKind::Count, 1, 10'000'000'000, "count", "0.10/s");
        row(ValueKind::Count, 12'345, 1'000'000'000, "count", "12,345/s");
        row(ValueKind::Count, 0, 1'000'000'000, "count", "0/s");
        row(ValueKind::Duration, 210'000'000, 100'000'000, "nanoseconds", "2.10 at once");
        row(ValueKind::Duration, 1'200'000'000, 100'000'000, "nanoseconds", "12 at once");
        row(ValueKind::Duration, 0, 100'000'000, "nanoseconds", "0 at once");
        row(ValueKind::Gauge, 1'200'000'000, 100'000'000, "bytes", "1.20 GB");
        // Numbers as large as in damaged files.
        row(ValueKind::Flow, std::numeric_limits<qint64>::max(), 1, "nanoseconds", "4,611,686,018 s/s");
    }
    void densitiesHaveWordsAndUnits() {
        QFETCH(int, kind);
        QFETCH(qint64, weight);
        QFETCH(qint64, length);
        QFETCH(QString, unit);
        const auto density = densityOf(static_cast<ValueKind>(kind));
        QTEST(QString::fromStdString(densityText(density, weight, length, unit.toStdString())), "text");
    }
};

QTEST_GUILESS_MAIN(ValueKindsTest)
#include "value_kinds_test.moc"
