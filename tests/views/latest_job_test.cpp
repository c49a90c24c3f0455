/// LatestJob: only the newest result arrives, in the owner's thread. And where its results are freed.
#include "views/session/freed_in_pool.h"
#include "views/session/latest_job.h"

#include <QSemaphore>
#include <QTest>
#include <QThread>

using namespace candela;

class LatestJobTest : public QObject {
    Q_OBJECT
private slots:
    void aResultArrivesInTheOwnersThread() {
        LatestJob<int> job;
        int arrived = 0;
        QThread* worker = nullptr;
        QThread* receiver = nullptr;
        job.start(
            [&](Task&) {
                worker = QThread::currentThread();
                return 7;
            },
            [&](int value) {
                receiver = QThread::currentThread();
                arrived = value;
            });
        QVERIFY(job.isRunning());
        QTRY_COMPARE(arrived, 7);
        QVERIFY(!job.isRunning());
        QCOMPARE(receiver, QThread::currentThread());
        QVERIFY(worker != receiver);
    }
    void aNewStartCancelsTheOldOneAndOnlyTheNewestArrives() {
        LatestJob<int> job;
        QList<int> arrived;
        QSemaphore isStarted;
        std::atomic<bool> wasCancelled = false;
        job.start(
            [&](Task& task) {
                isStarted.release();
                while (!task.isCancelled())
                    QThread::yieldCurrentThread();
                wasCancelled = true;
                return 1;
            },
            [&](int value) { arrived << value; });
        isStarted.acquire();
        job.start([](Task&) { return 2; }, [&](int value) { arrived << value; });
        QTRY_COMPARE(arrived.size(), 1);
        QTRY_VERIFY(wasCancelled);
        QThreadPool::globalInstance()->waitForDone();
        QTest::qWait(1);
        QCOMPARE(arrived, QList<int>{2});
    }
    void aResultThatIsAlreadyOnItsWayIsDroppedByANewStart() {
        LatestJob<int> job;
        QList<int> arrived;
        job.start([](Task&) { return 1; }, [&](int value) { arrived << value; });
        QThreadPool::globalInstance()->waitForDone(); // its event is in the queue now
        job.start([](Task&) { return 2; }, [&](int value) { arrived << value; });
        QTRY_COMPARE(arrived.size(), 1);
        QTest::qWait(1);
        QCOMPARE(arrived, QList<int>{2});
    }
    void aDestroyedJobDeliversNothing() {
        int arrived = 0;
        {
            LatestJob<int> job;
            job.start([](Task&) { return 1; }, [&](int value) { arrived = value; });
        }
        QThreadPool::globalInstance()->waitForDone();
        QTest::qWait(1);
        QCOMPARE(arrived, 0);
    }
    void aResultMayStartTheNextOne() {
        LatestJob<int> job;
        int last = 0;
        std::function<void(int)> accept = [&](int value) {
            last = value;
            if (value < 5) job.start([value](Task&) { return value + 1; }, accept);
        };
        job.start([](Task&) { return 1; }, accept);
        QTRY_COMPARE(last, 5);
    }
    void aLargeResultIsFreedByAnotherThread_data() {
        QTest::addColumn<bool>("isShared");
        QTest::newRow("own") << false;
        QTest::newRow("shared") << true;
    }
    void aLargeResultIsFreedByAnotherThread() {
        QFETCH(bool, isShared);
        std::atomic<QThread*> freedBy = nullptr;
        struct Large {
            explicit Large(std::atomic<QThread*>& freedBy) : freedBy(&freedBy) {}
            Large(Large&& other) noexcept : freedBy(std::exchange(other.freedBy, nullptr)) {}
            ~Large() {
                if (freedBy) *freedBy = QThread::currentThread();
            }
            std::atomic<QThread*>* freedBy;
        };
        auto large = isShared ? freedInPool(std::make_shared<Large>(freedBy)) : freedInPool(Large(freedBy));
        auto other = large;
        large.reset();
        QThreadPool::globalInstance()->waitForDone();
        QVERIFY(!freedBy);
        other.reset();
        QThreadPool::globalInstance()->waitForDone();
        QVERIFY(freedBy);
        QVERIFY(freedBy != QThread::currentThread());
    }
};

QTEST_GUILESS_MAIN(LatestJobTest)
#include "latest_job_test.moc"
