#include "model/analysis/samples/timeline.h"
#include "tests/model/analysis/random_profile.h"
#include "tests/profile_text.h"

#include <QTest>

#include <map>
#include <random>

using namespace candela;

namespace {

Result<Timeline> timelineOf(std::shared_ptr<const Profile> profile, TrackKind kind, TimeRange range,
                            std::size_t slices, const Filter& filter = {}) {
    SampleSelector selector(profile);
    Task task;
    return timeline(selector, *profile, ValueTypeIndex(0), filter, kind, range, slices, task);
}

/// One track per line: "process 1 thread 11 total 5: 1 0 4".
std::string timelineText(const Profile& profile, const Timeline& timeline) {
    std::string text;
    for (const auto& track : timeline.tracks) {
        if (track.process)
            text += "process " + std::to_string(profile.processes[track.process.row()].pid) + " ";
        if (track.thread) text += "thread " + std::to_string(profile.threads[track.thread.row()].tid) + " ";
        if (track.kind == TrackKind::Cpu) text += "cpu " + std::to_string(track.cpu) + " ";
        text += "total " + std::to_string(track.total) + ":";
        for (const auto weight : track.weight)
            text += " " + std::to_string(weight);
        text += "\n";
    }
    return text;
}

std::shared_ptr<const Profile> smallProfile() {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto function =
        builder.function({.name = builder.string("f"), .rawName = {}, .file = {}, .mapping = {}});
    const auto stack = builder.stack({}, builder.frame({.function = function, .mapping = {}}));
    std::vector<ThreadIndex> threads{ThreadIndex()};
    for (const auto pid : {1, 2}) {
        const auto process = builder.addProcess({.pid = pid, .parent = {}, .name = {}, .labels = {}});
        for (const auto number : {1, 2})
            threads.push_back(
                builder.addThread({.process = process, .tid = pid * 10 + number, .name = {}, .labels = {}}));
    }
    const auto add = [&](int thread, std::int64_t time, std::int64_t weight, int cpu, StackIndex where) {
        builder.addSample(value, {.stack = where,
                                  .weight = weight,
                                  .time = time,
                                  .thread = threads[thread],
                                  .cpu = cpu,
                                  .labels = {}});
    };
    add(1, 0, 1, 0, stack);
    add(1, 9, 2, 1, stack);
    add(2, 10, 4, 0, stack);
    add(3, 29, 8, 0, stack);
    add(4, 20, 16, -1, {});
    add(0, 15, 32, 1, stack);
    add(1, noTime, 64, 1, stack);
    return std::make_shared<Profile>(builder.build());
}

struct ClockTick {
    std::int64_t time = 0, weight = 0;
    int cpu = 0;
};

/// One thread on several CPUs; the clock's period is stated.
std::shared_ptr<const Profile> clockProfile(const std::vector<ClockTick>& ticks) {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    for (const auto& tick : ticks)
        builder.addSample(value, {.stack = {},
                                  .weight = tick.weight,
                                  .time = tick.time,
                                  .thread = {},
                                  .cpu = tick.cpu,
                                  .labels = {}});
    auto profile = builder.build();
    profile.origin.period = 10;
    profile.origin.periodUnit = "nanoseconds";
    return std::make_shared<const Profile>(std::move(profile));
}

} // namespace

class TimelineTest : public QObject {
    Q_OBJECT
private slots:
    void theRangeIsFromTheFirstToTheLastSample() {
        QCOMPARE(timeRangeOf(*smallProfile()), (TimeRange{0, 30}));
        QCOMPARE(timeRangeOf(profileFromText("main 1\n")), TimeRange());
        auto profile = *smallProfile();
        auto& time = profile.samples[0].time;
        time.assign(time.size(), noTime);
        QCOMPARE(timeRangeOf(profile), TimeRange());
        time.back() = 7;
        QCOMPARE(timeRangeOf(profile), (TimeRange{7, 8}));
        time.front() = std::numeric_limits<std::int64_t>::max();
        QCOMPARE(timeRangeOf(profile), (TimeRange{7, std::numeric_limits<std::int64_t>::max()}));
    }
    void processesThreadsAndCpusAreTracks() {
        const auto profile = smallProfile();
        const auto textOf = [&](TrackKind kind) {
            return timelineText(*profile, *timelineOf(profile, kind, {0, 30}, 3));
        };
        QCOMPARE(textOf(TrackKind::Process), std::string("total 32: 0 32 0\n"
                                                         "process 2 total 24: 0 0 24\n"
                                                         "process 1 total 7: 3 4 0\n"));
        QCOMPARE(textOf(TrackKind::Thread), std::string("total 32: 0 32 0\n"
                                                        "process 2 thread 22 total 16: 0 0 16\n"
                                                        "process 2 thread 21 total 8: 0 0 8\n"
                                                        "process 1 thread 12 total 4: 0 4 0\n"
                                                        "process 1 thread 11 total 3: 3 0 0\n"));
        QCOMPARE(textOf(TrackKind::Cpu), std::string("cpu 1 total 34: 2 32 0\n"
                                                     "cpu -1 total 16: 0 0 16\n"
                                                     "cpu 0 total 13: 1 4 8\n"));
    }
    void whatLastsIsInEachSliceForAsLongAsItLasts() {
        ProfileBuilder builder;
        const auto value = builder.valueType("time", "nanoseconds");
        builder.setLasts(value);
        for (const auto& [time, weight] : {std::pair{5, 20}, {25, 3}, {28, 0}, {40, 15}})
            builder.addSample(value,
                              {.stack = {}, .weight = weight, .time = time, .thread = {}, .labels = {}});
        const auto profile = std::make_shared<const Profile>(builder.build());
        QCOMPARE(profile->origin.duration, 55);
        QCOMPARE(timeRangeOf(*profile), (TimeRange{5, 55}));
        const auto textOf = [&](TimeRange range, std::size_t slices) {
            return timelineText(*profile, *timelineOf(profile, TrackKind::Process, range, slices));
        };
        QCOMPARE(textOf({0, 60}, 6), std::string("total 38: 5 10 8 0 10 5\n"));
        QCOMPARE(textOf({12, 22}, 2), std::string("total 10: 5 5\n")); // inside a sample
        QCOMPARE(textOf({12, 50}, 1), std::string("total 26: 26\n"));
    }
    void aTickOfAClockIsInTheSlicesOfTheTimeThatItEnds() {
        const auto profile = clockProfile({{12, 10, 0}, {22, 10, 0}, {15, 8, 1}, {30, 0, 1}});
        const auto textOf = [&](TimeRange range, std::size_t slices) {
            return timelineText(*profile, *timelineOf(profile, TrackKind::Cpu, range, slices));
        };
        // The first tick is 3 to 12 and the last one 13 to 22, both included.
        QCOMPARE(textOf({0, 25}, 5), std::string("cpu 0 total 20: 2 5 5 5 3\n"
                                                 "cpu 1 total 8: 0 2 5 1 0\n"));
        // Within a tick; that it is counted in neither range is right for filters, and so for totals.
        QCOMPARE(textOf({4, 8}, 2), std::string("cpu 0 total 0: 2 2\n"));
        QCOMPARE(textOf({4, 10}, 1), std::string("cpu 0 total 0: 6\ncpu 1 total 0: 2\n"));
        QCOMPARE(textOf({12, 13}, 1), std::string("cpu 0 total 10: 1\ncpu 1 total 0: 1\n"));
        QVERIFY(textOf({23, 25}, 1).empty());
    }
    void withoutAClocksPeriodSamplesAreMoments() {
        auto moments = *clockProfile({{12, 10, 0}, {22, 10, 0}});
        moments.origin.period = 0;
        const auto profile = std::make_shared<const Profile>(std::move(moments));
        QCOMPARE(timelineText(*profile, *timelineOf(profile, TrackKind::Cpu, {0, 25}, 5)),
                 std::string("cpu 0 total 20: 0 0 10 0 10\n"));
    }
    void noSliceHasMoreTimeOfAClockThanACpuHas() {
        std::mt19937 random(5);
        std::vector<ClockTick> ticks;
        std::int64_t worked = 0;
        for (const int cpu : {0, 1}) {
            std::int64_t time = 0;
            for (int number = 0; number < 500; ++number) {
                const std::int64_t length = 50 + random() % 100, idle = random() % 3 ? 0 : random() % 400;
                time += idle + length;
                worked += length;
                ticks.push_back({time, length, cpu});
            }
        }
        const auto profile = clockProfile(ticks);
        const TimeRange all{0, timeRangeOf(*profile).end};
        const auto sumOf = [](const Timeline& found, std::int64_t maximum) {
            std::int64_t sum = 0;
            for (const auto& track : found.tracks) {
                for (const auto weight : track.weight) {
                    if (weight < 0 || weight > maximum) return std::int64_t(-1);
                    sum += weight;
                }
            }
            return sum;
        };
        for (const std::size_t slices : {1, 7, 100, 5000}) {
            const auto found = timelineOf(profile, TrackKind::Cpu, all, slices);
            QCOMPARE(sumOf(*found, found->sliceLength), worked);
            // Ranges beside each other have together what the whole has.
            std::int64_t sum = 0;
            for (const auto& range : {TimeRange{0, 10'013}, {10'013, 10'020}, {10'020, all.end}}) {
                const auto part = timelineOf(profile, TrackKind::Cpu, range, slices);
                sum += sumOf(*part, part->sliceLength);
            }
            QCOMPARE(sum, worked);
        }
    }
    /// Each tick divided on its own is the oracle, for samples enough for several threads.
    void ticksOfManyThreadsAreDividedExactly() {
        std::mt19937 random(11);
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        std::vector<ThreadIndex> threads{ThreadIndex()};
        for (int pid = 1; pid <= 5; ++pid) {
            const auto process = builder.addProcess({.pid = pid, .parent = {}, .name = {}, .labels = {}});
            threads.push_back(builder.addThread({.process = process, .tid = pid, .name = {}, .labels = {}}));
        }
        for (int number = 0; number < 600'000; ++number)
            builder.addSample(value, {.stack = {},
                                      .weight = random() % 50 == 0 ? std::int64_t(random() % 5) - 2
                                                                   : std::int64_t(random() % 3000),
                                      .time = number * 100 + std::int64_t(random() % 5000),
                                      .thread = threads[random() % threads.size()],
                                      .cpu = int(random() % 4) - 1,
                                      .labels = {}});
        auto built = builder.build();
        built.origin.period = 1000;
        built.origin.periodUnit = "nanoseconds";
        const auto profile = std::make_shared<const Profile>(std::move(built));
        const TimeRange range{1'000'003, 50'000'000};
        const auto& table = profile->samples[0];
        for (const auto kind : {TrackKind::Process, TrackKind::Thread, TrackKind::Cpu}) {
            for (const std::size_t slices : {3, 1000, 40'000}) {
                const auto found = timelineOf(profile, kind, range, slices);
                std::map<int, TimelineTrack> expected; // by thread or CPU
                const auto trackOf = [&](ThreadIndex thread, int cpu) -> TimelineTrack& {
                    const int key = kind == TrackKind::Cpu ? cpu : thread ? int(thread.row()) : -1;
                    auto& track = expected[key];
                    track.weight.resize(slices);
                    return track;
                };
                for (std::size_t row = 0; row < table.size(); ++row) {
                    const auto tick = table.time[row], weight = table.weight[row];
                    const auto begin = std::max(tick + 1 - std::max<std::int64_t>(weight, 0), range.begin);
                    const auto end = std::min(tick + 1, range.end);
                    const bool isInside = tick >= range.begin && tick < range.end;
                    if (tick < range.begin || (begin >= end && !isInside)) continue;
                    auto& track = trackOf(table.threadAt(row), table.cpuAt(row));
                    if (isInside) track.total += weight;
                    const auto sliceOf = [&](std::int64_t time) {
                        return std::size_t((time - range.begin) / found->sliceLength);
                    };
                    if (begin >= end) track.weight[sliceOf(tick)] += weight;
                    for (auto from = begin; from < end;) {
                        const auto slice = sliceOf(from);
                        const auto sliceEnd = range.begin + std::int64_t(slice + 1) * found->sliceLength;
                        track.weight[slice] += std::min(sliceEnd, end) - from;
                        from = sliceEnd;
                    }
                }
                QCOMPARE(found->tracks.size(), expected.size());
                for (const auto& track : found->tracks) {
                    const auto& wanted =
                        trackOf(track.thread    ? track.thread
                                : track.process ? ThreadIndex(track.process.row()) // one of each
                                                : ThreadIndex(),
                                track.cpu);
                    QCOMPARE(track.total, wanted.total);
                    QVERIFY(track.weight == wanted.weight);
                }
            }
        }
    }
    void theScaleEndsAtTheLargestSlice() {
        const auto found = timelineOf(smallProfile(), TrackKind::Process, {0, 30}, 3);
        QCOMPARE(found->largestSlice, 32);
        QCOMPARE(found->sliceLength, 10);
        QVERIFY(found->hasTimes);
    }
    void theFiltersTimeRangeIsNotAppliedButTheRestIs() {
        const auto profile = smallProfile();
        QCOMPARE(timelineText(*profile, *timelineOf(profile, TrackKind::Process, {0, 30}, 3,
                                                    {.time = TimeRange{0, 5}, .process = "1", .focus = "f"})),
                 std::string("process 1 total 7: 3 4 0\n"));
    }
    void aProfileWithoutTimesHasNoTracks() {
        const auto profile = std::make_shared<Profile>(profileFromText("main 1\n"));
        const auto found = timelineOf(profile, TrackKind::Process, timeRangeOf(*profile), 10);
        QVERIFY(!found->hasTimes);
        QVERIFY(found->tracks.empty());
        QVERIFY(timelineOf(profile, TrackKind::Process, {0, 100}, 10)->tracks.empty());
        QVERIFY(timelineOf(smallProfile(), TrackKind::Process, {0, 100}, 0)->tracks.empty());
    }
    void theWidestRangeAndMoreSlicesThanTimeAreFine() {
        const auto profile = smallProfile();
        const TimeRange everything{noTime, std::numeric_limits<std::int64_t>::max()};
        for (const std::size_t slices : {1, 2, 1000}) {
            std::int64_t total = 0;
            const auto found = timelineOf(profile, TrackKind::Cpu, everything, slices);
            for (const auto& track : found->tracks)
                total += track.total;
            QCOMPARE(total, 63);
        }
        const auto fine = timelineOf(profile, TrackKind::Process, {0, 30}, 100);
        QCOMPARE(fine->sliceLength, 1);
        QCOMPARE(fine->tracks[0].weight[15], 32);
    }
    void aWrongPatternAndCancellingFail() {
        QVERIFY(!timelineOf(smallProfile(), TrackKind::Cpu, {0, 30}, 3, {.focus = "("}));
        const auto profile = smallProfile();
        SampleSelector selector(profile);
        Task task;
        task.cancel();
        QVERIFY(!timeline(selector, *profile, ValueTypeIndex(0), {}, TrackKind::Cpu, {0, 30}, 3, task));
    }
    void aLevelIsTheSumOfAllChangesUntilThen() {
        ProfileBuilder builder;
        const auto value = builder.valueType("live", "bytes");
        builder.setKind(value, ValueKind::Gauge);
        for (const auto& [time, change] : {std::pair{3, 100}, {12, 50}, {14, -50}, {25, -30}, {41, 7}})
            builder.addSample(value,
                              {.stack = {}, .weight = change, .time = time, .thread = {}, .labels = {}});
        const auto profile = std::make_shared<const Profile>(builder.build());
        const auto textOf = [&](TimeRange range, std::size_t slices) {
            return timelineText(*profile, *timelineOf(profile, TrackKind::Process, range, slices));
        };
        QCOMPARE(textOf({0, 50}, 5), std::string("total 77: 100 100 70 70 77\n"));
        // Earlier samples count; changes within a slice are visible in finer slices.
        QCOMPARE(textOf({10, 20}, 5), std::string("total 100: 100 150 100 100 100\n"));
        QCOMPARE(textOf({30, 40}, 2), std::string("total 70: 70 70\n"));
        QVERIFY(textOf({0, 2}, 1).empty());
    }
    void everyChangeAddedOneByOneGivesTheSameLevels() {
        for (unsigned seed = 20; seed < 24; ++seed) {
            auto random = randomProfile(seed, 400);
            random.samples[0].kind = ValueKind::Gauge;
            const auto profile = std::make_shared<const Profile>(std::move(random));
            const auto& table = profile->samples[0];
            for (const auto kind : {TrackKind::Process, TrackKind::Thread, TrackKind::Cpu}) {
                const TimeRange range{300, 703};
                const auto found = timelineOf(profile, kind, range, 29);
                std::map<std::tuple<ProcessIndex, ThreadIndex, int>, std::vector<std::int64_t>> expected;
                for (std::size_t row = 0; row < table.size(); ++row) {
                    const auto time = table.timeAt(row);
                    if (time == noTime || time >= range.end) continue;
                    const auto thread = table.threadAt(row);
                    const auto process = thread ? profile->threads[thread.row()].process : ProcessIndex();
                    const bool isCpu = kind == TrackKind::Cpu;
                    auto& levels = expected[{isCpu ? ProcessIndex() : process,
                                             kind == TrackKind::Thread ? thread : ThreadIndex(),
                                             isCpu ? table.cpuAt(row) : -1}];
                    levels.resize(29);
                    for (int slice = 0; slice < 29; ++slice) {
                        if (time < range.begin + (slice + 1) * found->sliceLength)
                            levels[slice] += table.weight[row];
                    }
                }
                QCOMPARE(found->tracks.size(), expected.size());
                for (const auto& track : found->tracks) {
                    QCOMPARE(track.weight, (expected[{track.process, track.thread, track.cpu}]));
                    QCOMPARE(track.total, track.weight.back());
                }
            }
        }
    }
    void everySampleAddedOneByOneGivesTheSame() {
        for (unsigned seed = 0; seed < 6; ++seed) {
            const auto samples = seed % 2 ? RandomSamples::Lasting : RandomSamples::Moments;
            const auto profile = std::make_shared<Profile>(randomProfile(seed, 400, samples));
            const auto& table = profile->samples[0];
            for (const auto kind : {TrackKind::Process, TrackKind::Thread, TrackKind::Cpu}) {
                const TimeRange range{50, 903};
                const auto found = timelineOf(profile, kind, range, 37);
                std::map<std::tuple<ProcessIndex, ThreadIndex, int>, std::vector<std::int64_t>> expected;
                for (std::size_t row = 0; row < table.size(); ++row) {
                    if (!weightIn(table, row, range)) continue;
                    const auto thread = table.threadAt(row);
                    const auto process = thread ? profile->threads[thread.row()].process : ProcessIndex();
                    const bool isCpu = kind == TrackKind::Cpu;
                    auto& slices = expected[{isCpu ? ProcessIndex() : process,
                                             kind == TrackKind::Thread ? thread : ThreadIndex(),
                                             isCpu ? table.cpuAt(row) : -1}];
                    slices.resize(37);
                    for (int slice = 0; slice < 37; ++slice) {
                        const auto begin = range.begin + slice * found->sliceLength;
                        const TimeRange part{begin, std::min(begin + found->sliceLength, range.end)};
                        slices[slice] += weightIn(table, row, part).value_or(0);
                    }
                }
                QCOMPARE(found->tracks.size(), expected.size());
                QVERIFY(!expected.empty());
                for (const auto& track : found->tracks)
                    QCOMPARE(track.weight, (expected[{track.process, track.thread, track.cpu}]));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TimelineTest)
#include "timeline_test.moc"
