/// Differences that may come from what one side knows less of are not changes of the code.
#include "model/comparison/change_text.h"
#include "tests/model/comparison/compared_text.h"
#include "tests/model/comparison/recorded_stacks.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

using namespace candela;

namespace {

/// "leaf: unknown, main: unknown (broken stacks)", sorted by name.
std::string verdicts(const std::vector<RecordedStack>& base, const std::vector<RecordedStack>& newSide) {
    const auto comparison = *compareWhole(recordedStacks(base), recordedStacks(newSide), Grouping::Function,
                                          {}, Normalize::Share);
    std::vector<std::string> rows;
    for (const auto& row : comparison.rows) {
        rows.push_back(fmt::format("{}: {}", row.name, verdictName(row.verdict)));
        if (row.gap() != EvidenceGap::None) rows.back() += fmt::format(" ({})", gapName(row.gap()));
    }
    std::ranges::sort(rows);
    return fmt::format("{}", fmt::join(rows, ", "));
}

/// The same with the sides exchanged, where all that is slower is faster.
std::string mirrored(std::string text) {
    const auto replace = [&](std::string_view from, std::string_view to) {
        for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
            text.replace(at, from.size(), to);
    };
    replace("slower", "~");
    replace("faster", "slower");
    replace("~", "faster");
    return text;
}

} // namespace

class EvidenceGapsTest : public QObject {
    Q_OBJECT
private slots:
    void gaps_data() {
        QTest::addColumn<std::vector<RecordedStack>>("base");
        QTest::addColumn<std::vector<RecordedStack>>("newSide");
        QTest::addColumn<std::string>("expected");
        const auto row = [](const char* name, std::vector<RecordedStack> base,
                            std::vector<RecordedStack> newSide, std::string expected) {
            QTest::newRow(name) << std::move(base) << std::move(newSide) << std::move(expected);
        };
        row("callers lack broken stacks", {{"main leaf", 70}, {"leaf", 30, StackEnd::Unreadable}},
            {{"main leaf", 100}}, "leaf: same, main: unknown (broken stacks)");
        row("nothing states that stacks are broken",
            {{"main leaf", 70, StackEnd::Unknown}, {"leaf", 30, StackEnd::Unknown}},
            {{"main leaf", 100, StackEnd::Unknown}}, "leaf: same, main: slower");
        row("stacks that end at a kernel thread's start are whole",
            {{"main leaf", 70}, {"leaf", 30, StackEnd::None}}, {{"main leaf", 100}},
            "leaf: same, main: slower");
        row("a change that is larger than what is missing",
            {{"main leaf", 35}, {"leaf", 5, StackEnd::Unreadable}, {"rest", 60}},
            {{"main leaf", 80}, {"rest", 20}}, "leaf: slower, main: slower, rest: faster");
        row("a function that does not call where stacks end",
            {{"main leaf", 40}, {"leaf", 30, StackEnd::NoUnwindData}, {"rest", 10}, {"idle", 20}},
            {{"main leaf", 70}, {"rest", 25}, {"idle", 5}},
            "idle: faster, leaf: same, main: unknown (broken stacks), rest: slower");
        row("a change in the opposite direction of what is missing",
            {{"main leaf", 60}, {"leaf", 10, StackEnd::Unreadable}, {"rest", 30}},
            {{"main leaf", 40}, {"rest", 60}}, "leaf: faster, main: faster, rest: slower");
        row("equally broken sides",
            {{"main leaf", 40}, {"leaf", 20, StackEnd::Unreadable}, {"main rest", 40}},
            {{"main leaf", 20}, {"leaf", 20, StackEnd::Unreadable}, {"main rest", 60}},
            "leaf: faster, main: same, rest: slower");
        row("functions without names on one side", {{"main ?", 50}, {"main rest", 50}},
            {{"main parse", 20}, {"main lex", 30}, {"main rest", 50}},
            "[libwork.so]: unknown (missing names), lex: unknown (missing names), main: same, parse: unknown "
            "(missing names), rest: same");
        row("a new function beside unnamed code", {{"main ?", 20}, {"main rest", 80}},
            {{"main ?", 20}, {"main added", 40}, {"main rest", 40}},
            "[libwork.so]: same, added: slower, main: same, rest: faster");
        row("less unnamed code without new names", {{"main ?", 40}, {"main rest", 60}},
            {{"main ?", 10}, {"main rest", 90}}, "[libwork.so]: faster, main: same, rest: slower");
    }
    void gaps() {
        QFETCH(std::vector<RecordedStack>, base);
        QFETCH(std::vector<RecordedStack>, newSide);
        QFETCH(std::string, expected);
        QCOMPARE(verdicts(base, newSide), expected);
        QCOMPARE(verdicts(newSide, base), mirrored(expected));
    }

    void moreThan64EndsShareTheLastOne() {
        std::vector<RecordedStack> base{{"main", 20}}, newSide{{"main", 20}};
        for (int number = 0; number < 80; ++number) {
            const auto end = fmt::format("end{}", number);
            base.push_back({end, 1, StackEnd::Unreadable});
            newSide.push_back({"main " + end, 1});
        }
        QVERIFY(verdicts(base, newSide).ends_with("main: unknown (broken stacks)"));
    }
    void theRowStatesWhy() {
        const auto comparison =
            *compareWhole(recordedStacks({{"main leaf", 70}, {"leaf", 30, StackEnd::Unreadable}}),
                          recordedStacks({{"main leaf", 100}}), Grouping::Function, {}, Normalize::Share);
        const auto main = std::ranges::find(comparison.rows, "main", &ComparisonRow::name);
        QCOMPARE(verdictText(*main, comparison), std::string("unknown: broken stacks"));
        QVERIFY(rowEvidenceText(*main, comparison)
                    .ends_with("The difference is no larger than the weight of stacks that are broken on one "
                               "side only and may belong here: record both sides with whole stacks."));
    }
};

QTEST_GUILESS_MAIN(EvidenceGapsTest)
#include "evidence_gaps_test.moc"
