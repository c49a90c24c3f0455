/// Samples between the rings and the segment.
#include <QTest>

#include "recorder/samples/sample_queue.h"

using namespace candela;

class SampleQueueTest : public QObject {
    Q_OBJECT
private slots:
    void samplesComeOutByTime() {
        SampleQueue queue;
        const std::uint64_t frames[] = {1, 2, 3};
        sample_label label{};
        label.number = 7;
        sample_event late{}, early{};
        late.time = 20;
        late.labels = 1;
        early.time = 10;
        queue.push({late, {&label, 1}, frames, {}});
        queue.push({early, {}, std::span(frames).first(1), {}});
        queue.sortByTime();
        QCOMPARE(queue.size(), 2u);
        QCOMPARE(queue[0].event.time, 10u);
        QCOMPARE(queue[0].frames.size(), 1u);
        QVERIFY(queue[0].labels.empty());
        QCOMPARE(queue[1].frames.size(), 3u);
        QCOMPARE(queue[1].labels.size(), 1u);
        QCOMPARE(queue[1].labels[0].number, 7u);
    }
    void copiesOfStacksAreBounded() {
        SampleQueue queue;
        const std::vector<std::byte> stack(60'000);
        const std::uint64_t frame = 1;
        sample_event event{};
        event.unfinished_bytes = static_cast<std::uint16_t>(stack.size());
        const auto room = SampleQueue::maximumUnfinished / stack.size();
        for (std::size_t count = 0; count < room + 10; ++count)
            queue.push({event, {}, {&frame, 1}, stack});
        QCOMPARE(queue.size(), room + 10);
        QCOMPARE(queue[room - 1].unfinished.size(), stack.size());
        QVERIFY(queue[room].unfinished.empty()); // the sample stays with its unchanged stack
        QCOMPARE(queue[room + 9].frames.size(), 1u);
        queue.clear();
        queue.push({event, {}, {&frame, 1}, stack});
        QCOMPARE(queue[0].unfinished.size(), stack.size());
    }
};

QTEST_GUILESS_MAIN(SampleQueueTest)
#include "sample_queue_test.moc"
