/// Sums by block of time, compared with sums that are added up sample by sample.
#include "model/analysis/samples/filter.h"
#include "model/comparison/statistics/run_sums.h"
#include "model/profile/profile_builder.h"
#include "tests/model/comparison/whole_sums.h"
#include "tests/profile_text.h"

#include <QTest>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <set>

using namespace candela;

namespace {

/// Random stacks of a few functions, so that many are recursive and callers are shared.
enum class Weights { Any, Equal };

std::shared_ptr<const Profile> profileOfSamples(std::size_t samples, bool doLast, Weights weights) {
    std::mt19937_64 random(7);
    ProfileBuilder builder;
    std::vector<FrameIndex> frames;
    for (int i = 0; i < 30; ++i) {
        const auto function = builder.function({.name = builder.string(fmt::format("f{}", i)),
                                                .rawName = {},
                                                .file = {},
                                                .startLine = 0,
                                                .mapping = {}});
        frames.push_back(builder.frame({.function = function, .mapping = {}, .address = 0, .line = 0}));
    }
    std::vector<StackIndex> stacks;
    for (int i = 0; i < 5000; ++i)
        stacks.push_back(builder.stack(i < 5 ? StackIndex() : stacks[random() % stacks.size()],
                                       frames[random() % frames.size()]));
    const auto value = builder.valueType("cpu", "nanoseconds");
    builder.setLasts(value, doLast);
    for (std::size_t i = 0; i < samples; ++i) {
        const auto stack = random() % 100 == 0 ? StackIndex() : stacks[random() % stacks.size()];
        builder.addSample(value, {.stack = stack,
                                  .weight = weights == Weights::Equal
                                                ? 700
                                                : std::int64_t(1 + random() % (doLast ? 60'000 : 1000)),
                                  .time = std::int64_t(i) * 1000,
                                  .thread = {},
                                  .cpu = 0,
                                  .labels = {}});
    }
    return std::make_shared<const Profile>(builder.build());
}

struct Pair {
    double self = 0, total = 0;
};
/// By group and unit.
using Sums = std::map<std::pair<std::size_t, std::uint32_t>, Pair>;

Sums addedUp(const CallTreeShape& shape, const RunSums& units) {
    const auto& profile = *shape.groups->profile;
    const auto& table = profile.samples[profile.shownValue().row()];
    const auto range = recordedRange(profile);
    const auto blockOf = [&](std::int64_t time) {
        const double share = double(time - range.begin) / double(range.end - range.begin);
        return std::min(static_cast<std::uint32_t>(share * double(units.units())),
                        static_cast<std::uint32_t>(units.units() - 1));
    };
    Sums sums;
    for (std::size_t row = 0; row < table.size(); ++row) {
        const auto first = blockOf(table.timeAt(row));
        const auto last = table.lasts ? std::max(first, blockOf(table.endAt(row))) : first;
        const double weight = double(table.weight[row]) / double(last - first + 1);
        for (auto unit = first; unit <= last; ++unit) {
            const auto stack = table.stack[row];
            if (!stack) {
                auto& sum = sums[{shape.groups->stackless.row(), unit}];
                sum.self += weight;
                sum.total += weight;
                continue;
            }
            std::set<std::size_t> counted;
            for (auto node = shape.nodeOfStack[stack.row()]; node; node = shape.parent[node.row()])
                counted.insert(shape.group[node.row()].row());
            sums[{shape.group[shape.nodeOfStack[stack.row()].row()].row(), unit}].self += weight;
            for (const auto group : counted)
                sums[{group, unit}].total += weight;
        }
    }
    return sums;
}

} // namespace

class RunSumsTest : public QObject {
    Q_OBJECT
private slots:
    void blocksHaveTheSumsOfTheirSamples_data() {
        QTest::addColumn<int>("samples");
        QTest::addColumn<bool>("doLast");
        QTest::addColumn<Weights>("weights");
        QTest::newRow("few") << 3000 << false << Weights::Any;
        QTest::newRow("enough for several threads") << 400'000 << false << Weights::Any;
        QTest::newRow("of equal weights") << 50'000 << false << Weights::Equal;
        QTest::newRow("with durations") << 20'000 << true << Weights::Any;
        QTest::newRow("of equal durations") << 20'000 << true << Weights::Equal;
    }
    void blocksHaveTheSumsOfTheirSamples() {
        QFETCH(int, samples);
        QFETCH(bool, doLast);
        QFETCH(Weights, weights);
        const auto profile = profileOfSamples(std::size_t(samples), doLast, weights);
        const auto shape = callTreeShape(groupFrames(profile, Grouping::Function));
        Task task;
        const auto sums = runSums(shape, profile->shownValue(), {}, {}, task);
        QVERIFY(sums.has_value());
        QCOMPARE(sums->kind, UnitKind::Blocks);
        auto expected = addedUp(*shape, *sums);
        for (std::size_t group = 0; group < shape->groups->size(); ++group) {
            std::vector<double> self(sums->units()), total(sums->units());
            const FrameGroupIndex index(group);
            const bool isMet = sums->groups->weigh(index, Weighed::Self, self);
            QCOMPARE(sums->groups->weigh(index, Weighed::Total, total), isMet);
            for (std::uint32_t unit = 0; isMet && unit < sums->units(); ++unit) {
                const auto sum = expected[{group, unit}];
                QVERIFY(std::abs(sum.self - self[unit]) < 1e-6);
                QVERIFY(std::abs(sum.total - total[unit]) < 1e-6);
                expected.erase({group, unit});
            }
        }
        QVERIFY(expected.empty());
    }
    void laterRangesOfTimeHaveTheSumsOfTheirSamples_data() {
        QTest::addColumn<bool>("areEqual");
        QTest::newRow("any weights") << false;
        QTest::newRow("equal weights") << true;
    }
    void laterRangesOfTimeHaveTheSumsOfTheirSamples() {
        QFETCH(bool, areEqual);
        auto changed = std::make_shared<Profile>(
            *profileOfSamples(60'000, false, areEqual ? Weights::Equal : Weights::Any));
        std::fill_n(changed->samples[0].time.begin(), 500, noTime);
        const std::shared_ptr<const Profile> profile = changed;
        const auto value = profile->shownValue();
        const auto shape = callTreeShape(groupFrames(profile, Grouping::Function));
        const auto order = std::make_shared<const SampleOrder>(*shape, profile->samples[0].stack);
        SampleSelector selector(profile);
        Task task;
        for (const std::string focus : {"", "f7"}) {
            std::optional<OrderedTimes> times;
            for (const auto& time : std::vector<std::optional<TimeRange>>{
                     std::nullopt, TimeRange{0, 60'000'000}, TimeRange{7'001'000, 41'000'000},
                     TimeRange{-5, 20'000'000},
                     TimeRange{std::numeric_limits<std::int64_t>::min(), 30'000'000},
                     TimeRange{50'000'000, 90'000'000},
                     TimeRange{50'000'000, 50'000'500}, // too short for blocks
                     std::nullopt}) {
                const Filter filter{.time = time, .focus = focus};
                const auto sums = *runSums(selector, order, *profile, value, filter, {}, times, task);
                QVERIFY(times.has_value());
                const auto alone = *runSums(shape, value, filter, {}, task);
                QVERIFY(sums.kind == alone.kind);
                QCOMPARE(sums.totals, alone.totals);
                QCOMPARE(sums.seconds, alone.seconds);
                QCOMPARE(sums.sampleWeight, alone.sampleWeight);
                std::vector<double> units(sums.units()), unitsAlone(sums.units());
                for (std::size_t group = 0; group < shape->groups->size(); ++group)
                    for (const auto weighed : {Weighed::Self, Weighed::Total}) {
                        sums.groups->weigh(FrameGroupIndex(group), weighed, units);
                        alone.groups->weigh(FrameGroupIndex(group), weighed, unitsAlone);
                        QCOMPARE(units, unitsAlone);
                    }
            }
        }
    }
    void groupsWithTheSameSamplesHaveTheSameIdentity() {
        const auto profile = sharedProfile("main;a;b 3\nmain;a;b;c 2\nmain;d 4\nmain;e;a;b 1\n");
        const auto groups = groupFrames(profile, Grouping::Function);
        const auto shape = callTreeShape(groups);
        const SampleOrder order(*shape, profile->samples[0].stack);
        const auto identity = [&](std::string_view name, Weighed weighed) {
            const auto found = std::ranges::find(groups->groups, name, &FrameGroup::name);
            return order.identityOf(FrameGroupIndex(std::size_t(found - groups->groups.begin())), weighed);
        };
        QCOMPARE(identity("a", Weighed::Total), identity("b", Weighed::Total));
        QCOMPARE(identity("d", Weighed::Self), identity("d", Weighed::Total));
        std::set<std::uint64_t> different;
        for (const auto* name : {"main", "a", "c", "d", "e"})
            different.insert(identity(name, Weighed::Total));
        different.insert(identity("b", Weighed::Self));
        QCOMPARE(different.size(), std::size_t(6));
    }
};

QTEST_APPLESS_MAIN(RunSumsTest)
#include "run_sums_test.moc"
