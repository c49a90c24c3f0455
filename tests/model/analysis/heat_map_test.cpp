/// Heat maps: how time is divided into cells, and that the cells have the weights that a filter keeps.
#include "model/analysis/call_tree/stacks_with.h"
#include "model/analysis/heat_map/heat_map.h"
#include "model/analysis/samples/filtered_stacks.h"
#include "tests/model/analysis/random_profile.h"
#include "tests/profile_text.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace candela;

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr auto rows = HeatMapGrid::rows;

Result<HeatMap> mapOf(const std::shared_ptr<const Profile>& profile, const HeatMapGrid& grid,
                      const Filter& filter = {}, const RowMask* stacks = nullptr, std::size_t value = 0) {
    SampleSelector selector(profile);
    Task task;
    return heatMap(selector, *profile, ValueTypeIndex(value), filter, grid, task, stacks);
}

HeatMap wholeMap(const std::shared_ptr<const Profile>& profile, const Filter& filter = {}) {
    auto map = mapOf(profile, HeatMapGrid::over(timeRangeOf(*profile)), filter);
    return map ? std::move(*map) : HeatMap();
}

struct MomentSample {
    std::int64_t time = 0;
    std::int64_t weight = 1;
};

std::shared_ptr<const Profile> momentsProfile(const std::vector<MomentSample>& samples,
                                              ValueKind kind = ValueKind::Unstated, bool lasts = false) {
    ProfileBuilder builder;
    const auto value = builder.valueType("work", "nanoseconds");
    builder.setKind(value, kind);
    if (lasts) builder.setLasts(value);
    for (const auto& [time, weight] : samples)
        builder.addSample(value, {.stack = {}, .weight = weight, .time = time, .thread = {}, .labels = {}});
    return std::make_shared<const Profile>(builder.build());
}

/// The cells that are not zero: "column.row weight", one per line.
std::string cellsText(const HeatMap& map) {
    std::string text;
    for (HeatMapCell cell = 0; cell < map.weight.size(); ++cell)
        if (map.weight[cell] != 0)
            text += std::to_string(cell / rows) + "." + std::to_string(cell % rows) + " " +
                    std::to_string(map.weight[cell]) + "\n";
    return text;
}

std::int64_t sumOfCells(const HeatMap& map) {
    return std::accumulate(map.weight.begin(), map.weight.end(), std::int64_t(0));
}

std::vector<Filter> heatMapFilters() {
    return {{},
            {.time = TimeRange{200, 700}}, // not applied
            {.process = "process1", .thread = "worker[01]"},
            {.focus = "f1", .ignore = "f2"},
            {.labels = {{"zone", "east"}}},
            {.cpus = {0, 2}},
            {.transforms = {{TransformKind::Drop, {"f3"}}, {TransformKind::Root, {"f1"}}}}};
}

} // namespace

class HeatMapTest : public QObject {
    Q_OBJECT
private slots:
    void aColumnIsASecond() {
        const auto grid = HeatMapGrid::over({3 * second / 10, 20 * second + 1});
        QCOMPARE(grid.begin, 0);
        QCOMPARE(grid.columnLength, second);
        QCOMPARE(grid.columns, std::size_t(21));
        QCOMPARE(grid.cellLength(), second / 50);
        QCOMPARE(grid.timeOf(2 * rows + 1), (TimeRange{2'020'000'000, 2'040'000'000}));
        QCOMPARE(HeatMapGrid::over({-3 * second / 2, 9 * second}).begin, -2 * second);
    }

    void longRecordingsHaveLongerColumns() {
        const auto columns = [](std::int64_t seconds) {
            const auto grid = HeatMapGrid::over({0, seconds * second});
            return std::pair(grid.columnLength / second, grid.columns);
        };
        QCOMPARE(columns(600), std::pair(std::int64_t(1), std::size_t(600)));
        QCOMPARE(columns(601), std::pair(std::int64_t(5), std::size_t(121)));
        QCOMPARE(columns(3600), std::pair(std::int64_t(10), std::size_t(360)));
        QCOMPARE(columns(86'400), std::pair(std::int64_t(500), std::size_t(173)));
        QCOMPARE(HeatMapGrid::over({0, 301 * second}, 300).columns, std::size_t(61));
    }

    void shortRangesHaveShorterColumns() {
        const auto lengthOf = [](std::int64_t nanoseconds) {
            return HeatMapGrid::over({5 * second, 5 * second + nanoseconds}).columnLength;
        };
        QCOMPARE(lengthOf(4 * second), second);
        QCOMPARE(lengthOf(4 * second - 1), second / 10);
        QCOMPARE(lengthOf(3'000'000), 100'000);
        QCOMPARE(lengthOf(1), 100);
        QCOMPARE(HeatMapGrid::over({7, 7}).columns, std::size_t(0));
    }

    void everyTimeIsInItsCell() {
        constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
        constexpr auto highest = std::numeric_limits<std::int64_t>::max();
        for (const auto range :
             {TimeRange{0, 30 * second}, TimeRange{-17, 1400}, TimeRange{lowest + 1, highest},
              TimeRange{highest - 5, highest}, TimeRange{lowest + 1, lowest + 900}}) {
            const auto grid = HeatMapGrid::over(range);
            QVERIFY(grid.columns > 0 && grid.columns <= HeatMapGrid::maximumColumns);
            QVERIFY(grid.begin <= range.begin);
            QCOMPARE(grid.timeOf(grid.cellAt(range.begin)).begin <= range.begin, true);
            QVERIFY(grid.timeOf(grid.cells() - 1).end >= range.end);
            for (HeatMapCell cell = 0; cell < grid.cells(); cell += 7) {
                const auto time = grid.timeOf(cell);
                QVERIFY(time.begin <= time.end);
                if (time.begin == time.end) break; // beyond the limit of times
                QCOMPARE(grid.cellAt(time.begin), cell);
                QCOMPARE(grid.cellAt(time.end - 1), cell);
                if (cell > 0) QCOMPARE(grid.timeOf(cell - 1).end, time.begin);
            }
        }
    }

    void samplesAreInTheCellOfTheirTime() {
        const auto map =
            wholeMap(momentsProfile({{0, 3}, {second / 2, 5}, {second / 2 + 1, 7}, {6 * second, 11}}));
        QCOMPARE(cellsText(map), std::string("0.0 3\n0.25 12\n6.0 11\n"));
        QCOMPARE(map.total, 26);
        QCOMPARE(map.largest, 12);
        QVERIFY(map.hasTimes);
    }

    void whatLastsIsSpreadOverItsCells() {
        // From 0.99 s, for 50 ms: half a cell, and two cells of the next second.
        const auto map =
            wholeMap(momentsProfile({{990'000'000, 50'000'000}, {5 * second, 1}}, ValueKind::Duration, true));
        QCOMPARE(cellsText(map), std::string("0.49 10000000\n1.0 20000000\n1.1 20000000\n5.0 1\n"));
        QCOMPARE(map.total, 50'000'001);
    }

    void aTickOfAClockIsInTheCellsOfTheTimeThatItEnds() {
        // Cells of 2 ms, and a clock of 10 ms that ticks on one CPU, without a pause.
        constexpr std::int64_t period = second / 100;
        std::vector<MomentSample> ticks;
        for (std::int64_t number = 1; number <= 100; ++number)
            ticks.push_back({number * period - 1, period});
        auto made = *momentsProfile(ticks, ValueKind::Flow);
        made.origin.period = period;
        made.origin.periodUnit = "nanoseconds";
        const auto clock = std::make_shared<const Profile>(made);
        const auto grid = HeatMapGrid::over({0, second});
        QCOMPARE(grid.cellLength(), second / 500);
        const auto map = mapOf(clock, grid);
        QVERIFY(std::ranges::all_of(map->weight, [&](auto weight) { return weight == grid.cellLength(); }));
        QCOMPARE(map->total, second);
        // A range within one tick; neither its begin nor its end is in the range.
        const auto near = mapOf(clock, HeatMapGrid::over({period + 1000, period + 2000}));
        QCOMPARE(sumOfCells(*near), 1000);
        // A tick without time is a moment.
        made.samples[0].weight[50] = -7;
        const auto other = mapOf(std::make_shared<const Profile>(made), grid);
        QCOMPARE(sumOfCells(*other), second - period - 7);
        QCOMPARE(other->weight[grid.cellAt(51 * period - 1)], -7);
        // Without a stated period, samples are moments.
        made.origin.period = 0;
        const auto moments = mapOf(std::make_shared<const Profile>(made), grid);
        QCOMPARE(moments->weight[grid.cellAt(period - 1)], period);
        QCOMPARE(moments->weight[0], 0);
    }
    void manyLongSamplesAddUpExactly() {
        std::vector<MomentSample> samples;
        std::int64_t sum = 0;
        for (std::int64_t number = 0; number < 20'000; ++number) {
            samples.push_back({number * 1'234'567, 3600 * second + number});
            sum += samples.back().weight;
        }
        const auto map = wholeMap(momentsProfile(samples, ValueKind::Duration, true));
        QCOMPARE(sumOfCells(map), sum);
        QCOMPARE(map.total, sum);
        // In the middle, all of them last through each cell.
        QCOMPARE(map.weight[map.grid.cellAt(1800 * second)], 20'000 * map.grid.cellLength());
    }

    void everySampleAddedOneByOneGivesTheSame() {
        for (unsigned seed = 0; seed < 4; ++seed) {
            const auto samples = seed % 2 ? RandomSamples::Lasting : RandomSamples::Moments;
            const auto profile = std::make_shared<Profile>(randomProfile(seed, 400, samples));
            const auto& table = profile->samples[0];
            for (const auto range : {timeRangeOf(*profile), TimeRange{131, 877}}) {
                const auto found = mapOf(profile, HeatMapGrid::over(range));
                QVERIFY(found);
                std::vector<std::int64_t> expected(found->grid.cells());
                for (HeatMapCell cell = 0; cell < expected.size(); ++cell) {
                    const auto whole = found->grid.timeOf(cell);
                    const TimeRange part{std::max(whole.begin, range.begin), std::min(whole.end, range.end)};
                    for (std::size_t row = 0; row < table.size(); ++row)
                        expected[cell] += weightIn(table, row, part).value_or(0);
                }
                QCOMPARE(found->weight, expected);
            }
        }
    }

    void theSumIsWhatAFilterKeeps() {
        for (const auto samples : {RandomSamples::Moments, RandomSamples::Lasting}) {
            const auto profile = std::make_shared<const Profile>(randomProfile(8, 900, samples));
            for (const auto range : {timeRangeOf(*profile), TimeRange{100, 603}}) {
                for (auto filter : heatMapFilters()) {
                    for (const std::size_t value : {0, 1}) {
                        const auto map = mapOf(profile, HeatMapGrid::over(range), filter, nullptr, value);
                        QVERIFY(map);
                        filter.time = range;
                        SampleSelector selector(profile);
                        Task task;
                        const auto weights = selector.stackWeights(ValueTypeIndex(value), filter, task);
                        QVERIFY(weights && weights->total != 0);
                        QCOMPARE(sumOfCells(*map), weights->total);
                        QCOMPARE(map->total, weights->total);
                    }
                }
            }
        }
    }

    void stacksOfGroupsCanBeMarked() {
        const auto profile = std::make_shared<const Profile>(randomProfile(3, 600));
        for (const Filter& filter : {Filter(), Filter{.transforms = {{TransformKind::Hide, {"f2"}}}}}) {
            const auto stacks = std::make_shared<FilteredStacks>(profile);
            SampleSelector selector(profile, nullptr, stacks);
            const auto shape = callTreeShape(stacks->functions(), *stacks->transformed(filter));
            for (const std::string name : {"f1", "f2", "[no stack]"}) {
                std::vector<bool> groups(shape->groups->size());
                for (std::size_t group = 0; group < groups.size(); ++group)
                    groups[group] = shape->groups->groups[group].name == name;
                const auto mask = stacksWith(groups, *shape);
                const auto map = mapOf(profile, HeatMapGrid::over(timeRangeOf(*profile)), filter, &mask);
                QVERIFY(map);
                const auto& table = profile->samples[0];
                std::int64_t expected = 0;
                for (std::size_t row = 0; row < table.size(); ++row) {
                    if (table.timeAt(row) == noTime) continue;
                    auto node =
                        table.stack[row] ? shape->nodeOfStack[table.stack[row].row()] : CallNodeIndex();
                    bool isIn = !node && name == "[no stack]";
                    for (; node; node = shape->parent[node.row()])
                        isIn |= groups[shape->group[node.row()].row()];
                    expected += isIn ? table.weight[row] : 0;
                }
                QCOMPARE(map->total, expected);
                QCOMPARE(expected == 0, name == "f2" && !filter.transforms.empty());
            }
        }
    }

    void aGaugesCellsAreLevels() {
        const auto profile = momentsProfile(
            {{0, 100}, {second / 50, -30}, {second / 50 + 1, 5}, {5 * second, 1}}, ValueKind::Gauge);
        const auto map = wholeMap(profile);
        QCOMPARE(map.density, Density::Level);
        QCOMPARE(map.weight[0], 100);
        QCOMPARE(map.weight[1], 75);
        QCOMPARE(map.weight[5 * rows - 1], 75);
        QCOMPARE(map.weight.back(), 76);
        QCOMPARE(map.total, 76);
        // Earlier changes count, too.
        QCOMPARE(mapOf(profile, HeatMapGrid::over({second, 2 * second}))->weight[0], 75);
    }

    void oneExtremeCellDoesNotSetTheScale() {
        std::vector<MomentSample> samples{{0, 1'000'000}};
        for (std::int64_t number = 1; number < 500; ++number)
            samples.push_back({number * second / 50, number % 10 + 1});
        const auto map = wholeMap(momentsProfile(samples));
        QCOMPARE(map.largest, 1'000'000);
        QCOMPARE(map.scale, 10);
        QCOMPARE(wholeMap(momentsProfile({{0, 1}, {second, -9}, {2 * second, 4}})).largest, 9);
    }

    void samplesWithoutTimesAreInNoCell() {
        const auto profile = std::make_shared<const Profile>(profileFromText("main;draw 3\n"));
        const auto map = wholeMap(profile);
        QVERIFY(!map.hasTimes);
        QVERIFY(map.weight.empty());
        QCOMPARE(wholeMap(momentsProfile({{noTime, 5}, {7, 2}})).total, 2);
    }

    void wrongPatternsAndCancellingAreFailures() {
        const auto profile = momentsProfile({{0, 1}, {second, 1}});
        const auto grid = HeatMapGrid::over(timeRangeOf(*profile));
        const auto failed = mapOf(profile, grid, {.focus = "("});
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, ErrorCode::Usage);
        SampleSelector selector(profile);
        Task task;
        task.cancel();
        QVERIFY(!heatMap(selector, *profile, ValueTypeIndex(0), {}, grid, task));
    }
};

QTEST_GUILESS_MAIN(HeatMapTest)
#include "heat_map_test.moc"
