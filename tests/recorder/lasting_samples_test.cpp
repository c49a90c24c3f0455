/// Samples whose stack is taken at their begin and whose weight is known at their end.
#include <QTest>

#include "recorder/samples/lasting_samples.h"

using namespace candela;

namespace {

sample_event begun(std::uint32_t tid, std::uint64_t time) {
    sample_event event{};
    event.tid = tid;
    event.time = event.begin = time;
    event.flags = sample_begins;
    event.cpu = 3;
    event.user_stack_end = user_stack_complete;
    return event;
}

sample_event ended(std::uint32_t tid, std::uint64_t begin, std::uint64_t weight,
                   std::uint16_t flags = sample_ended) {
    sample_event event{};
    event.tid = tid;
    event.begin = begin;
    event.time = begin + weight;
    event.weight = weight;
    event.flags = flags;
    return event;
}

std::vector<CodeLocation> path(std::uint64_t address, std::size_t frames = 2) {
    return std::vector<CodeLocation>(frames, {CodeKind::Kernel, {}, address});
}

/// "tid: weight at address"; "tid: weight" without a stack.
class Trial {
public:
    void begin(const sample_event& event) { samples.expect(event); }
    void hold(const sample_event& event, std::vector<CodeLocation> held) {
        samples.hold(event, std::move(held), process);
    }
    void end(const sample_event& event) { samples.end(event, {}, process, {}); }

    SharedProcess process = std::make_shared<LiveProcess>();
    QStringList given;
    std::uint64_t lastTime = 0;
    LastingSamples samples{[this](const LastingSamples::Ended& sample) {
        auto text = QString("%1: %2").arg(sample.event.tid).arg(sample.event.weight);
        if (!sample.path.empty()) text += QString(" at %1").arg(sample.path[0].address);
        given << text;
        lastTime = sample.event.time;
    }};
};

} // namespace

class LastingSamplesTest : public QObject {
    Q_OBJECT
private slots:
    void anEndedSampleHasTheStackOfItsBeginning() {
        Trial trial;
        trial.begin(begun(1, 10));
        trial.hold(begun(1, 10), path(100));
        trial.begin(begun(2, 11));
        trial.hold(begun(2, 11), path(200));
        trial.end(ended(1, 10, 5));
        trial.end(ended(2, 11, 6));
        QCOMPARE(trial.given, (QStringList{"1: 5 at 100", "2: 6 at 200"}));
        QCOMPARE(trial.lastTime, 11u); // the wait lasts from that time on
    }
    void partsHaveTheSameStack() {
        Trial trial;
        trial.begin(begun(1, 10));
        trial.hold(begun(1, 10), path(100));
        trial.end(ended(1, 10, 5, sample_part_ended));
        trial.end(ended(1, 10, 2));
        trial.end(ended(1, 10, 1)); // the sample is removed completely
        trial.samples.finish();
        QCOMPARE(trial.given, (QStringList{"1: 5 at 100", "1: 2 at 100", "1: 1"}));
    }
    void anEndWaitsForAStackThatIsWalkedLater() {
        Trial trial;
        trial.begin(begun(1, 10));
        trial.end(ended(1, 10, 5));
        trial.begin(begun(1, 20)); // before the first one has its stack
        trial.hold(begun(1, 20), path(200));
        trial.end(ended(1, 20, 6));
        QCOMPARE(trial.given, (QStringList{"1: 6 at 200"}));
        trial.hold(begun(1, 10), path(100));
        QCOMPARE(trial.given, (QStringList{"1: 6 at 200", "1: 5 at 100"}));
    }
    void anEndMayComeABatchBeforeItsBeginning() {
        Trial trial;
        trial.end(ended(1, 10, 5));
        trial.samples.endBatch();
        trial.begin(begun(1, 10));
        trial.hold(begun(1, 10), path(100));
        QCOMPARE(trial.given, (QStringList{"1: 5 at 100"}));
    }
    void whatHasNoBeginningHasNoStack() {
        Trial trial;
        trial.end(ended(1, 0, 4)); // no stack was taken
        QCOMPARE(trial.given, QStringList{"1: 4"});
        trial.end(ended(1, 10, 5)); // the stack was lost
        trial.samples.endBatch();
        trial.samples.endBatch();
        QCOMPARE(trial.given, (QStringList{"1: 4", "1: 5"}));
    }
    void whatIsLeftAtTheEndIsGiven() {
        Trial trial;
        trial.end(ended(1, 10, 5));
        trial.samples.finish();
        QCOMPARE(trial.given, QStringList{"1: 5"});
    }
    void samplesWhoseEndWasLostAreRemoved() {
        Trial trial;
        trial.begin(begun(1, 10));
        trial.hold(begun(1, 10), path(100));
        trial.begin(begun(1, 20));
        trial.hold(begun(1, 20), path(200));
        trial.samples.removeLost(4'000'000'000); // the end may still arrive
        trial.end(ended(1, 10, 5));
        QCOMPARE(trial.given, QStringList{"1: 5 at 100"});
        trial.samples.removeLost(60'000'000'000); // a long wait
        trial.end(ended(1, 20, 6));
        QCOMPARE(trial.given.last(), "1: 6 at 200");
        trial.begin(begun(1, 30));
        trial.hold(begun(1, 30), path(300));
        trial.begin(begun(1, 40));
        trial.samples.removeLost(60'000'000'000);
        trial.end(ended(1, 30, 7));
        trial.samples.finish();
        QCOMPARE(trial.given.last(), "1: 7");
    }
    void memoryIsBounded() {
        Trial trial;
        constexpr std::size_t frames = 1 << 16;
        constexpr auto room = LastingSamples::maximumFrames / frames;
        for (std::uint32_t tid = 1; tid <= room + 2; ++tid) {
            trial.begin(begun(tid, 10));
            trial.hold(begun(tid, 10), path(100, frames));
        }
        QCOMPARE(trial.samples.dropped(), 2u);
        trial.end(ended(room + 1, 10, 5));
        QCOMPARE(trial.given.last(), QString("%1: 5").arg(room + 1)); // the weight is not lost
        trial.end(ended(1, 10, 5));
        trial.begin(begun(1, 20));
        trial.hold(begun(1, 20), path(100, frames));
        QCOMPARE(trial.samples.dropped(), 2u); // there is room again
    }
};

QTEST_GUILESS_MAIN(LastingSamplesTest)
#include "lasting_samples_test.moc"
