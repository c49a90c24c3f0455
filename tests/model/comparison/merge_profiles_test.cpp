#include "model/analysis/call_tree/function_list.h"
#include "model/analysis/samples/timeline.h"
#include "model/comparison/merge_profiles.h"
#include "tests/model/analysis/random_profile.h"
#include "tests/model/comparison/whole_sums.h"
#include "tests/profile_text.h"

#include <QTest>

#include <limits>
#include <map>
#include <numeric>
#include <vector>

using namespace candela;

namespace {

using Profiles = std::vector<std::shared_ptr<const Profile>>;

Profile merged(const Profiles& profiles) {
    Task task;
    return *mergeProfiles(profiles, task);
}

/// Self and total by function name and module.
using FunctionWeights = std::map<std::pair<std::string, std::string>, std::pair<std::int64_t, std::int64_t>>;

void addFunctions(FunctionWeights& weights, std::shared_ptr<const Profile> profile, ValueTypeIndex value,
                  const Filter& filter) {
    Task task;
    const auto groups = groupFrames(profile, Grouping::Address);
    for (const auto& row :
         groupWeights(*groups, *SampleSelector(profile).stackWeights(value, filter, task))) {
        auto& sum = weights[{(*groups)[row.group].name, std::string(groups->moduleName(row.group))}];
        sum.first += row.self;
        sum.second += row.total;
    }
}

/// Negative weights may cancel out.
void forgetNothing(FunctionWeights& weights) {
    std::erase_if(weights,
                  [](const auto& row) { return row.second == std::pair<std::int64_t, std::int64_t>(); });
}

/// Samples of one function each, with times and without a thread.
std::shared_ptr<const Profile> withTimes(const std::string& function, const std::vector<std::int64_t>& times,
                                         std::int64_t weight = 1) {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto frame =
        builder.frame({.function = builder.function(
                           {.name = builder.string(function), .rawName = {}, .file = {}, .mapping = {}}),
                       .mapping = {}});
    for (const auto time : times)
        builder.addSample(
            value,
            {.stack = builder.stack({}, frame), .weight = weight, .time = time, .thread = {}, .labels = {}});
    return std::make_shared<const Profile>(builder.build());
}

/// The same weights by run or block of time.
std::vector<FunctionWeights> weightsByUnit(const std::shared_ptr<const Profile>& profile,
                                           ValueTypeIndex value, const Filter& filter,
                                           const std::shared_ptr<const SampleRuns>& runs) {
    Task task;
    const auto groups = groupFrames(profile, Grouping::Address);
    const auto sums = *runSums(callTreeShape(groups), value, filter, runs, task);
    std::vector<FunctionWeights> weights(sums.units());
    for (std::size_t row = 0; row < groups->size(); ++row) {
        const FrameGroupIndex group(row);
        std::vector<double> self(sums.units()), total(sums.units());
        sums.groups->weigh(group, Weighed::Self, self);
        sums.groups->weigh(group, Weighed::Total, total);
        for (std::size_t unit = 0; unit < sums.units(); ++unit) {
            if (self[unit] == 0 && total[unit] == 0) continue;
            auto& sum = weights[unit][{(*groups)[group].name, std::string(groups->moduleName(group))}];
            sum.first += static_cast<std::int64_t>(self[unit]);
            sum.second += static_cast<std::int64_t>(total[unit]);
        }
    }
    for (auto& unit : weights)
        forgetNothing(unit);
    return weights;
}

} // namespace

class MergeProfilesTest : public QObject {
    Q_OBJECT
private slots:
    void weightsAreAddedUp() {
        const auto result =
            merged({sharedProfile("main;draw 3\nmain 1\n"), sharedProfile("main;draw 4\nmain;load 2\n 5\n")});
        QCOMPARE(check(result), std::string());
        QCOMPARE(profileToText(result), std::string(" 5\nmain 1\nmain;draw 7\nmain;load 2\n"));
        QCOMPARE(result.stacks.size(), 3u);
    }
    void oneOrNoneIsFineToo() {
        QCOMPARE(profileToText(merged({sharedProfile("main;draw 3\n")})), std::string("main;draw 3\n"));
        QCOMPARE(merged({}).samples.size(), 0u);
    }
    void timesComeOneAfterTheOther() {
        const auto profile = std::make_shared<Profile>(randomProfile(1));
        const auto range = timeRangeOf(*profile);
        const auto twice = merged({profile, profile});
        QCOMPARE(check(twice), std::string());
        QCOMPARE(timeRangeOf(twice).begin, range.begin);
        QCOMPARE(timeRangeOf(twice).end, 2 * range.end);
        auto withDuration = *profile;
        withDuration.origin.duration = 5000;
        const auto longer = merged({std::make_shared<Profile>(withDuration), profile});
        QCOMPARE(timeRangeOf(longer).end, range.end + 5000);
    }
    void whatLastsInAllThatHaveTimesGoesOnLasting() {
        const auto lasting = std::make_shared<Profile>(randomProfile(1, 400, RandomSamples::Lasting));
        const auto moments = std::make_shared<Profile>(randomProfile(1));
        const auto both = merged({lasting, lasting});
        QVERIFY(both.samples[0].lasts && !both.samples[1].lasts);
        const auto mixed = merged({lasting, moments});
        QVERIFY(!mixed.samples[0].lasts);
        QCOMPARE(mixed.warnings.size(), 1u);
        auto timeless = *moments;
        for (auto& table : timeless.samples)
            table.time.clear();
        for (const Profiles& profiles : {Profiles{lasting, std::make_shared<Profile>(timeless)},
                                         Profiles{std::make_shared<Profile>(timeless), lasting}}) {
            QVERIFY(merged(profiles).samples[0].lasts);
            QVERIFY(merged(profiles).warnings.empty());
        }
    }
    void processesAreKeptApart() {
        const auto profile = std::make_shared<Profile>(randomProfile(1));
        const auto twice = merged({profile, profile});
        QCOMPARE(twice.processes.size(), 2 * profile->processes.size());
        QCOMPARE(twice.threads.size(), 2 * profile->threads.size());
        QCOMPARE(twice.threads.back().process, ProcessIndex(twice.processes.size() - 1));
        QCOMPARE(twice.frames.size(), profile->frames.size());
    }
    void everyFilterGivesTheSumOfBothSides() {
        for (unsigned seed = 0; seed < 5; ++seed) {
            const auto first = std::make_shared<Profile>(randomProfile(seed));
            const auto second = std::make_shared<Profile>(randomProfile(seed + 100));
            const auto both = std::make_shared<Profile>(merged({first, second}));
            QCOMPARE(check(*both), std::string());
            for (const Filter& filter :
                 {Filter{}, Filter{.process = "process1"}, Filter{.thread = "11"},
                  Filter{.labels = {{"zone", "west"}}}, Filter{.labels = {{"size", "2 bytes"}}}}) {
                for (const auto value : {ValueTypeIndex(0), ValueTypeIndex(1)}) {
                    FunctionWeights expected, found;
                    addFunctions(expected, first, value, filter);
                    addFunctions(expected, second, value, filter);
                    std::erase_if(expected, [](const auto& row) { return row.second == std::pair(0l, 0l); });
                    addFunctions(found, both, value, filter);
                    QCOMPARE(found, expected);
                    QVERIFY(!found.empty());
                }
            }
        }
    }
    void eachRunKeepsItsWeights() {
        for (unsigned seed = 0; seed < 4; ++seed) {
            auto withoutThreads = randomProfile(seed + 200);
            for (auto& table : withoutThreads.samples)
                table.thread.clear();
            Task task;
            // Sorted again, samples without a thread are sorted by time alone.
            const auto resorted = std::make_shared<Profile>(
                *mergeProfiles(Profiles{std::make_shared<Profile>(withoutThreads)}, task));
            const Profiles profiles{std::make_shared<Profile>(randomProfile(seed)), resorted,
                                    std::make_shared<Profile>(randomProfile(seed + 100)), resorted};
            const auto all = std::make_shared<Profile>(merged(profiles));
            const auto runs = std::make_shared<SampleRuns>(runsOf(profiles, *all));
            QCOMPARE(runs->size(), profiles.size());
            for (const Filter& filter : {Filter{}, Filter{.labels = {{"zone", "west"}}}}) {
                for (const auto value : {ValueTypeIndex(0), ValueTypeIndex(1)}) {
                    const auto found = weightsByUnit(all, value, filter, runs);
                    QCOMPARE(found.size(), profiles.size());
                    for (std::size_t run = 0; run < profiles.size(); ++run) {
                        FunctionWeights expected;
                        addFunctions(expected, profiles[run], value, filter);
                        forgetNothing(expected);
                        QCOMPARE(found[run], expected);
                    }
                }
            }
        }
    }
    void timesThatWrapFindTheirRun() {
        constexpr auto last = std::numeric_limits<std::int64_t>::max();
        // Shifted by 1, the last time equals the value for samples without a time.
        const auto one = withTimes("one", {0}), far = withTimes("far", {1, last}, 10),
                   farther = withTimes("farther", {last - 1, last, noTime}, 100);
        for (const Profiles& profiles : {Profiles{one, far}, Profiles{far, one},
                                         Profiles{one, far, farther, one}, Profiles{farther, far, farther}}) {
            const auto all = std::make_shared<Profile>(merged(profiles));
            const auto runs = std::make_shared<SampleRuns>(runsOf(profiles, *all));
            const auto found = weightsByUnit(all, ValueTypeIndex(0), {}, runs);
            QCOMPARE(found.size(), profiles.size());
            for (std::size_t run = 0; run < profiles.size(); ++run) {
                FunctionWeights expected;
                addFunctions(expected, profiles[run], ValueTypeIndex(0), {});
                QCOMPARE(found[run], expected);
            }
        }
    }
    void tooManyRunsAreRefused() {
        Task task;
        const Profiles many(65'536, sharedProfile("main 1\n"));
        QCOMPARE(mergeProfiles(many, task).error().code, ErrorCode::Usage);
    }
    void aTimeKeepsTheRunsInIt() {
        const auto run = withTimes("draw", {0, 2'000, 4'000, 9'999});
        const Profiles profiles{run, run, run}; // of 10,000 ns each
        const auto all = std::make_shared<Profile>(merged(profiles));
        const auto runs = std::make_shared<SampleRuns>(runsOf(profiles, *all));
        const auto sums = [&](TimeRange time) {
            Task task;
            return *runSums(callTreeShape(groupFrames(all, Grouping::Function)), ValueTypeIndex(0),
                            {.time = time}, runs, task);
        };
        const auto two = sums({5'000, 15'000});
        QCOMPARE(two.kind, UnitKind::Runs);
        QCOMPARE(two.totals, (std::vector<double>{1, 3}));
        QCOMPARE(two.seconds, (std::vector<double>{5e-6, 5e-6}));
        QCOMPARE(two.duration, 10'000);
        const auto one = sums({10'000, 20'000});
        QCOMPARE(one.kind, UnitKind::Blocks);
        QCOMPARE(one.duration, 10'000);
        QCOMPARE(std::accumulate(one.totals.begin(), one.totals.end(), 0.0), 4.0);
    }
    void blocksCoverWhatWasRecordedAndKept() {
        auto recorded = *withTimes("draw", {1'000, 5'000});
        recorded.origin.duration = 20'000;
        QCOMPARE(recordedRange(recorded), (TimeRange{0, 20'000}));
        QCOMPARE(recordedRange(recorded, TimeRange{2'000, 50'000}), (TimeRange{2'000, 20'000}));
        QCOMPARE(recordedRange(recorded, TimeRange{30'000, 50'000}), (TimeRange{30'000, 30'000}));
        const auto profile = std::make_shared<const Profile>(recorded);
        Task task;
        const auto sums = *runSums(callTreeShape(groupFrames(profile, Grouping::Function)), ValueTypeIndex(0),
                                   {}, {}, task);
        QCOMPARE(sums.kind, UnitKind::Blocks);
        QCOMPARE(sums.duration, 20'000);
        // 16 blocks of 1,250 ns.
        QCOMPARE(sums.totals, (std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
    }
    void whatLastsIsInEachBlockThatItLastsThrough() {
        ProfileBuilder builder;
        const auto value = builder.valueType("wait", "nanoseconds");
        builder.setLasts(value);
        const auto frameOf = [&](const char* name) {
            return builder.frame(
                {.function = builder.function(
                     {.name = builder.string(name), .rawName = {}, .file = {}, .mapping = {}}),
                 .mapping = {}});
        };
        const auto outer = builder.stack({}, frameOf("outer"));
        const auto inner = builder.stack(outer, frameOf("inner"));
        builder.addSample(value, {.stack = outer, .weight = 16'000, .time = 0, .thread = {}, .labels = {}});
        builder.addSample(value,
                          {.stack = inner, .weight = 7'800, .time = 4'100, .thread = {}, .labels = {}});
        builder.addSample(value, {.stack = inner, .weight = 800, .time = 8'100, .thread = {}, .labels = {}});
        const auto profile = std::make_shared<const Profile>(builder.build());
        const auto groups = groupFrames(profile, Grouping::Function);
        Task task;
        const auto sums = *runSums(callTreeShape(groups), value, {}, {}, task);
        QCOMPARE(sums.units(), 16u); // of 1,000 ns
        for (std::size_t row = 0; row < groups->size(); ++row) {
            const auto name = (*groups)[FrameGroupIndex(row)].name;
            if (name != "outer" && name != "inner") continue;
            std::vector<double> self(16), total(16);
            QVERIFY(sums.groups->weigh(FrameGroupIndex(row), Weighed::Self, self));
            QVERIFY(sums.groups->weigh(FrameGroupIndex(row), Weighed::Total, total));
            for (std::size_t block = 0; block < 16; ++block) {
                const double ofInner = (block >= 4 && block < 12 ? 975 : 0) + (block == 8 ? 800 : 0);
                QCOMPARE(self[block], name == "inner" ? ofInner : 1000);
                QCOMPARE(total[block], name == "inner" ? ofInner : 1000 + ofInner);
                QCOMPARE(sums.totals[block], 1000 + ofInner);
            }
        }
    }
    void blocksOfTimeAddUpToTheWhole() {
        const auto profile = std::make_shared<Profile>(randomProfile(3));
        // Long enough for blocks.
        for (auto& table : profile->samples) {
            for (auto& time : table.time)
                time = time == noTime ? noTime : time * 1000;
        }
        FunctionWeights expected, sum;
        addFunctions(expected, profile, ValueTypeIndex(0), {});
        const auto blocks = weightsByUnit(profile, ValueTypeIndex(0), {}, nullptr);
        QVERIFY(blocks.size() > 10);
        for (const auto& block : blocks) {
            for (const auto& [name, weights] : block) {
                sum[name].first += weights.first;
                sum[name].second += weights.second;
            }
        }
        forgetNothing(sum);
        forgetNothing(expected);
        QCOMPARE(sum, expected);
    }
    void metadataOfTheTwoIsMerged() {
        auto first = profileFromText("main 1\n");
        first.origin = {.format = "pprof",
                        .file = "a",
                        .host = "one",
                        .kernel = {},
                        .processor = "one",
                        .command = {},
                        .duration = 10,
                        .period = 5,
                        .periodType = {},
                        .periodUnit = {},
                        .cpus = 2};
        auto second = first;
        second.origin.file = "b";
        second.origin.host = "two";
        second.origin.cpus = 4;
        first.origin.stolenTime = 1;
        second.origin.stolenTime = 2;
        second.losses = {{"full", 3}};
        first.losses = {{"full", 1}};
        second.defaultValue = ValueTypeIndex(0);
        second.hasRecorderUsage = true;
        second.recorder.cpuTime = 7;
        second.warnings = {"something was cut off"};
        const auto result = merged({std::make_shared<Profile>(first), std::make_shared<Profile>(second)});
        QCOMPARE(result.origin.file, std::string("a, b"));
        QCOMPARE(result.origin.format, std::string("pprof"));
        QCOMPARE(result.origin.host, std::string());
        QCOMPARE(result.origin.processor, std::string("one"));
        QCOMPARE(result.origin.stolenTime, std::int64_t(3));
        QCOMPARE(result.origin.duration, 20);
        QCOMPARE(result.origin.period, 5);
        QCOMPARE(result.origin.cpus, 4u);
        QCOMPARE(result.losses.size(), 1u);
        QCOMPARE(result.losses[0].count, 4u);
        QCOMPARE(result.defaultValue, ValueTypeIndex(0));
        QVERIFY(result.hasRecorderUsage);
        QCOMPARE(result.recorder.cpuTime, 7);
        QCOMPARE(result.warnings, std::vector<std::string>{"something was cut off"});
    }
    void cancelledWorkFailsAsCancelled() {
        Task task;
        task.cancel();
        const Profiles profiles{sharedProfile("main 1\n"), sharedProfile("main 1\n")};
        QCOMPARE(mergeProfiles(profiles, task).error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(MergeProfilesTest)
#include "merge_profiles_test.moc"
