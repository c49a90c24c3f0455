#include "model/comparison/matching/match_sides.h"
#include "model/comparison/matching/name_forms.h"
#include "tests/model/analysis/random_profile.h"
#include "tests/model/comparison/compared_text.h"
#include "tests/profile_text.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace candela;

namespace {

/// "base>new step" for each row that is not the same name on both sides, sorted.
std::string differingRows(const Comparison& comparison) {
    std::set<std::string> rows;
    for (const auto& row : comparison.rows) {
        const auto base = nameOn(comparison.base, row.base),
                   newName = nameOn(comparison.newSide, row.newGroup);
        if (base != newName) rows.insert(fmt::format("{}>{} {}", base, newName, matchStep(row.match)));
    }
    std::string text;
    for (const auto& row : rows)
        text += row + "\n";
    return text;
}

std::string differing(std::string_view base, std::string_view newSide, const HandLinks& links = {}) {
    return differingRows(
        *compareWhole(sharedProfile(base), sharedProfile(newSide), Grouping::Function, links));
}

const ComparisonRow* rowNamed(const Comparison& comparison, std::string_view name) {
    const auto found = std::ranges::find(comparison.rows, name, &ComparisonRow::name);
    return found == comparison.rows.end() ? nullptr : &*found;
}

/// What a row states, with the sides exchanged if it is mirrored.
std::string numbersOf(const ComparisonRow& row, const Comparison& comparison, bool isMirrored) {
    auto base = nameOn(comparison.base, row.base), newName = nameOn(comparison.newSide, row.newGroup);
    auto weights = std::array{row.baseSelf, row.newSelf, row.baseTotal, row.newTotal};
    auto match = row.match;
    double self = row.selfDifference, total = row.totalDifference;
    if (isMirrored) {
        std::swap(base, newName);
        std::swap(weights[0], weights[1]);
        std::swap(weights[2], weights[3]);
        match = mirrored(match);
        self = -self;
        total = -total;
    }
    return fmt::format("{}>{} {} {} {} {} {:.9f} {:.9f} {} {:.6f}", base, newName, weights[0], weights[1],
                       weights[2], weights[3], self + 0.0, total + 0.0, matchStep(match), row.confidence);
}

std::multiset<std::string> allNumbers(const Comparison& comparison, bool isMirrored) {
    std::multiset<std::string> all;
    for (const auto& row : comparison.rows)
        all.insert(numbersOf(row, comparison, isMirrored));
    return all;
}

struct FileFunction {
    std::string_view name;
    std::uint32_t startLine = 0;
    std::int64_t self = 0;
};

/// Each function of the file calls the next one.
std::shared_ptr<const Profile> inOneFile(const std::vector<FileFunction>& functions) {
    ProfileBuilder builder;
    const auto value = builder.valueType("samples", "count");
    StackIndex stack;
    for (const auto& function : functions) {
        const auto row = builder.function({.name = builder.string(function.name),
                                           .rawName = {},
                                           .file = builder.string("a.js"),
                                           .startLine = function.startLine,
                                           .mapping = {}});
        stack = builder.stack(stack, builder.frame({.function = row, .mapping = {}}));
        builder.addSample(value, {.stack = stack, .weight = function.self, .thread = {}, .labels = {}});
    }
    return std::make_shared<const Profile>(builder.build());
}

/// A profile whose functions have other names, in a part of cases; some are called directly by what called
/// their caller.
std::shared_ptr<const Profile> rebuilt(unsigned seed) {
    std::mt19937 random(seed);
    const auto below = [&](int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(random); };
    std::set<int> renamed, inlined, cloned;
    for (int number = 0; number < 20; ++number) {
        const int what = below(8);
        if (what == 0) renamed.insert(number);
        if (what == 1) inlined.insert(number);
        if (what == 2) cloned.insert(number);
    }
    std::mt19937 shape(7); // the same program in each build
    std::string text;
    for (int line = 0; line < 120; ++line) {
        std::string stack = "main@app";
        const int depth = 1 + std::uniform_int_distribution<int>(0, 4)(shape);
        for (int level = 0; level < depth; ++level) {
            const int number = std::uniform_int_distribution<int>(0, 19)(shape);
            if (inlined.contains(number)) continue;
            stack += fmt::format(";{}_{}{}@app", renamed.contains(number) ? "other" : "step", number,
                                 cloned.contains(number) ? ".constprop.0" : "");
        }
        text += fmt::format("{} {}\n", stack, 1 + below(50));
    }
    return sharedProfile(text);
}

} // namespace

class MatchingTest : public QObject {
    Q_OBJECT
private slots:
    void evidenceHasWordsInItsOrder() {
        const auto all = allMatchEvidence();
        std::set<std::string_view> steps;
        for (std::size_t row = 0; row < all.size(); ++row) {
            QCOMPARE(static_cast<std::size_t>(all[row].evidence), row);
            steps.insert(all[row].step);
            QVERIFY(all[row].confidence >= 0 && all[row].confidence <= 1);
        }
        QCOMPARE(steps.size(), all.size());
        QCOMPARE(matchEvidenceText(MatchEvidence::SourceName, 0.9),
                 std::string("the same name without arguments and tags (90 % sure)"));
        QCOMPARE(matchEvidenceText(MatchEvidence::OnlyNew, 0), std::string("only in new"));
    }
    void stemsLackWhatCompilersAppend_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("stem");
        const auto add = [](const char* name, const char* stem) { QTest::newRow(name) << name << stem; };
        add("parse", "parse");
        add("parse.isra.0", "parse");
        add("parse.part.3.cold", "parse");
        add("parse.constprop.0.isra.1", "parse");
        add("parse.cold", "parse");
        add("parse.lto_priv.12", "parse");
        add("parse.llvm.1234567890", "parse");
        add("parse.__uniq.99.llvm.7", "parse");
        add("parse.17", "parse");
        add("_Z5parsei.isra.0", "_Z5parsei");
        add("parse(int) [clone .isra.0] [clone .cold]", "parse(int)");
        add("main.main.func1.2", "main.main.func1.2");
        add("runtime.part", "runtime");
        add("java.lang.String.hash", "java.lang.String.hash");
        add("_ZN4core3fmt5write17h0123456789abcdefE", "_ZN4core3fmt5write");
        add("core::fmt::write::h0123456789abcdef", "core::fmt::write");
        add("_RNvCs1234_7mycrate3foo", "_RNvC7mycrate3foo");
        add("mycrate[9d66f8d5b0fbd5c2]::foo", "mycrate::foo");
        add(".hidden", ".hidden");
        add("", "");
    }
    void stemsLackWhatCompilersAppend() {
        QFETCH(QString, name);
        QFETCH(QString, stem);
        QCOMPARE(QString::fromStdString(nameStem(name.toStdString())), stem);
    }
    void sourceNamesLackArgumentsAndTags_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("last");
        const auto add = [](const char* name, const char* source, const char* last) {
            QTest::newRow(name) << name << source << last;
        };
        add("parse", "parse", "parse");
        add("parse(int, char const*)", "parse", "parse");
        add("void ns::List<int>::insert<long>(long) const", "ns::List::insert", "insert");
        add("name[abi:cxx11]()", "name", "name");
        add("std::__cxx11::basic_string<char>::size() const", "std::basic_string::size", "size");
        add("(anonymous namespace)::scan(int)", "scan", "scan");
        add("std::ostream& operator<< <char>(std::ostream&, char)", "operator<<", "operator<<");
        add("ns::Shape::operator()(int) const", "ns::Shape::operator()", "operator()");
        add("ns::Shape::operator bool() const", "ns::Shape::operator bool", "operator bool");
        add("main::{lambda(int)#1}::operator()(int) const", "main::{lambda#1}::operator()", "");
        add("std::function<void (int)>::call()", "std::function::call", "call");
        add("<T as Trait>::run", "<T as Trait>::run", "run");
        add("unbalanced<int", "unbalanced", "unbalanced");
        add("", "", "");
    }
    void sourceNamesLackArgumentsAndTags() {
        QFETCH(QString, name);
        QFETCH(QString, source);
        QFETCH(QString, last);
        const auto found = sourceName(name.toStdString());
        QCOMPARE(QString::fromStdString(found), source);
        QCOMPARE(QString::fromStdString(std::string(lastName(found))), last);
    }
    void similarNamesShareLetterPairs() {
        QCOMPARE(nameSimilarity("parse", "parse"), 1.0);
        QCOMPARE(nameSimilarity("night", "nacht"), 0.25);
        QCOMPARE(nameSimilarity("abc", "xyz"), 0.0);
        QCOMPARE(nameSimilarity("a", "b"), 0.0);
        QCOMPARE(nameSimilarity("read_row", "write_row"), nameSimilarity("write_row", "read_row"));
    }
    void modulesOfTwoVersionsHaveOneStem() {
        QCOMPARE(moduleStem("libdraw.so.1.2.3"), std::string("libdraw.so"));
        QCOMPARE(moduleStem("libdraw-1.2.so"), std::string("libdraw.so"));
        QCOMPARE(moduleStem("app_v2"), std::string("app"));
        QCOMPARE(moduleStem("x86_64"), std::string("x86"));
        QCOMPARE(moduleStem("libdraw"), std::string("libdraw"));
    }
    void clonesMatchTheirFunction() {
        QCOMPARE(differing("main@app;work@app 10\n", "main@app;work.constprop.0@app 11\n"),
                 std::string("work>work.constprop.0 suffix\n"));
    }
    void partsAreCountedWithTheirFunction() {
        const auto comparison =
            *compareWhole(sharedProfile("main@app;work@app 20\n"),
                          sharedProfile("main@app;work@app 12\nmain@app;work@app;work.part.0@app 5\n"
                                        "main@app;work.cold@app 3\n"));
        QCOMPARE(differingRows(comparison), std::string());
        const auto* row = rowNamed(comparison, "work");
        QCOMPARE(row->newSelf, 20);
        QCOMPARE(row->newTotal, 20);
        QCOMPARE(comparison.matching->newSide.groups.size(), std::size_t(2));
    }
    void argumentsTemplatesAndNamespacesMayChange() {
        QCOMPARE(differing("main@app;draw(int)@app 10\n", "main@app;draw(int, long)@app 10\n"),
                 std::string("draw(int)>draw(int, long) source name\n"));
        QCOMPARE(
            differing("main@app;void sort<int>(int*)@app 10\n", "main@app;void sort<long>(long*)@app 10\n"),
            std::string("void sort<int>(int*)>void sort<long>(long*) source name\n"));
        QCOMPARE(differing("main@app;draw(int)@app 10\n", "main@app;gfx::draw(int)@app 10\n"),
                 std::string("draw(int)>gfx::draw(int) last name\n"));
    }
    void aRenamedFunctionHasTheSameCallersAndCallees() {
        QCOMPARE(differing("main@app;parse@app 10\nmain@app;parse@app;scan@app 30\nmain@app;draw@app 50\n",
                           "main@app;decode@app 11\nmain@app;decode@app;scan@app 29\nmain@app;draw@app 55\n"),
                 std::string("parse>decode renamed\n"));
    }
    /// Weights and shapes of two scripts may be alike by chance.
    void functionsOfOneFileAreNotMatchedByWeightAlone() {
        const auto base = inOneFile({{"main", 3, 70}, {"slow", 11, 900}, {"deep", 21, 500}});
        QCOMPARE(differingRows(*compareWhole(
                     base, inOneFile({{"main", 3, 72}, {"alpha", 15, 860}, {"inner", 41, 480}}))),
                 std::string("deep>inner renamed\nslow>alpha renamed\n")); // as main calls slow and alpha
        const auto apart =
            compareWhole(base, inOneFile({{"go", 4, 72}, {"alpha", 15, 860}, {"inner", 41, 480}}));
        QVERIFY(!apart);
        QVERIFY(apart.error().message.find("no function is on both") != std::string::npos);
    }
    void similarNamesOrTheSameFirstLineAreEnoughInOneFile() {
        const auto base = inOneFile({{"main", 3, 70}, {"slow", 11, 900}, {"deep", 21, 500}});
        QCOMPARE(differingRows(*compareWhole(
                     base, inOneFile({{"go", 4, 72}, {"slower", 15, 860}, {"inner", 41, 480}}))),
                 std::string("deep>inner renamed\nmain>go renamed\nslow>slower renamed\n"));
        const auto sameLine =
            compareWhole(base, inOneFile({{"go", 3, 72}, {"alpha", 15, 860}, {"inner", 41, 480}}));
        QVERIFY(sameLine);
        QCOMPARE(differingRows(*sameLine),
                 std::string("deep>inner renamed\nmain>go renamed\nslow>alpha renamed\n"));
        // A script without line breaks has all functions in its first line.
        const auto packed = inOneFile({{"aa", 1, 70}, {"bb", 1, 900}});
        QVERIFY(!compareWhole(packed, inOneFile({{"cc", 1, 70}, {"dd", 1, 900}})));
        // Generated code has a comment above, and then the same.
        const auto generated = inOneFile({{"aa", 2, 70}, {"bb", 2, 900}});
        QVERIFY(!compareWhole(generated, inOneFile({{"cc", 2, 70}, {"dd", 2, 900}})));
        const auto instances = inOneFile({{"sort<int>", 5, 70}, {"sort<long>", 5, 900}});
        QVERIFY(compareWhole(instances, inOneFile({{"order<int>", 5, 70}, {"order<long>", 5, 900}})));
    }
    void twoThatLookAlikeAreNotGuessed() {
        QCOMPARE(differing("main@app 9\nmain@app;aa@app 10\nmain@app;bb@app 10\n",
                           "main@app 9\nmain@app;xx@app 10\nmain@app;yy@app 10\n"),
                 std::string("->xx only new\n->yy only new\naa>- only base\nbb>- only base\n"));
    }
    void inlinedCostIsCountedWithItsCaller() {
        const auto comparison =
            *compareWhole(sharedProfile("main@app 5\nmain@app;draw@app 40\nmain@app;draw@app;blend@app 30\n"
                                        "main@app;draw@app;blend@app;clip@app 25\n"),
                          sharedProfile("main@app 5\nmain@app;draw@app 71\nmain@app;draw@app;clip@app 24\n"));
        QCOMPARE(differingRows(comparison), std::string("blend>- inlined\n"));
        const auto* draw = rowNamed(comparison, "draw");
        QCOMPARE(draw->baseSelf, 70);
        QCOMPARE(draw->baseTotal, 95);
        const auto* blend = rowNamed(comparison, "blend");
        QCOMPARE(blend->baseSelf, 0);
        QCOMPARE(blend->totalDifference, 0.0);
        QCOMPARE(comparison.matching->base.groups.front().self, 30);
    }
    void aFunctionThatIsNewIsNotTakenForInlined() {
        const auto comparison = *compareWhole(
            sharedProfile("main@app 5\nmain@app;draw@app 40\n"),
            sharedProfile("main@app 5\nmain@app;draw@app 40\nmain@app;draw@app;shade@app 30\n"));
        QCOMPARE(differingRows(comparison), std::string("->shade only new\n"));
        QCOMPARE(rowNamed(comparison, "shade")->newSelf, 30);
    }
    void linksOfTheUserDecide() {
        const std::string_view base = "main@app;aa@app 10\nmain@app;bb@app 20\n";
        const std::string_view newSide = "main@app;bb@app 10\nmain@app;cc@app 20\n";
        QCOMPARE(differing(base, newSide), std::string("->cc only new\naa>- only base\n"));
        QCOMPARE(differing(base, newSide, *handLinksFromText("link: aa => bb\nlink: bb => cc\n")),
                 std::string("aa>bb by hand\nbb>cc by hand\n"));
        const auto apart = differing(base, newSide, *handLinksFromText("unlink: bb => bb\n"));
        QVERIFY2(apart.find("bb>cc") != std::string::npos || apart.find("bb>-") != std::string::npos,
                 apart.c_str());
    }
    void linksAreText() {
        const auto links = *handLinksFromText("# by hand\n\n link: a b(int) => c \nunlink: d => e\n");
        QCOMPARE(handLinksText(links), std::string("link: a b(int) => c\nunlink: d => e\n"));
        QCOMPARE(*handLinksFromText(handLinksText(links)), links);
        QVERIFY(!handLinksFromText("link: a\n"));
        QVERIFY(!handLinksFromText("join: a => b\n"));
        QVERIFY(!handLinksFromText("link: => b\n"));
        QCOMPARE(handLinksFromText("link: a => b\nfoo\n").error().message,
                 std::string("line 2 of the links is invalid: \"foo\""));
        auto changed = links;
        addHandLink(changed, {HandLinkKind::Link, "a b(int)", "f"});
        QCOMPARE(handLinksText(changed), std::string("unlink: d => e\nlink: a b(int) => f\n"));
    }
    void aModuleOfAnotherVersionMatches() {
        const auto comparison =
            *compareWhole(sharedProfile("main@libdraw.so.1.2 10\nx@app 1\n"),
                          sharedProfile("main@libdraw.so.1.3 10\nx@app 1\n"), Grouping::Module);
        QCOMPARE(differingRows(comparison), std::string("libdraw.so.1.2>libdraw.so.1.3 last name\n"));
    }
    void aProfileComparedWithItselfHasNoChange() {
        for (unsigned seed = 1; seed <= 60; ++seed) {
            const auto profile =
                seed % 2 ? std::make_shared<const Profile>(randomProfile(seed)) : rebuilt(seed);
            for (const auto grouping :
                 {Grouping::Function, Grouping::Module, Grouping::File, Grouping::Line}) {
                const auto comparison = compareWhole(profile, profile, grouping);
                QVERIFY(comparison);
                QVERIFY(comparison->matching->base.groups.empty());
                for (const auto& row : comparison->rows) {
                    QCOMPARE(row.base, row.newGroup);
                    QCOMPARE(row.selfDifference, 0.0);
                    QCOMPARE(row.totalDifference, 0.0);
                }
            }
        }
    }
    void exchangedSidesMirrorEveryNumber() {
        for (unsigned seed = 1; seed <= 120; ++seed) {
            const bool isRandom = seed % 3 == 0;
            const auto base = isRandom ? std::make_shared<const Profile>(randomProfile(seed)) : rebuilt(seed);
            const auto newSide =
                isRandom ? std::make_shared<const Profile>(randomProfile(seed + 1000)) : rebuilt(seed + 1000);
            const auto forward = compareWhole(base, newSide), back = compareWhole(newSide, base);
            QCOMPARE(bool(forward), bool(back));
            if (!forward) continue;
            const auto expected = allNumbers(*forward, false), found = allNumbers(*back, true);
            if (expected == found) continue;
            for (const auto& line : expected)
                if (!found.contains(line)) qWarning("%u forward: %s", seed, line.c_str());
            for (const auto& line : found)
                if (!expected.contains(line)) qWarning("%u back: %s", seed, line.c_str());
            QFAIL("the numbers differ");
        }
    }
    void noWeightIsLostOrCountedTwice() {
        for (unsigned seed = 1; seed <= 60; ++seed) {
            const auto comparison = *compareWhole(rebuilt(seed), rebuilt(seed + 1000));
            std::int64_t base = 0, newSide = 0;
            for (const auto& row : comparison.rows) {
                base += row.baseSelf;
                newSide += row.newSelf;
                QVERIFY(row.baseTotal >= row.baseSelf && row.baseTotal <= comparison.base.weights.total);
            }
            QCOMPARE(base, comparison.base.weights.total);
            QCOMPARE(newSide, comparison.newSide.weights.total);
        }
    }
};

QTEST_GUILESS_MAIN(MatchingTest)
#include "matching_test.moc"
