/// Comparisons for one filter after the other are those of each filter alone; a range of time leaves together
/// what belongs together.
#include "model/comparison/repeated_comparison.h"
#include "model/comparison/significance.h"
#include "tests/model/analysis/random_profile.h"
#include "tests/model/comparison/compared_text.h"

#include <QTest>

using namespace candela;

namespace {

/// Whether the weights of the nodes are known, as they are in a window.
enum class Nodes { Known, Unknown };

ComparedState stateOf(const std::shared_ptr<const Profile>& profile,
                      const std::shared_ptr<const CallTreeShape>& shape, const Filter& filter, Nodes nodes) {
    Task task;
    const auto value = profile->shownValue();
    const auto weights =
        std::make_shared<const StackWeights>(*SampleSelector(profile).stackWeights(value, filter, task));
    ComparedState state{.shape = shape,
                        .rooted = {},
                        .weights = weights,
                        .nodes = {},
                        .functions =
                            std::make_shared<const std::vector<GroupWeight>>(groupWeights(*shape, *weights)),
                        .value = value,
                        .filter = filter,
                        .runs = {}};
    if (nodes == Nodes::Known)
        state.nodes = std::make_shared<const CallNodeWeights>(callNodeWeights(*shape, *weights));
    return state;
}

class TwoProfiles {
public:
    TwoProfiles(std::shared_ptr<const Profile> base, std::shared_ptr<const Profile> newSide)
        : m_profiles{std::move(base), std::move(newSide)} {
        setGrouping(Grouping::Function);
    }
    void setGrouping(Grouping grouping) {
        for (std::size_t side = 0; side < 2; ++side)
            m_shapes[side] = callTreeShape(groupFrames(m_profiles[side], grouping));
    }
    Result<Comparison> compared(RepeatedComparison& comparison, const Filter& filter,
                                const HandLinks& links = {}, Nodes nodes = Nodes::Known) const {
        Task task;
        return comparison.compare(stateOf(m_profiles[0], m_shapes[0], filter, nodes),
                                  stateOf(m_profiles[1], m_shapes[1], filter, nodes), Normalize::None, links,
                                  task);
    }
    Result<Comparison> compared(const Filter& filter, const HandLinks& links = {}) const {
        RepeatedComparison comparison;
        return compared(comparison, filter, links, Nodes::Unknown);
    }

private:
    std::array<std::shared_ptr<const Profile>, 2> m_profiles;
    std::array<std::shared_ptr<const CallTreeShape>, 2> m_shapes;
};

std::string textOf(const Comparison& comparison) {
    std::string text;
    for (const auto& row : comparison.rows) {
        const auto& evidence = row.evidence();
        text += fmt::format("{}>{} {} {} {} {} {} {} {} {}\n", nameOn(comparison.base, row.base),
                            nameOn(comparison.newSide, row.newGroup), row.baseSelf, row.newSelf,
                            row.baseTotal, row.newTotal, matchStep(row.match), row.confidence,
                            verdictName(row.verdict), evidence.noChangeBeyond);
    }
    for (const auto* side : {&comparison.matching->base, &comparison.matching->newSide})
        for (const auto& entry : side->groups)
            text += fmt::format("{} in {}: {}\n", entry.group.row(), entry.with.row(), entry.self);
    return text;
}

/// Samples of these stacks, "main;draw;blit", one after the other, a millisecond apart.
std::shared_ptr<const Profile> timed(const std::vector<std::pair<std::string, int>>& stacks) {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    std::int64_t time = 0;
    for (const auto& [text, samples] : stacks) {
        StackIndex stack;
        for (std::string_view rest = text; !rest.empty();) {
            const auto name = rest.substr(0, rest.find(';'));
            rest.remove_prefix(std::min(rest.size(), name.size() + 1));
            const auto function = builder.function(
                {.name = builder.string(name), .rawName = {}, .file = {}, .startLine = 0, .mapping = {}});
            stack = builder.stack(stack, builder.frame({.function = function, .mapping = {}}));
        }
        for (int sample = 0; sample < samples; ++sample, time += 1'000'000)
            builder.addSample(
                value,
                {.stack = stack, .weight = 1'000'000, .time = time, .thread = {}, .cpu = 0, .labels = {}});
    }
    return std::make_shared<const Profile>(builder.build());
}

const ComparisonRow* rowOf(const Comparison& comparison, std::string_view base, std::string_view newName) {
    const auto found = std::ranges::find_if(comparison.rows, [&](const ComparisonRow& row) {
        return nameOn(comparison.base, row.base) == base &&
               nameOn(comparison.newSide, row.newGroup) == newName;
    });
    return found == comparison.rows.end() ? nullptr : &*found;
}

Filter from(std::int64_t begin, std::int64_t end) {
    return {.time = TimeRange{begin * 1'000'000, end * 1'000'000}};
}

/// "parse" is called "decode" on the new side. It runs at other times.
TwoProfiles renamed() {
    return {timed({{"main;load", 400}, {"main;parse", 10}, {"main;load", 60}, {"main;parse", 90}}),
            timed({{"main;load", 400}, {"main;decode", 100}, {"main;load", 60}})};
}

/// "blend" is inlined into "draw" on the new side.
TwoProfiles inlined() {
    return {timed({{"main;load", 400}, {"main;draw", 40}, {"main;draw;blend", 60}, {"main;load", 100}}),
            timed({{"main;load", 400}, {"main;draw", 100}, {"main;load", 100}})};
}

} // namespace

class RepeatedComparisonTest : public QObject {
    Q_OBJECT
private slots:
    void eachFilterIsComparedAsItWouldBeAlone_data() {
        QTest::addColumn<unsigned>("seed");
        QTest::addColumn<bool>("doLast");
        for (unsigned seed = 1; seed <= 6; ++seed)
            QTest::addRow("%u", seed) << seed << (seed % 2 == 0);
    }
    void eachFilterIsComparedAsItWouldBeAlone() {
        QFETCH(unsigned, seed);
        QFETCH(bool, doLast);
        const auto kind = doLast ? RandomSamples::Lasting : RandomSamples::Moments;
        const auto base = std::make_shared<const Profile>(randomProfile(seed, 600, kind));
        const auto newSide = std::make_shared<const Profile>(randomProfile(seed + 50, 700, kind));
        TwoProfiles profiles(base, newSide);
        const auto range = recordedRange(*base);
        const auto part = [&](int first, int last) {
            const auto length = range.end - range.begin;
            return TimeRange{range.begin + length * first / 10, range.begin + length * last / 10};
        };
        const std::vector<Filter> filters{
            {},
            {.time = part(0, 7)},
            {.time = part(3, 9)},
            {.time = part(3, 9), .thread = "worker1"},
            {.thread = "worker1"},
            {.time = part(5, 5)},
            {.time = part(1, 8), .focus = "f1"},
            {},
        };
        RepeatedComparison comparison;
        std::size_t compared = 0;
        for (const auto grouping : {Grouping::Function, Grouping::Module, Grouping::Function}) {
            profiles.setGrouping(grouping);
            for (const auto& filter : filters) {
                for (const auto& links : {HandLinks(), HandLinks{{HandLinkKind::Link, "f1", "f2"}}}) {
                    const auto again = profiles.compared(comparison, filter, links);
                    const auto alone = profiles.compared(filter, links);
                    QCOMPARE(again.has_value(), alone.has_value());
                    if (!again) continue;
                    ++compared;
                    QCOMPARE(textOf(*again), textOf(*alone));
                }
            }
        }
        QVERIFY(compared > 20);
    }
    void functionsBelongTogetherAtAnyTime() {
        const auto profiles = renamed();
        const auto whole = profiles.compared(Filter());
        QVERIFY(whole.has_value());
        QVERIFY(rowOf(*whole, "parse", "decode"));
        // The weights of this range alone are too different for one function.
        const auto kept = profiles.compared(from(400, 470));
        QVERIFY(kept.has_value());
        const auto* row = rowOf(*kept, "parse", "decode");
        QVERIFY(row);
        QCOMPARE(row->match, MatchEvidence::Renamed);
        QCOMPARE(row->baseTotal, std::int64_t(10'000'000));
        QCOMPARE(row->newTotal, std::int64_t(70'000'000));
    }
    void whatDoesNotRunInTheRangeHasNoRow() {
        const auto kept = renamed().compared(from(0, 300));
        QVERIFY(kept.has_value());
        QCOMPARE(kept->rows.size(), std::size_t(2)); // main and load
        const auto loads = inlined().compared(from(0, 300));
        QVERIFY(loads.has_value());
        QCOMPARE(loads->rows.size(), std::size_t(2));
        QVERIFY(loads->matching->base.groups.empty());
    }
    void whatRunsOnOneSideOnlyIsARowOfThatSide() {
        const auto kept = renamed().compared(from(520, 555));
        QVERIFY(kept.has_value());
        const auto *parse = rowOf(*kept, "parse", "-"), *load = rowOf(*kept, "-", "load");
        QVERIFY(parse && load);
        QCOMPARE(parse->match, MatchEvidence::OnlyBase);
        QCOMPARE(load->match, MatchEvidence::OnlyNew);
        QCOMPARE(parse->confidence, 0.0);
    }
    void inlinedWeightIsThatOfTheRange() {
        const auto profiles = inlined();
        const auto whole = profiles.compared(Filter()), kept = profiles.compared(from(430, 450));
        QVERIFY(whole && kept);
        QCOMPARE(whole->matching->base.groups.size(), std::size_t(1));
        QCOMPARE(whole->matching->base.groups[0].self, std::int64_t(60'000'000));
        QCOMPARE(kept->matching->base.groups.size(), std::size_t(1));
        QCOMPARE(kept->matching->base.groups[0].self, std::int64_t(10'000'000));
        const auto* row = rowOf(*kept, "draw", "draw");
        QVERIFY(row);
        QCOMPARE(row->baseSelf, std::int64_t(20'000'000)); // with that of "blend"
        QCOMPARE(row->newSelf, std::int64_t(20'000'000));
    }
};

QTEST_APPLESS_MAIN(RepeatedComparisonTest)
#include "repeated_comparison_test.moc"
