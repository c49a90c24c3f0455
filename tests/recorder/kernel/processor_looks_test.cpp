/// How often the recorder looks which processors are online.
#include "recorder/kernel/processor_looks.h"
#include "tests/nanoseconds.h"

#include <QTest>

using namespace candela;

class ProcessorLooksTest : public QObject {
    Q_OBJECT
private slots:
    void eachSecond() {
        ProcessorLooks looks;
        QCOMPARE(looksBetween(looks, 1000, 1010), 10);
    }
    void moreOftenForFiveSecondsAfterAChange() {
        ProcessorLooks looks;
        QVERIFY(looks.isDue(1000 * second));
        looks.changed(1000 * second);
        QCOMPARE(looksBetween(looks, 1000, 1005), 19); // the first one has just been made
        QCOMPARE(looksBetween(looks, 1005, 1015), 10);
    }

private:
    /// How many looks are made from one second to another when the question is asked four times a second.
    static int looksBetween(ProcessorLooks& looks, int first, int last) {
        int count = 0;
        for (auto time = first * second; time < last * second; time += second / 4)
            count += looks.isDue(time) ? 1 : 0;
        return count;
    }
};

QTEST_GUILESS_MAIN(ProcessorLooksTest)
#include "processor_looks_test.moc"
