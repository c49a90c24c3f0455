/// How long the end of a recording waits for its remaining work.
#include "recorder/progress_watch.h"

#include <QTest>

using namespace candela;

namespace {

constexpr std::int64_t millisecond = 1'000'000;
constexpr std::int64_t start = 5'000 * millisecond;
using Obstacle = ProgressWatch::Obstacle;

bool isNotWorking() {
    return false;
}

} // namespace

class ProgressWatchTest : public QObject {
    Q_OBJECT
private slots:
    void aStandstillIsWaitedForAsLongAsItsObstacleMayLast_data() {
        QTest::addColumn<int>("obstacle");
        QTest::addColumn<int>("maximum"); // ms
        QTest::newRow("an opener that does not answer") << int(Obstacle::Opener) << 1000;
        QTest::newRow("names that wait for other files") << int(Obstacle::OtherFiles) << 1000;
        QTest::newRow("a disk") << int(Obstacle::Disk) << 3000;
    }
    void aStandstillIsWaitedForAsLongAsItsObstacleMayLast() {
        QFETCH(int, obstacle);
        QFETCH(int, maximum);
        ProgressWatch watch;
        watch.begin(start);
        const ProgressWatch::Left left{3, 0, 0, 1};
        watch.look(start, left, isNotWorking, Obstacle(obstacle)); // some work is left
        for (int time = 10; time <= maximum; time += 10)
            watch.look(start + time * millisecond, left, isNotWorking, Obstacle(obstacle));
        QVERIFY(!watch.isStalled());
        watch.look(start + maximum * millisecond + 1, left, isNotWorking, Obstacle(obstacle));
        QVERIFY(watch.isStalled());
    }
    void timeWithoutALookIsNoStandstill() {
        ProgressWatch watch;
        watch.begin(start);
        const ProgressWatch::Left left{1, 0, 0, 0};
        watch.look(start, left, isNotWorking, Obstacle::Disk);
        // The recorder itself had no processor for a minute.
        watch.look(start + 60'000 * millisecond, left, isNotWorking, Obstacle::Disk);
        QVERIFY(!watch.isStalled());
    }
    void lessToDoIsProgress() {
        ProgressWatch watch;
        watch.begin(start);
        for (std::size_t step = 0; step < 100; ++step) {
            ProgressWatch::Left left{1, 1, 1, 1};
            left[step % left.size()] = 1000 - step;
            watch.look(start + static_cast<std::int64_t>(step) * 200 * millisecond, left, isNotWorking,
                       Obstacle::OtherFiles);
            QVERIFY(!watch.isStalled());
        }
    }
    void workIsProgressWhereNothingElseIs() {
        ProgressWatch watch;
        watch.begin(start);
        const ProgressWatch::Left left{1, 0, 0, 0};
        int questions = 0;
        const auto isWorking = [&] {
            ++questions;
            return true;
        };
        watch.look(start, left, isWorking, Obstacle::Opener);
        QCOMPARE(questions, 0); // something changed
        for (int step = 1; step <= 100; ++step)
            watch.look(start + step * 200 * millisecond, left, isWorking, Obstacle::Opener);
        QCOMPARE(questions, 100);
        QVERIFY(!watch.isStalled());
    }
    void whatStalledStaysSo() {
        ProgressWatch watch;
        watch.begin(start);
        watch.look(start, {1, 0, 0, 0}, isNotWorking, Obstacle::Disk);
        for (int time = 0; time <= 10'000; time += 10)
            watch.look(start + time * millisecond, {1, 0, 0, 0}, isNotWorking, Obstacle::Disk);
        QVERIFY(watch.isStalled());
        watch.look(start + 10'001 * millisecond, {}, isNotWorking, Obstacle::Disk);
        QVERIFY(watch.isStalled());
    }
};

QTEST_GUILESS_MAIN(ProgressWatchTest)
#include "progress_watch_test.moc"
