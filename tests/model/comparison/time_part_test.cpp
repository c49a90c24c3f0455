/// Parts of a capture by time: the same weights as a filter keeps, in a time of their own.
#include "model/comparison/side_facts.h"
#include "model/comparison/statistics/run_sums.h"
#include "model/comparison/time_part.h"
#include "model/profile/losses.h"
#include "tests/model/analysis/random_profile.h"
#include "tests/model/comparison/compared_text.h"
#include "tests/profile_text.h"

#include <QTest>

#include <map>
#include <random>

using namespace candela;

namespace {

constexpr std::int64_t oneSecond = 1'000'000'000;

/// By stack, thread, CPU and labels, all of which have the same rows in a part.
using WeightsByRow = std::map<std::tuple<StackIndex, ThreadIndex, std::int32_t, LabelSetIndex>, std::int64_t>;

WeightsByRow weightsByRow(const std::shared_ptr<const Profile>& profile, ValueTypeIndex value,
                          const Filter& filter) {
    WeightsByRow weights;
    Task task;
    const auto& table = profile->samples[value.row()];
    SampleSelector selector(profile);
    const auto done = selector.forEachSample(value, filter, task, [&](std::size_t row, std::int64_t weight) {
        weights[{table.stack[row], table.threadAt(row), table.cpuAt(row), table.labelsAt(row)}] += weight;
    });
    if (!done) qFatal("%s", done.error().message.c_str());
    std::erase_if(weights, [](const auto& entry) { return entry.second == 0; });
    return weights;
}

std::shared_ptr<const Profile> part(const std::shared_ptr<const Profile>& profile, const TimeRanges& ranges) {
    Task task;
    auto made = timePart(profile, ranges, task);
    return made ? std::make_shared<const Profile>(std::move(*made)) : nullptr;
}

/// For each name five seconds of main;run;NAME;read, one after the other.
std::shared_ptr<const Profile> phases(const std::vector<const char*>& names) {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    std::int64_t time = 0;
    for (const auto* name : names) {
        StackIndex stack;
        for (const auto* step : {"main", "run", name, "read"})
            stack = builder.stack(stack,
                                  builder.frame({.function = builder.function({.name = builder.string(step),
                                                                               .rawName = {},
                                                                               .file = builder.string("a.c"),
                                                                               .mapping = {}}),
                                                 .mapping = {}}));
        for (int sample = 0; sample < 500; ++sample, time += oneSecond / 100)
            builder.addSample(
                value, {.stack = stack, .weight = oneSecond / 100, .time = time, .thread = {}, .labels = {}});
    }
    return std::make_shared<const Profile>(builder.build());
}

/// A thread that waits from 1 s to 4 s, and runs at 2.5 s on another thread.
std::shared_ptr<const Profile> waiting() {
    ProfileBuilder builder;
    const auto cpu = builder.valueType("cpu", "nanoseconds");
    const auto wait = builder.valueType("offcpu", "nanoseconds");
    builder.setLasts(wait);
    const auto process = builder.addProcess({.pid = 7,
                                             .startTime = oneSecond / 2,
                                             .endTime = 3 * oneSecond,
                                             .parent = {},
                                             .name = builder.string("render"),
                                             .labels = {}});
    const auto thread = [&](int tid) {
        return builder.addThread({.process = process, .tid = tid, .name = {}, .labels = {}});
    };
    const auto stack = builder.stack(
        {}, builder.frame({.function = builder.function(
                               {.name = builder.string("read"), .rawName = {}, .file = {}, .mapping = {}}),
                           .mapping = {}}));
    builder.addSample(
        wait,
        {.stack = stack, .weight = 3 * oneSecond, .time = oneSecond, .thread = thread(7), .labels = {}});
    builder.addSample(cpu, {.stack = stack,
                            .weight = oneSecond / 100,
                            .time = 5 * oneSecond / 2,
                            .thread = thread(8),
                            .labels = {}});
    builder.origin().duration = 10 * oneSecond;
    builder.origin().cpus = 2;
    builder.origin().idleTime = 15 * oneSecond;
    builder.addLoss({"sample ring full", 12, "cpu", 500});
    addLostTime(builder, {2 * oneSecond, 5 * oneSecond});
    return std::make_shared<const Profile>(builder.build());
}

} // namespace

class TimePartTest : public QObject {
    Q_OBJECT
private slots:
    void aPartHasTheWeightsThatAFilterKeeps() {
        std::mt19937 random(7);
        int compared = 0;
        for (unsigned seed = 1; seed <= 24; ++seed) {
            const auto kind = seed % 2 ? RandomSamples::Lasting : RandomSamples::Moments;
            const auto profile = std::make_shared<const Profile>(randomProfile(seed, 400, kind));
            const auto all = recordedRange(*profile);
            const auto time = [&] { return std::uniform_int_distribution<std::int64_t>(0, all.end)(random); };
            std::array<std::int64_t, 4> ends{time(), time(), time(), time()};
            std::ranges::sort(ends);
            const TimeRange first{ends[0], ends[1] + 1}, last{ends[2] + 2, ends[3] + 3};
            for (const auto& ranges : {TimeRanges{first}, TimeRanges{last}, TimeRanges{first, last}}) {
                const auto made = part(profile, ranges);
                std::int64_t duration = 0;
                for (const auto& range : ranges) {
                    const auto kept = recordedRange(*profile, range);
                    duration += kept.end - kept.begin;
                }
                if (!made) continue;
                QCOMPARE(check(*made), std::string());
                QCOMPARE(made->origin.duration, duration);
                QCOMPARE(recordedRange(*made), (TimeRange{0, duration}));
                for (ValueTypeIndex value(0); value.row() < profile->samples.size();
                     value = ValueTypeIndex(value.row() + 1)) {
                    WeightsByRow expected;
                    for (const auto& range : ranges)
                        for (const auto& [key, weight] : weightsByRow(profile, value, {.time = range}))
                            expected[key] += weight;
                    std::erase_if(expected, [](const auto& entry) { return entry.second == 0; });
                    QVERIFY(weightsByRow(made, value, {}) == expected);
                    ++compared;
                }
            }
        }
        QVERIFY(compared > 60);
    }
    void aRangeAndTheRestAreTheWhole() {
        const auto profile = std::make_shared<const Profile>(randomProfile(3, 400, RandomSamples::Lasting));
        const auto all = recordedRange(*profile);
        const TimeRange range{all.end / 3, all.end / 2};
        const auto inside = part(profile, {range}), rest = part(profile, timesWithout(range));
        QCOMPARE(inside->origin.duration + rest->origin.duration, all.end - all.begin);
        for (ValueTypeIndex value(0); value.row() < 2; value = ValueTypeIndex(value.row() + 1)) {
            // Samples without a time are in no range.
            const auto timed = weightsByRow(profile, value, {.time = TimeRange{0, all.end + 1}});
            auto sum = weightsByRow(inside, value, {});
            for (const auto& [key, weight] : weightsByRow(rest, value, {}))
                sum[key] += weight;
            std::erase_if(sum, [](const auto& entry) { return entry.second == 0; });
            QVERIFY(sum == timed);
        }
        QCOMPARE(timesWithout({0, 5}), (TimeRanges{{5, std::numeric_limits<std::int64_t>::max()}}));
    }
    void aWaitCountsWithItsPartInside() {
        const auto profile = waiting();
        const auto wait = profile->findValue("offcpu");
        const auto made = part(profile, {{2 * oneSecond, 3 * oneSecond}});
        QCOMPARE(made->totalWeight(wait), oneSecond);
        QCOMPARE(made->samples[wait.row()].time.front(), std::int64_t(0));
        QCOMPARE(made->samples[0].time.front(), oneSecond / 2);
        // Around a gap, it is two samples: one ends where the other begins.
        const auto around = part(profile, timesWithout({2 * oneSecond, 3 * oneSecond}));
        QCOMPARE(around->totalWeight(wait), 2 * oneSecond);
        QCOMPARE(around->samples[wait.row()].time, (std::vector<std::int64_t>{oneSecond, 2 * oneSecond}));
        QCOMPARE(around->samples[0].size(), std::size_t(0));
    }
    void livesAndLossesAreThoseOfThePart() {
        const auto made = part(waiting(), {{2 * oneSecond, 6 * oneSecond}});
        QCOMPARE(made->processes.front().startTime, std::int64_t(0));
        QCOMPARE(made->processes.front().endTime, oneSecond);
        QCOMPARE(part(waiting(), {{oneSecond, 2 * oneSecond}})->processes.front().endTime, noTime);
        QCOMPARE(lostTimes(*made), (std::vector<LostTime>{{0, 3 * oneSecond}}));
        QCOMPARE(lostSamples(made->losses), std::uint64_t(0));
        QVERIFY2(made->warnings.front().starts_with("Lost in the whole capture: 12 samples of cpu"),
                 made->warnings.front().c_str());
        QCOMPARE(made->origin.idleTime, std::int64_t(0));
        QVERIFY(!sideFactsOf(*made, SideExtent::Part).lost);
    }
    void whatHasNoSampleIsRefused() {
        Task task;
        const auto late = timePart(waiting(), {{20 * oneSecond, 30 * oneSecond}}, task);
        QCOMPARE(late.error().message, std::string("no sample is in that time: they go from 1 s to 4 s"));
        const auto timeless = timePart(sharedProfile("main 1\n"), {{0, oneSecond}}, task);
        QVERIFY(timeless.error().message.starts_with("its samples have no times"));
    }
    void whatRunsInOneRangeOnlyIsNotTakenForRenamed() {
        const auto matchOf = [](const Comparison& comparison, const char* name) {
            const auto row = std::ranges::find(comparison.rows, name, &ComparisonRow::name);
            return row == comparison.rows.end() ? std::string("no row") : nameOn(comparison.base, row->base);
        };
        const auto whole = phases({"parse_fast", "parse_slow"});
        const TimeRange first{0, 5 * oneSecond}, last{5 * oneSecond, 10 * oneSecond};
        const auto parts = compareWhole(part(whole, {first}), part(whole, {last}));
        QVERIFY(parts);
        QCOMPARE(matchOf(*parts, "parse_slow"), std::string("-"));
        QCOMPARE(matchOf(*parts, "main"), std::string("main"));
        // In two captures, it may be the same function with another name.
        const auto captures = compareWhole(phases({"parse_fast"}), phases({"parse_slow"}));
        QVERIFY(captures);
        QCOMPARE(matchOf(*captures, "parse_slow"), std::string("parse_fast"));
    }
    void rangesThatOverlapAreRefused() {
        QVERIFY(checkApart({{0, 5}}, {{5, 9}}));
        QVERIFY(!checkApart({}, {{5, 9}}));
        const auto both =
            checkApart({{0, 3 * oneSecond}}, {{oneSecond, 2 * oneSecond}, {4 * oneSecond, 5 * oneSecond}});
        QCOMPARE(both.error().message, std::string("both sides have the time from 1 s to 2 s: its samples "
                                                   "would count on both"));
        QCOMPARE(both.error().code, ErrorCode::Usage);
    }
    void rangesAsTextAreExact() {
        QCOMPARE(timeRangesText({{1'200'000'001, 3 * oneSecond}, {4 * oneSecond, INT64_MAX}}),
                 std::string("1.200000001s..3s,4s.."));
        QCOMPARE(timeRangesWords({{2 * oneSecond, 34 * oneSecond / 10}}), std::string("2 s – 3.40 s"));
    }
};

QTEST_GUILESS_MAIN(TimePartTest)
#include "time_part_test.moc"
