/// Values that copies share.
#include <QTest>

#include "model/analysis/samples/shared_values.h"

using namespace candela;

class SharedValuesTest : public QObject {
    Q_OBJECT
private slots:
    void copiesOfSharedValuesAreTheSameValues() {
        SharedValues<int> first({1, 2, 3});
        const auto copy = first;
        QCOMPARE(&copy[0], &first[0]);
        const auto part = first.first(2);
        first = {};
        QCOMPARE(part.size(), 2u);
        QCOMPARE(part.back(), 2);
        QVERIFY(part == SharedValues<int>({1, 2}));
        QVERIFY(first.empty());
    }
};

QTEST_GUILESS_MAIN(SharedValuesTest)
#include "shared_values_test.moc"
