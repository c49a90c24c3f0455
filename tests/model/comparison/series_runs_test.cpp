/// Captures of several runs that are cut by a range in each run's own time.
#include "model/comparison/merge_profiles.h"
#include "model/comparison/series/series_capture.h"
#include "tests/profile_text.h"

#include <QTest>

#include <limits>
#include <memory>
#include <vector>

using namespace candela;

namespace {

constexpr std::int64_t millisecond = 1'000'000;
constexpr auto openEnd = std::numeric_limits<std::int64_t>::max();

/// A run with samples that are so far apart.
std::shared_ptr<const Profile> makeRun(int samples, std::int64_t apart = millisecond) {
    ProfileBuilder builder;
    const auto value = builder.valueType("samples", "count");
    const auto function =
        builder.function({.name = builder.string("draw"), .rawName = {}, .file = {}, .mapping = {}});
    const auto stack = builder.stack({}, builder.frame({.function = function, .mapping = {}}));
    for (int sample = 0; sample < samples; ++sample)
        builder.addSample(
            value,
            {.stack = stack, .weight = 1 + sample % 3, .time = sample * apart, .thread = {}, .labels = {}});
    if (apart == millisecond) builder.origin().duration = samples * apart;
    return std::make_shared<const Profile>(builder.build());
}

SeriesProfile addedUp(const std::vector<std::shared_ptr<const Profile>>& runs) {
    Task task;
    const auto merged = std::make_shared<const Profile>(*mergeProfiles(runs, task));
    SeriesProfile capture{.name = "capture",
                          .profile = merged,
                          .runs = std::make_shared<const SampleRuns>(runsOf(runs, *merged))};
    for (const auto& run : runs)
        capture.begins.push_back(recordedRange(*run).begin);
    return capture;
}

SeriesProfile makeCapture(const std::vector<int>& samples) {
    std::vector<std::shared_ptr<const Profile>> runs;
    for (const int count : samples)
        runs.push_back(makeRun(count));
    return addedUp(runs);
}

SeriesCapture cut(const SeriesProfile& capture, const TimeRange& time) {
    Task task;
    auto captures = seriesCaptures({capture}, {"samples", Grouping::Function, {.time = time}}, task);
    if (!captures) qFatal("%s", captures.error().message.c_str());
    return std::move(captures->front());
}

} // namespace

class SeriesRunsTest : public QObject {
    Q_OBJECT
private slots:
    void eachRunKeepsItsOwnTime() {
        const auto capture = makeCapture({10, 4, 7});
        const auto open = cut(capture, {3 * millisecond, openEnd});
        QCOMPARE(open.weights->samples, std::size_t(7 + 1 + 4));
        QCOMPARE(open.side.sums->totals, (std::vector<double>{13, 1, 7}));
        QCOMPARE(open.side.duration, 12 * millisecond);
        const auto closed = cut(capture, {3 * millisecond, 5 * millisecond});
        QCOMPARE(closed.weights->samples, std::size_t(2 + 1 + 2));
        QCOMPARE(closed.side.duration, 5 * millisecond);
        QCOMPARE(cut(capture, {20 * millisecond, openEnd}).weights->samples, std::size_t(0));
    }
    void anOpenEndIsTheEndOfEachRun() {
        constexpr int runs = 64, samples = 200;
        const auto capture = makeCapture(std::vector<int>(runs, samples));
        const auto open = cut(capture, {millisecond, openEnd});
        const auto closed = cut(capture, {millisecond, samples * millisecond});
        QCOMPARE(open.weights->samples, std::size_t(runs * (samples - 1)));
        QCOMPARE(open.weights->total, closed.weights->total);
        QCOMPARE(open.side.sums->totals, closed.side.sums->totals);
        QCOMPARE(open.side.duration, closed.side.duration);
    }
    /// The second run ends where times wrap: its sample before that is kept.
    void runsThatAreLongerThanTimesCanBeAreNotLost() {
        constexpr std::int64_t apart = 5'000'000'000'000'000'000;
        const auto capture = addedUp({makeRun(2, apart), makeRun(2, apart)});
        QVERIFY(capture.runs->spans[1].end < capture.runs->spans[1].begin);
        QCOMPARE(cut(capture, {0, openEnd}).weights->samples, std::size_t(3));
    }
};

QTEST_APPLESS_MAIN(SeriesRunsTest)
#include "series_runs_test.moc"
