#include "model/analysis/flame_chart/flame_chart.h"
#include "model/analysis/samples/filtered_stacks.h"
#include "tests/model/analysis/random_profile.h"

#include <QTest>

#include <map>
#include <set>

using namespace candela;

namespace {

FlameChart chartOf(const std::shared_ptr<const Profile>& profile, const Filter& filter = {}) {
    const auto stacks = std::make_shared<FilteredStacks>(profile);
    SampleSelector selector(profile, nullptr, stacks);
    Task task;
    const auto shape = callTreeShape(stacks->functions(), *stacks->transformed(filter));
    auto chart = flameChart(selector, profile, shape, ValueTypeIndex(0), filter, task);
    return chart ? std::move(*chart) : FlameChart();
}

/// "main;draw": the functions from the root to the node.
std::string pathText(const CallTreeShape& shape, CallNodeIndex node) {
    std::string text;
    for (; node; node = shape.parent[node.row()]) {
        const auto name = (*shape.groups)[shape.group[node.row()]].name;
        text = text.empty() ? name : name + ";" + text;
    }
    return text;
}

/// One block per line: "main;draw 10 20".
std::string blocksText(const FlameChart& chart, const FlameChartTrack& track, std::int64_t pixel = 1) {
    FlameChartLayout layout;
    track.layOut(chart.range, pixel, 0, track.depths, layout);
    std::string text;
    for (const auto& row : layout.rows)
        for (const auto& block : row)
            text += pathText(*chart.shape, block.node) + " " + std::to_string(block.begin) + " " +
                    std::to_string(block.end) + "\n";
    return text;
}

struct TextSample {
    std::string stack; ///< "main;draw"
    std::int64_t time = 0;
    std::int64_t weight = 1;
    int thread = 0;
};

std::shared_ptr<const Profile> profileOf(const std::vector<TextSample>& samples, bool lasts = false) {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    if (lasts) builder.setLasts(value);
    const auto process =
        builder.addProcess({.pid = 1, .parent = {}, .name = builder.string("app"), .labels = {}});
    std::map<int, ThreadIndex> threads;
    for (const auto& sample : samples) {
        if (!threads.contains(sample.thread))
            threads[sample.thread] = builder.addThread(
                {.process = process, .tid = sample.thread, .name = builder.string("worker"), .labels = {}});
        StackIndex stack;
        std::string_view rest = sample.stack;
        while (!rest.empty()) {
            const auto name = rest.substr(0, rest.find(';'));
            rest.remove_prefix(std::min(rest.size(), name.size() + 1));
            const auto function =
                builder.function({.name = builder.string(name), .rawName = {}, .file = {}, .mapping = {}});
            stack = builder.stack(stack, builder.frame({.function = function, .mapping = {}}));
        }
        builder.addSample(value, {.stack = stack,
                                  .weight = sample.weight,
                                  .time = sample.time,
                                  .thread = threads[sample.thread],
                                  .labels = {}});
    }
    return std::make_shared<const Profile>(builder.build());
}

/// What a thread shows at each nanosecond, found sample by sample: the call node, or none.
std::map<std::int64_t, CallNodeIndex> shownAt(const FlameChart& chart, ThreadIndex thread) {
    const auto& table = chart.profile->samples[0];
    const auto period = samplePeriod(*chart.profile, table);
    std::map<std::int64_t, CallNodeIndex> shown;
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < table.size(); ++row)
        if (table.threadAt(row) == thread && table.timeAt(row) != noTime) rows.push_back(row);
    for (std::size_t at = 0; at < rows.size(); ++at) {
        const auto begin = table.timeAt(rows[at]);
        auto end = table.lasts ? table.endAt(rows[at]) : begin + period;
        if (!table.lasts && at + 1 < rows.size() && table.timeAt(rows[at + 1]) - begin <= 2 * period)
            end = table.timeAt(rows[at + 1]);
        const auto stack = table.stack[rows[at]];
        for (auto time = begin; time < end; ++time)
            shown[time] = stack ? chart.shape->nodeOfStack[stack.row()] : CallNodeIndex();
    }
    return shown;
}

CallNodeIndex ancestorAt(const CallTreeShape& shape, CallNodeIndex node, std::uint32_t depth) {
    while (shape.depth[node.row()] > depth)
        node = shape.parent[node.row()];
    return node;
}

/// The blocks, found nanosecond by nanosecond.
std::set<FlameChartBlock> naiveBlocks(const FlameChart& chart,
                                      const std::map<std::int64_t, CallNodeIndex>& shown,
                                      std::uint32_t depths) {
    std::set<FlameChartBlock> blocks;
    for (std::uint32_t depth = 0; depth < depths; ++depth) {
        std::optional<FlameChartBlock> open;
        for (const auto& [time, node] : shown) {
            const bool isDeep = node && chart.shape->depth[node.row()] >= depth;
            const auto here = isDeep ? ancestorAt(*chart.shape, node, depth) : CallNodeIndex();
            if (open && open->end == time && open->node == here) {
                ++open->end;
                continue;
            }
            if (open) blocks.insert(*open);
            open = isDeep ? std::optional(FlameChartBlock{depth, here, time, time + 1}) : std::nullopt;
        }
        if (open) blocks.insert(*open);
    }
    return blocks;
}

std::set<FlameChartBlock> blocksOf(const FlameChartLayout& layout) {
    std::set<FlameChartBlock> blocks;
    for (const auto& row : layout.rows)
        blocks.insert(row.begin(), row.end());
    return blocks;
}

std::vector<std::shared_ptr<const Profile>> randomProfiles() {
    std::vector<std::shared_ptr<const Profile>> profiles;
    for (unsigned seed = 0; seed < 12; ++seed)
        for (const auto kind : {RandomSamples::Moments, RandomSamples::Lasting})
            profiles.push_back(
                std::make_shared<const Profile>(randomProfile(seed, 60 + 40 * int(seed), kind)));
    return profiles;
}

} // namespace

class FlameChartTest : public QObject {
    Q_OBJECT
private slots:
    void neighboursWithTheSameFunctionsAreOneBlock() {
        const auto chart = chartOf(profileOf({{"main;a;x", 10}, {"main;a;y", 20}, {"main;b", 30}}));
        QCOMPARE(blocksText(chart, chart.tracks[0]),
                 "main 10 40\nmain;a 10 30\nmain;b 30 40\nmain;a;x 10 20\nmain;a;y 20 30\n");
        QCOMPARE(chart.range, (TimeRange{10, 40}));
    }

    void samplesBeforeAGapLastTheMedianDistance() {
        const auto chart = chartOf(
            profileOf({{"main", 0}, {"main", 10}, {"main", 20}, {"main", 30}, {"main", 50}, {"main", 71}}));
        QCOMPARE(blocksText(chart, chart.tracks[0]), "main 0 60\nmain 71 81\n");
        QCOMPARE(chart.tracks[0].coveredIn({30, 75}), 34);
    }

    void ofSamplesAtOneTimeTheLastIsShown() {
        const auto chart = chartOf(profileOf({{"main", 0}, {"a", 10}, {"b", 10}, {"main", 20}}));
        QCOMPARE(blocksText(chart, chart.tracks[0]), "main 0 10\nb 10 20\nmain 20 30\n");
    }

    void droppedSamplesAndSamplesWithoutFramesAreGaps() {
        const auto profile = profileOf({{"main", 0}, {"main;a", 10}, {"", 20}, {"main", 30}});
        const auto all = chartOf(profile);
        QCOMPARE(blocksText(all, all.tracks[0]), "main 0 20\nmain 30 40\nmain;a 10 20\n");
        const auto ignored = chartOf(profile, {.ignore = "a$"});
        // "main" has an "a", but not at its end.
        QCOMPARE(blocksText(ignored, ignored.tracks[0]), "main 0 10\nmain 30 40\n");
    }

    void transformsChangeTheStacks() {
        const auto profile = profileOf({{"main;a;x", 0}, {"main;b;x", 10}});
        const auto chart = chartOf(profile, {.hide = "^[ab]$"});
        QCOMPARE(blocksText(chart, chart.tracks[0]), "main 0 20\nmain;x 0 20\n");
    }

    void theFiltersTimeIsNotApplied() {
        const auto profile = profileOf({{"main", 0}, {"main", 10}});
        const auto chart = chartOf(profile, {.time = TimeRange{5, 12}});
        QCOMPARE(blocksText(chart, chart.tracks[0]), "main 0 20\n");
    }

    void durationsAreShownAndTheLastBegunIsOnTop() {
        const auto chart = chartOf(profileOf({{"wait", 0, 100}, {"read", 20, 30}, {"lock", 40, 5}}, true));
        QCOMPARE(blocksText(chart, chart.tracks[0]),
                 "wait 0 20\nread 20 40\nlock 40 45\nread 45 50\nwait 50 100\n");
    }

    void tracksAreSortedByWeight() {
        const auto chart = chartOf(
            profileOf({{"a", 0, 1, 1}, {"a", 5, 1, 1}, {"b", 0, 10, 2}, {"c", 0, -20, 3}, {"d", 0, 2, 4}}));
        std::vector<std::int64_t> weights;
        for (const auto& track : chart.tracks)
            weights.push_back(track.weight);
        QCOMPARE(weights, (std::vector<std::int64_t>{-20, 10, 2, 2}));
    }

    void profilesWithoutTimesHaveNoTracks() {
        const auto chart = chartOf(profileOf({{"main", noTime}, {"main", noTime}}));
        QVERIFY(!chart.hasTimes);
        QVERIFY(chart.tracks.empty());
    }

    void extremeTimesDoNoHarm() {
        const auto first = std::numeric_limits<std::int64_t>::min() + 1;
        const auto last = std::numeric_limits<std::int64_t>::max();
        for (const bool lasts : {false, true}) {
            const auto chart = chartOf(profileOf({{"main", first, 5}, {"main", last - 2, last}}, lasts));
            const auto& track = chart.tracks[0];
            for (const std::int64_t pixel : {std::int64_t(1), std::int64_t(1000), last / 2, last}) {
                FlameChartLayout layout;
                track.layOut({first, last}, pixel, 0, 1, layout);
                QVERIFY(!layout.rows[0].empty());
                QCOMPARE(layout.rows[0].front().begin, first);
                QCOMPARE(layout.rows[0].back().end, last);
            }
        }
    }

    void blocksAreThoseOfANaiveSearch() {
        for (const auto& profile : randomProfiles()) {
            const auto chart = chartOf(profile);
            QVERIFY(!chart.tracks.empty());
            for (const auto& track : chart.tracks) {
                const auto expected = naiveBlocks(chart, shownAt(chart, track.thread), track.depths);
                QVERIFY(!expected.empty());
                FlameChartLayout layout;
                track.layOut(chart.range, 1, 0, track.depths, layout);
                QVERIFY(blocksOf(layout) == expected);
                for (const auto& block : expected) {
                    const auto middle = (block.begin + block.end) / 2;
                    QVERIFY(track.blockAt(*chart.shape, middle, block.depth) == block);
                    QVERIFY(track.blockAfter(*chart.shape, block.begin - 1, block.depth) == block);
                    QVERIFY(track.blockBefore(*chart.shape, block.end, block.depth) == block);
                    QVERIFY(!track.blockAt(*chart.shape, block.end, track.depths));
                }
                const auto last = std::ranges::max(expected, {}, &FlameChartBlock::end).end;
                QVERIFY(!track.blockAfter(*chart.shape, last, 0));
                QVERIFY(!track.blockBefore(*chart.shape, track.range().begin, 0));
            }
        }
    }

    void lowZoomsKeepLongBlocksAndSums() {
        for (const auto& profile : randomProfiles()) {
            const auto chart = chartOf(profile);
            for (const auto& track : chart.tracks)
                for (const std::int64_t pixel : {2, 3, 7, 20, 100, 3000})
                    checkLowZoom(chart, track, pixel);
        }
    }

    void partsOfAPictureAreThoseOfTheWhole() {
        for (const auto& profile : randomProfiles()) {
            const auto chart = chartOf(profile);
            for (const auto& track : chart.tracks) {
                std::vector<FlameChartPiece> whole, part;
                track.pieces(chart.range, 9, whole);
                const TimeRange range{chart.range.begin + 211, chart.range.begin + 480};
                track.pieces(range, 9, part);
                const auto isOutside = [&](const FlameChartPiece& piece) {
                    return piece.end <= range.begin || piece.begin >= range.end;
                };
                std::erase_if(whole, isOutside);
                std::erase_if(part, isOutside);
                QVERIFY(whole == part);
            }
        }
    }

    void movedLayoutsAreThoseOfTheirRange() {
        std::mt19937 random(3);
        for (const auto& profile : randomProfiles()) {
            const auto chart = chartOf(profile);
            const auto length = chart.range.end - chart.range.begin;
            for (const auto& track : chart.tracks) {
                for (const std::int64_t pixel : {1, 7, 40}) {
                    const auto lowest = random() % 2, end = lowest + 1 + random() % 4;
                    TimeRange range{chart.range.begin, chart.range.begin + length / 3};
                    FlameChartLayout moved;
                    track.layOut(range, pixel, lowest, end, moved);
                    for (int step = 0; step < 40; ++step) {
                        const bool isBack = step % 10 == 9;
                        const auto by = std::int64_t(random() % 30) * (isBack ? -1 : 1);
                        range = {range.begin + by, range.end + by};
                        track.moveLayout(range, pixel, lowest, end, moved);
                        FlameChartLayout fresh;
                        track.layOut(range, pixel, lowest, end, fresh);
                        QVERIFY(moved.rows == fresh.rows);
                    }
                }
            }
        }
    }

    void rowsOutsideTheDepthsAreLeftOut() {
        const auto chart = chartOf(profileOf({{"main;a;x", 10}, {"main;a;y", 20}, {"main;b", 30}}));
        FlameChartLayout layout;
        chart.tracks[0].layOut(chart.range, 1, 1, 2, layout);
        QCOMPARE(layout.rows.size(), std::size_t(2));
        QVERIFY(layout.rows[0].empty());
        QCOMPARE(layout.rows[1].size(), std::size_t(2));
    }

    void lowNumbersAreFoundInBothDirections() {
        std::mt19937 random(7);
        for (const std::size_t size : {1, 15, 16, 17, 256, 257, 5000}) {
            std::vector<std::uint16_t> numbers;
            for (std::size_t at = 0; at < size; ++at)
                numbers.push_back(static_cast<std::uint16_t>(random() % 1000));
            const LowestValues lowest(numbers);
            for (const std::uint32_t limit : {0u, 3u, 40u, 999u})
                for (std::size_t from = 0; from < size; from += 1 + size / 200) {
                    auto next = from;
                    while (next < size && numbers[next] > limit)
                        ++next;
                    QCOMPARE(lowest.firstAtMost(from, limit), next);
                    std::optional<std::size_t> last = from;
                    while (last && numbers[*last] > limit)
                        last = *last == 0 ? std::nullopt : std::optional(*last - 1);
                    QVERIFY(lowest.lastAtMost(from, limit) == last);
                }
            QCOMPARE(lowest.firstAtMost(size, 999), size);
        }
    }

    void cancelledChartsFail() {
        const auto profile = profileOf({{"main", 0}});
        SampleSelector selector(profile);
        Task task;
        task.cancel();
        const auto shape = callTreeShape(groupFrames(profile, Grouping::Function));
        QVERIFY(!flameChart(selector, profile, shape, ValueTypeIndex(0), {}, task));
    }

private:
    static void checkLowZoom(const FlameChart& chart, const FlameChartTrack& track, std::int64_t pixel) {
        std::vector<FlameChartPiece> pieces;
        track.pieces(chart.range, pixel, pieces);
        std::int64_t covered = 0, end = chart.range.begin;
        for (const auto& piece : pieces) {
            QVERIFY(piece.begin >= end && piece.end > piece.begin);
            const auto within = track.coveredIn({piece.begin, piece.end});
            QVERIFY(within > 0 && within <= piece.end - piece.begin);
            covered += within;
            end = piece.end;
        }
        const auto shown = shownAt(chart, track.thread);
        const auto exactTime = std::ranges::count_if(shown, [](const auto& at) { return bool(at.second); });
        QCOMPARE(covered, std::int64_t(exactTime));
        QVERIFY(std::int64_t(pieces.size()) <= 2 * ((chart.range.end - chart.range.begin) / pixel + 2));

        FlameChartLayout layout;
        track.layOut(chart.range, pixel, 0, track.depths, layout);
        const auto exact = naiveBlocks(chart, shown, track.depths);
        for (const auto& block : exact) {
            if (block.end - block.begin < 2 * pixel) continue;
            const auto covers = [&](const FlameChartBlock& drawn) {
                return drawn.node == block.node && drawn.begin <= block.begin + pixel &&
                       drawn.end >= block.end - pixel;
            };
            QVERIFY(std::ranges::any_of(layout.rows[block.depth], covers));
        }
        for (const auto& row : layout.rows) {
            for (std::size_t at = 0; at < row.size(); ++at) {
                const auto& drawn = row[at];
                QVERIFY(drawn.begin < drawn.end && (at == 0 || row[at - 1].end <= drawn.begin));
                QVERIFY(std::ranges::any_of(exact, [&](const FlameChartBlock& block) {
                    return block.node == drawn.node && block.begin < drawn.end && block.end > drawn.begin;
                }));
            }
        }
    }
};

QTEST_APPLESS_MAIN(FlameChartTest)
#include "flame_chart_test.moc"
