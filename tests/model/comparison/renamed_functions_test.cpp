/// Renamed functions of callers with many callees, of several files, and of files with little to go by.
#include "model/profile/profile_builder.h"
#include "tests/model/comparison/compared_text.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace candela;

namespace {

struct Callee {
    std::string name, file;
    std::uint32_t startLine = 0;
    std::int64_t weight = 0;
};

/// dispatch() calls every function.
std::shared_ptr<const Profile> dispatcher(const std::vector<Callee>& callees) {
    ProfileBuilder builder;
    const auto value = builder.valueType("samples", "count");
    const auto frameOf = [&](const Callee& callee) {
        const auto function = builder.function({.name = builder.string(callee.name),
                                                .rawName = {},
                                                .file = builder.string(callee.file),
                                                .startLine = callee.startLine,
                                                .mapping = {}});
        return builder.frame({.function = function, .mapping = {}});
    };
    const auto dispatch = builder.stack({}, frameOf({"dispatch", "", 0, 0}));
    for (const auto& callee : callees)
        builder.addSample(value, {.stack = builder.stack(dispatch, frameOf(callee)),
                                  .weight = callee.weight,
                                  .thread = {},
                                  .labels = {}});
    return std::make_shared<const Profile>(builder.build());
}

/// "base > new" of the rows that were matched as renamed.
std::set<std::string> renamed(const Comparison& comparison) {
    std::set<std::string> pairs;
    for (const auto& row : comparison.rows)
        if (row.match == MatchEvidence::Renamed)
            pairs.insert(fmt::format("{} > {}", nameOn(comparison.base, row.base),
                                     nameOn(comparison.newSide, row.newGroup)));
    return pairs;
}

constexpr int manyCallees = 200;

/// Weights that decide nothing: each is little less than the one before.
std::int64_t weightOf(int number) {
    return 100'000 - 100 * number;
}

/// A name of letters from `first` on, of which there are 13: names of 'a' and of 'n' have none in common.
std::string nameOf(int number, char first) {
    std::string name;
    for (int rest = number * 7919 + 300'000; rest > 0; rest /= 13)
        name += static_cast<char>(first + rest % 13);
    return name;
}

} // namespace

class RenamedFunctionsTest : public QObject {
    Q_OBJECT
private slots:
    void allOfManyCalleesAreFoundByTheirWords() {
        std::vector<Callee> before, after;
        std::set<std::string> expected;
        for (int number = 0; number < manyCallees; ++number) {
            const auto word = nameOf(number, 'a');
            before.push_back({"cmd_" + word, "", 0, weightOf(number)});
            after.push_back({word + "Now", "", 0, weightOf(number)});
            expected.insert(fmt::format("cmd_{0} > {0}Now", word));
        }
        QCOMPARE(renamed(*compareWhole(dispatcher(before), dispatcher(after))), expected);
    }
    void calleesThatDifferInOneWordAreFoundByIt() {
        for (const int callees : {20, manyCallees}) {
            std::vector<Callee> before, after;
            std::set<std::string> expected;
            for (int number = 0; number < callees; ++number) {
                const auto word = nameOf(number, 'a');
                const auto own = fmt::format("WindowPrivate::handle_{}_event_for_the_widget", word);
                const auto other = fmt::format("WindowPrivate::process_{}_event_for_the_widget", word);
                before.push_back({own, "", 0, 100});
                after.push_back({other, "", 0, 100});
                expected.insert(own + " > " + other);
            }
            std::ranges::reverse(after); // the order does not help
            QCOMPARE(renamed(*compareWhole(dispatcher(before), dispatcher(after))), expected);
        }
    }
    void oneOfManyOtherCalleesIsFoundByItsFirstLine() {
        constexpr int renamedOne = 150;
        std::vector<Callee> before, after;
        for (int number = 0; number < manyCallees; ++number) {
            const auto own = nameOf(number, 'a'), other = nameOf(number, 'n');
            before.push_back({own, own + ".c", 10, weightOf(number)});
            after.push_back({other, other + ".c", 10, weightOf(number)});
        }
        before[renamedOne] = {"resize", "image.c", 40, weightOf(renamedOne)};
        after[renamedOne] = {"stretch", "image.c", 40, weightOf(renamedOne)};
        QCOMPARE(renamed(*compareWhole(dispatcher(before), dispatcher(after))),
                 std::set<std::string>{"resize > stretch"});
    }
    void calleesThatWeighTheSameAreFoundByTheirLetters() {
        constexpr int heavyOnes = 50;
        std::vector<Callee> before, after;
        for (int number = 0; number < heavyOnes + manyCallees; ++number) {
            const auto weight = number < heavyOnes ? weightOf(number) : 1;
            before.push_back({nameOf(number, 'a'), "", 0, weight});
            after.push_back({nameOf(number, 'n'), "", 0, weight});
        }
        before[heavyOnes + 30].name = "lookup";
        after[heavyOnes + 150].name = "look_up";
        after[heavyOnes].name = "lookback";
        const std::set<std::string> expected{"lookup > look_up"};
        QCOMPARE(renamed(*compareWhole(dispatcher(before), dispatcher(after))), expected);
    }
    void calleesThatWeighTheSameAreComparedInTheirOrder() {
        std::vector<Callee> before, after;
        std::set<std::string> expected;
        for (int number = 0; number < manyCallees; ++number) {
            const auto name = nameOf(number, 'a');
            before.push_back({name, "", 0, 1});
            after.push_back({"n" + name, "", 0, 1});
            expected.insert(fmt::format("{0} > n{0}", name));
        }
        QCOMPARE(renamed(*compareWhole(dispatcher(before), dispatcher(after))), expected);
        // Neither is the share of one of them the same on two sides that weigh little more or less.
        for (const int more : {-3, 3}) {
            before.push_back({"steady", "", 0, 100});
            after.push_back({"steady", "", 0, 100 + more});
            QCOMPARE(renamed(*compareWhole(dispatcher(before), dispatcher(after))), expected);
            before.pop_back();
            after.pop_back();
        }
    }
    void whatIsFoundInLongListsIsLessCertain() {
        const auto confidence = [](int others) {
            std::vector<Callee> before, after;
            for (int number = 0; number < others; ++number) {
                before.push_back({nameOf(number, 'a'), "", 0, weightOf(number)});
                after.push_back({nameOf(number, 'n'), "", 0, weightOf(number)});
            }
            before.push_back({"resize_the_image", "image.c", 40, 1});
            after.push_back({"resize_an_image", "image.c", 40, 1});
            const auto comparison = *compareWhole(dispatcher(before), dispatcher(after));
            for (const auto& row : comparison.rows)
                if (row.match == MatchEvidence::Renamed) return row.confidence;
            return 0.0;
        };
        QVERIFY(confidence(manyCallees) > 0);
        QVERIFY(confidence(manyCallees) < confidence(10));
    }
    void aNameOfVeryManyWordsIsComparedByItsLastOnes() {
        std::string name;
        for (int number = 0; name.size() < 1'000'000; ++number)
            name += fmt::format("{}_", number);
        const auto renamedPairs = renamed(*compareWhole(dispatcher({{name + "read", "", 0, 10}}),
                                                        dispatcher({{name + "readNow", "", 0, 10}})));
        QVERIFY(renamedPairs == std::set<std::string>{fmt::format("{0}read > {0}readNow", name)});
    }
    void manyFunctionsOfOneFileAreFoundByTheirFirstLines() {
        std::vector<Callee> before, after;
        std::set<std::string> expected;
        for (int number = 0; number < manyCallees; ++number) {
            const auto line = std::uint32_t(10 + 200 * number);
            before.push_back({nameOf(number, 'a'), "all.js", line, weightOf(number)});
            after.push_back({nameOf(number, 'n'), "all.js", line, weightOf(number)});
            expected.insert(fmt::format("{} > {}", nameOf(number, 'a'), nameOf(number, 'n')));
        }
        QCOMPARE(renamed(*compareWhole(dispatcher(before), dispatcher(after))), expected);
    }
};

QTEST_GUILESS_MAIN(RenamedFunctionsTest)
#include "renamed_functions_test.moc"
