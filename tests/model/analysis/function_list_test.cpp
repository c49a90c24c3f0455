#include "model/analysis/call_tree/function_list.h"
#include "tests/model/analysis/random_profile.h"
#include "tests/profile_text.h"

#include <QTest>

#include <map>
#include <random>
#include <set>

using namespace candela;

namespace {

StackWeights allWeights(std::shared_ptr<const Profile> profile, ValueTypeIndex value = ValueTypeIndex(0)) {
    Task task;
    return *SampleSelector(profile).stackWeights(value, {}, task);
}

/// "name self total" lines, by name.
std::string functionsOf(std::string_view text) {
    const auto profile = std::make_shared<Profile>(profileFromText(text));
    const auto groups = groupFrames(profile, Grouping::Function);
    std::multiset<std::string> lines;
    for (const auto& row : groupWeights(*groups, allWeights(profile)))
        lines.insert((*groups)[row.group].name + " " + std::to_string(row.self) + " " +
                     std::to_string(row.total) + "\n");
    std::string result;
    for (const auto& line : lines)
        result += line;
    return result;
}

std::vector<FrameIndex> framesOf(ProfileBuilder& builder, int functions) {
    std::vector<FrameIndex> frames;
    for (int number = 0; number < functions; ++number) {
        const auto function = builder.function(
            {.name = builder.string("f" + std::to_string(number)), .rawName = {}, .file = {}, .mapping = {}});
        frames.push_back(builder.frame({.function = function, .mapping = {}}));
    }
    return frames;
}

/// Compares with a walk over every single sample.
void compareSums(const std::shared_ptr<const Profile>& profile, Grouping grouping) {
    const auto groups = groupFrames(profile, grouping);
    const auto& table = profile->samples[0];
    using Sums = std::map<FrameGroupIndex, std::pair<std::int64_t, std::int64_t>>;
    Sums expected;
    for (std::size_t row = 0; row < table.size(); ++row) {
        std::set<FrameGroupIndex> seen;
        if (table.stack[row].isNone()) {
            expected[groups->stackless].first += table.weight[row];
            expected[groups->stackless].second += table.weight[row];
        }
        for (auto stack = table.stack[row]; stack; stack = profile->stacks.parent[stack.row()]) {
            const auto group = groups->groupOfFrame[profile->stacks.frame[stack.row()].row()];
            if (seen.empty()) expected[group].first += table.weight[row];
            if (seen.insert(group).second) expected[group].second += table.weight[row];
        }
    }
    std::erase_if(expected, [](const auto& entry) { return entry.second == std::pair(0l, 0l); });
    QVERIFY(!expected.empty());
    Sums found, foundInTree;
    for (const auto& row : groupWeights(*groups, allWeights(profile)))
        found[row.group] = {row.self, row.total};
    for (const auto& row : groupWeights(*callTreeShape(groups), allWeights(profile)))
        foundInTree[row.group] = {row.self, row.total};
    QVERIFY(found == expected);
    QVERIFY(foundInTree == expected);
}

} // namespace

class FunctionListTest : public QObject {
    Q_OBJECT
private slots:
    void selfIsTheLeafAndTotalIsWithCallees() {
        QCOMPARE(functionsOf("main;draw;blit 12\nmain;draw 3\nmain;load 5\n"),
                 std::string("blit 12 12\ndraw 3 15\nload 5 5\nmain 0 20\n"));
    }
    void recursionCountsOnce() {
        QCOMPARE(functionsOf("main;walk;walk;visit;walk 4\nmain;walk 1\nwalk;main 2\n"),
                 std::string("main 2 7\nvisit 0 4\nwalk 5 7\n"));
    }
    void functionsWithoutWeightAreNotListed() {
        QCOMPARE(functionsOf("main;idle 0\nmain;a 5\nmain;b -5\n 3\n"),
                 std::string("[no stack] 3 3\na 5 5\nb -5 -5\n"));
    }
    void samplesWithoutAStackHaveARow() {
        QCOMPARE(functionsOf("main 5\n 3\n 4\n"), std::string("[no stack] 7 7\nmain 5 5\n"));
        QCOMPARE(functionsOf("main 5\n"), std::string("main 5 5\n"));
    }
    void anEmptyProfileHasNoFunctions() { QCOMPARE(functionsOf(""), std::string()); }
    void everySampleWalkedOneByOneGivesTheSame() {
        for (unsigned seed = 0; seed < 8; ++seed) {
            const auto profile = std::make_shared<Profile>(randomProfile(seed));
            for (const auto grouping :
                 {Grouping::Function, Grouping::Module, Grouping::File, Grouping::Line, Grouping::Address})
                compareSums(profile, grouping);
        }
    }
    void theOrderOfStacksMakesNoDifference() {
        for (const auto order : {RowOrder::ByStack, RowOrder::ByLevel}) {
            const auto profile = std::make_shared<Profile>(deepProfile(1, order));
            for (const auto grouping : {Grouping::Function, Grouping::Address})
                compareSums(profile, grouping);
        }
    }
    void severalThreadsGiveTheSame() {
        // More stacks than a single thread processes, most of them with a sample.
        ProfileBuilder builder;
        const auto value = builder.valueType("samples", "count");
        const auto frames = framesOf(builder, 40);
        std::mt19937 random(5);
        for (int sample = 0; sample < 150'000; ++sample) {
            StackIndex stack;
            for (int depth = 0; depth < 6; ++depth)
                stack = builder.stack(stack, frames[random() % frames.size()]);
            builder.addSample(value, {.stack = stack, .weight = sample % 7, .thread = {}, .labels = {}});
        }
        const auto profile = std::make_shared<Profile>(builder.build());
        QVERIFY(profile->stacks.size() > 500'000);
        compareSums(profile, Grouping::Function);
    }
};

QTEST_GUILESS_MAIN(FunctionListTest)
#include "function_list_test.moc"
