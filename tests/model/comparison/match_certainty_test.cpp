/// How certain matches are whose names alone do not decide: of several functions of one name, and of other
/// folders. Names, and links of names, that take long if each is looked at again and again.
#include "model/comparison/matching/lambdas/matched_lambdas.h"
#include "model/comparison/matching/name_forms.h"
#include "model/profile/profile_builder.h"
#include "tests/model/comparison/compared_text.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace candela;

namespace {

struct Code {
    std::string name, file;
    std::uint32_t startLine = 0, line = 0;
    std::int64_t weight = 0;
};

/// main() calls everything.
std::shared_ptr<const Profile> builtProgram(const std::vector<Code>& codes) {
    ProfileBuilder builder;
    const auto value = builder.valueType("samples", "count");
    const auto mapping =
        builder.mapping({.path = builder.string("/bin/app"), .buildId = {}, .end = 0x100000});
    std::uint64_t address = 0x1000;
    const auto frameOf = [&](const Code& code) {
        const auto function = builder.function({.name = builder.string(code.name),
                                                .rawName = {},
                                                .file = builder.string(code.file),
                                                .startLine = code.startLine,
                                                .mapping = mapping});
        return builder.frame(
            {.function = function, .mapping = mapping, .address = address += 16, .line = code.line});
    };
    const auto main = builder.stack({}, frameOf({"main", "", 0, 0, 0}));
    for (const auto& code : codes)
        builder.addSample(
            value,
            {.stack = builder.stack(main, frameOf(code)), .weight = code.weight, .thread = {}, .labels = {}});
    return std::make_shared<const Profile>(builder.build());
}

/// "base > new: step confidence" of all rows but main's.
std::set<std::string> certainties(const Comparison& comparison) {
    std::set<std::string> all;
    for (const auto& row : comparison.rows)
        if (row.name.rfind("main", 0) != 0)
            all.insert(fmt::format("{} > {}: {} {:.2f}", nameOn(comparison.base, row.base),
                                   nameOn(comparison.newSide, row.newGroup), matchStep(row.match),
                                   row.confidence));
    return all;
}

using Texts = std::set<std::string>;

std::string textOf(std::string_view part, std::size_t size) {
    std::string text;
    while (text.size() < size)
        text += part;
    return text;
}

/// "base > new: confidence" of the rows that match as lambdas, a line each.
QString lambdaRows(const std::vector<std::string>& base, const std::vector<std::string>& newSide) {
    const auto programOf = [](const std::vector<std::string>& names) {
        std::vector<Code> codes;
        for (const auto& name : names)
            codes.push_back({name, "", 0, 0, 30 + static_cast<std::int64_t>(codes.size())});
        return builtProgram(codes);
    };
    constexpr std::string_view step = "lambda ";
    std::string text;
    for (auto row : certainties(*compareWhole(programOf(base), programOf(newSide)))) {
        const auto at = row.rfind(": ");
        if (row.substr(at + 2, step.size()) == step) text += row.erase(at + 2, step.size()) + "\n";
    }
    return QString::fromStdString(text);
}

} // namespace

class MatchCertaintyTest : public QObject {
    Q_OBJECT
private slots:
    void severalFunctionsOfOneNameAreMatchedByWeightOnly() {
        const auto base = builtProgram({{"helper", "a.c", 0, 0, 50}, {"helper", "b.c", 0, 0, 20}});
        const auto newSide = builtProgram({{"helper", "c.c", 0, 0, 18}, {"helper", "d.c", 0, 0, 55}});
        QCOMPARE(certainties(*compareWhole(base, newSide)),
                 (Texts{"helper (a.c) > helper (d.c): name 0.55", "helper (b.c) > helper (c.c): name 0.55"}));
        const auto one = builtProgram({{"helper", "c.c", 0, 0, 18}});
        QCOMPARE(certainties(*compareWhole(builtProgram({{"helper", "a.c", 0, 0, 50}}), one)),
                 (Texts{"helper > helper: name 0.99"}));
    }
    void aLineOfAFileInAnotherFolderIsLessCertain() {
        const auto at = [](const char* file) { return builtProgram({{"helper", file, 0, 8, 50}}); };
        const auto pairs = [&](const char* base, const char* newSide) {
            return certainties(*compareWhole(at(base), at(newSide), Grouping::Line));
        };
        QCOMPARE(pairs("/build/x/util.c", "/home/me/x/util.c"),
                 (Texts{"helper util.c:8 > helper util.c:8: name 0.99"}));
        QCOMPARE(pairs("util.c", "util.c"), (Texts{"helper util.c:8 > helper util.c:8: name 0.99"}));
        QCOMPARE(pairs("/build/x/util.c", "/build/y/util.c"),
                 (Texts{"helper util.c:8 > helper util.c:8: line 0.90"}));
    }
    void aLineIsNoSurerThanItsFunction() {
        const auto base = builtProgram({{"resize", "image.c", 10, 12, 50}, {"save", "disk.c", 40, 41, 9}});
        const auto newSide =
            builtProgram({{"stretch", "image.c", 14, 16, 52}, {"save", "disk.c", 40, 41, 9}});
        const auto functions = *compareWhole(base, newSide);
        const auto lines = *compareWhole(base, newSide, Grouping::Line);
        const auto confidence = [](const Comparison& comparison, std::string_view name) {
            for (const auto& row : comparison.rows)
                if (row.name.starts_with(name)) return row.confidence;
            return 0.0;
        };
        QVERIFY(confidence(functions, "stretch") > 0);
        QCOMPARE(confidence(lines, "stretch"), confidence(functions, "stretch"));
    }
    void aPartIsCountedWithTheFunctionOfItsFile() {
        const auto base = builtProgram({{"work", "a.c", 0, 0, 50}, {"work", "b.c", 0, 0, 20}});
        const auto newSide = builtProgram(
            {{"work", "a.c", 0, 0, 50}, {"work", "b.c", 0, 0, 12}, {"work.part.0", "b.c", 0, 0, 8}});
        const auto comparison = *compareWhole(base, newSide);
        QCOMPARE(certainties(comparison),
                 (Texts{"work (a.c) > work (a.c): name 0.99", "work (b.c) > work (b.c): name 0.99"}));
        for (const auto& row : comparison.rows)
            QCOMPARE(row.newSelf, row.baseSelf);
    }
    void aNameOfVeryManyFunctionsIsTakenApart() {
        constexpr int many = 3000;
        std::vector<Code> codes;
        for (int number = 0; number < many; ++number)
            codes.push_back({"helper", fmt::format("{}.c", number), 0, 0, 10 + number});
        const auto base = builtProgram(codes);
        for (auto& code : codes)
            code.file += "pp";
        const auto newSide = builtProgram(codes);
        const auto matched = [&](const HandLinks& links) {
            const auto comparison = *compareWhole(base, newSide, Grouping::Function, links);
            return std::ranges::count_if(comparison.rows,
                                         [](const auto& row) { return row.base && row.newGroup; });
        };
        QCOMPARE(matched({}), many + 1);
        QCOMPARE(matched({{HandLinkKind::Unlink, "helper", "helper"}}), 1);
        QCOMPARE(matched({{HandLinkKind::Unlink, "helper", "helper (7.cpp)"}}), many);
    }
    void unscopedNamesKeepTemplatesAndArguments() {
        QCOMPARE(unscopedName("void ns::List<ns::Row>::insert<long>(a::b::Row, int) const [clone .isra.0]"),
                 std::string("void List<Row>::insert<long>(Row, int) const"));
        QCOMPARE(unscopedName("a::(anonymous namespace)::scan(std::__cxx11::basic_string<char>)"),
                 std::string("scan(basic_string<char>)"));
        QCOMPARE(unscopedName("ns::run(int)::{lambda(ns::Row)#2}::operator()(ns::Row) const"),
                 std::string("run(int)::{lambda(Row)#2}::operator()(Row) const"));
        QCOMPARE(unscopedName("ns::run(int)::$_1::operator()(ns::Row) const"),
                 std::string("run(int)::$_1::operator()(Row) const"));
        for (const auto* same : {"", "parse", "::", "a:", "(anonymous namespace)"})
            QCOMPARE(unscopedName(same), std::string(same));
    }
    void qualifiersOfAFunctionAreNoScope() {
        QCOMPARE(unscopedName("a::A::f() const::{lambda(int)#1}::operator()(int) const"),
                 std::string("f() const::{lambda(int)#1}::operator()(int) const"));
        QCOMPARE(unscopedName("a::A::f() volatile::$_0"), std::string("f() volatile::$_0"));
        QCOMPARE(unscopedName("(anonymous namespace)::(anonymous namespace)::a::{anonymous}::f"),
                 std::string("f"));
    }
    void theCallOperatorOfALambdaIsNoName() {
        QCOMPARE(lastName("run::$_1::operator()"), std::string_view());
        QCOMPARE(lastName("run::{lambda#1}::operator()"), std::string_view());
        QCOMPARE(lastName("$_1::operator()"), std::string_view());
        QCOMPARE(lastName("ns::Less::operator()"), std::string_view("operator()"));
    }
    /// They differ in their function alone.
    void unscopedClosuresKeepTheirFunction() {
        QCOMPARE(unscopedName("app::parse::{{closure}}"), std::string("parse::{{closure}}"));
        QCOMPARE(unscopedName("auto ns::table::$_0::operator()<int>(int) const"),
                 std::string("auto table::$_0::operator()<int>(int) const"));
        QCOMPARE(unscopedName("void each<ns::main::$_0>(ns::main::$_0)"),
                 std::string("void each<main::$_0>(main::$_0)"));
        for (const auto* nameless : {"{{closure}}", "$_0::operator()() const", "'lambda'(int)",
                                     "a::(anonymous namespace)::$_0::operator()() const"})
            QCOMPARE(unscopedName(nameless), std::string());
    }
    void closuresOfUnrelatedFunctionsDoNotMatch() {
        const auto matched = [](const char* base, const char* newSide) {
            const auto rows = certainties(
                *compareWhole(builtProgram({{base, "", 0, 0, 30}}), builtProgram({{newSide, "", 0, 0, 4}})));
            const auto isByName = [](const std::string& row) {
                return row.find("last name") != std::string::npos ||
                       row.find("lambda 0") != std::string::npos;
            };
            return std::ranges::any_of(rows, isByName);
        };
        QVERIFY(!matched("app::parse::{{closure}}", "app::render::{{closure}}"));
        QVERIFY(!matched("main::$_0::operator()() const", "ns::table::$_0::operator()() const"));
        QVERIFY(matched("app::parse::{{closure}}", "app::v2::parse::{{closure}}"));
    }
    void lambdasOfBothCompilersHaveOneName() {
        const auto gcc = lambdaName("run(int)::{lambda(f(int), long)#2}::operator()(long) const"),
                   clang = lambdaName("run(int)::$_1::operator()(long) const");
        QCOMPARE(gcc.text, std::string("run(int)::{lambda}::operator()(long) const"));
        QCOMPARE(clang.text, gcc.text);
        QCOMPARE(gcc.numbers, std::vector<std::uint32_t>({2}));
        QCOMPARE(clang.numbers, std::vector<std::uint32_t>({1}));
        QCOMPARE(lambdaName("each<run()::$_0>(run()::$_0)").numbers, std::vector<std::uint32_t>({0, 0}));
        QCOMPARE(lambdaName("each<run()::<lambda(int)> >").text, std::string("each<run()::{lambda} >"));
        for (const auto* other : {"", "run(int)", "cost$_1", "$_", "{lambda(", "{lambda(int)}",
                                  "{lambda(int)#}", "<lambda(int)#1}", "a{lambda(int)#1"})
            QCOMPARE(lambdaName(other).text, std::string());
    }
    /// They have one source name and the same caller: only template arguments and arguments differ.
    void instancesOfATemplateMayMoveIntoANamespace() {
        const auto base =
            builtProgram({{"Row<int>::sum(int*)", "", 0, 0, 30}, {"Row<long>::sum(long*)", "", 0, 0, 31}});
        const auto newSide = builtProgram(
            {{"db::Row<int>::sum(int*)", "", 0, 0, 32}, {"db::Row<long>::sum(long*)", "", 0, 0, 29}});
        QCOMPARE(certainties(*compareWhole(base, newSide)),
                 Texts({"Row<int>::sum(int*) > db::Row<int>::sum(int*): last name 0.75",
                        "Row<long>::sum(long*) > db::Row<long>::sum(long*): last name 0.75"}));
    }
    void lambdasOfTwoCompilersMatchInOrder() {
        const auto base = builtProgram({{"run()::{lambda(int)#1}::operator()(int) const", "", 0, 0, 30},
                                        {"run()::{lambda(int)#2}::operator()(int) const", "", 0, 0, 20}});
        const auto newSide = builtProgram({{"run()::$_1::operator()(int) const", "", 0, 0, 32},
                                           {"run()::$_0::operator()(int) const", "", 0, 0, 19}});
        std::string rows;
        for (const auto& row : certainties(*compareWhole(base, newSide)))
            rows += row + "\n";
        QCOMPARE(QString::fromStdString(rows), QString("run()::{lambda(int)#1}::operator()(int) const > "
                                                       "run()::$_0::operator()(int) const: lambda 0.70\n"
                                                       "run()::{lambda(int)#2}::operator()(int) const > "
                                                       "run()::$_1::operator()(int) const: lambda 0.70\n"));
    }
    /// Which lambda has no samples on one side is not known.
    void lambdasMatchInOrderOnlyIfAllWereSampled() {
        const auto base = builtProgram({{"run()::{lambda(int)#1}::operator()(int) const", "", 0, 0, 30},
                                        {"run()::{lambda(int)#2}::operator()(int) const", "", 0, 0, 20}});
        const auto newSide = builtProgram({{"run()::$_1::operator()(int) const", "", 0, 0, 32}});
        for (const auto& row : certainties(*compareWhole(base, newSide)))
            QVERIFY2(row.find(": lambda") == std::string::npos, row.c_str());
        // One each may be two different ones.
        QCOMPARE(lambdaRows({"run()::{lambda(int)#1}"}, {"run()::$_1"}),
                 QString("run()::{lambda(int)#1} > run()::$_1: 0.55\n"));
    }
    /// "#1" and "#3" have one source name, too, which must not match them either.
    void lambdasOfOneCompilerWithOtherNumbersAreOpen() {
        const auto lambdaOf = [](int number) {
            return "run()::{lambda(int)#" + std::to_string(number) + "}::operator()(int) const";
        };
        const auto isMatchedByName = [&](const std::vector<Code>& base, const std::vector<Code>& newSide) {
            return std::ranges::any_of(
                certainties(*compareWhole(builtProgram(base), builtProgram(newSide))), [](const auto& row) {
                    return row.find("#1") != std::string::npos && row.find("#3") != std::string::npos &&
                           row.find(": renamed") == std::string::npos;
                });
        };
        QVERIFY(!isMatchedByName({{lambdaOf(1), "", 0, 0, 30}}, {{lambdaOf(3), "", 0, 0, 31}}));
        QVERIFY(!isMatchedByName({{lambdaOf(1), "", 0, 0, 30}, {lambdaOf(2), "", 0, 0, 20}},
                                 {{lambdaOf(2), "", 0, 0, 21}, {lambdaOf(3), "", 0, 0, 31}}));
    }
    /// Of those of one compiler, the numbers say which is missing.
    void lambdasOfOneCompilerMatchByNumber() {
        QCOMPARE(lambdaRows({"run()::{lambda(int)#1}", "run()::{lambda(int)#2}"},
                            {"run()::{lambda(int)#2}", "run()::{lambda(int)#3}"}),
                 QString());
        QCOMPARE(lambdaRows({"run()::{lambda(int)#1}", "run()::{lambda(int)#2}"},
                            {"ns::run()::{lambda(int)#2}", "ns::run()::{lambda(int)#3}"}),
                 QString());
    }
    /// A method of the same name in another class has lambdas of its own.
    void lambdasMatchWithinTheirScopeFirst() {
        QCOMPARE(lambdaRows({"A::run()::{lambda(int)#1}", "B::run()::{lambda(int)#1}"},
                            {"A::run()::$_1", "B::run()::$_0"}),
                 QString("A::run()::{lambda(int)#1} > A::run()::$_1: 0.55\n"
                         "B::run()::{lambda(int)#1} > B::run()::$_0: 0.55\n"));
        QCOMPARE(lambdaRows({"A::run()::{lambda(int)#1}", "A::run()::{lambda(int)#2}"},
                            {"A::run()::$_1", "B::run()::$_0"}),
                 QString());
        // B moved, and A did not.
        QCOMPARE(lambdaRows({"A::run()::{lambda(int)#1}", "B::run()::{lambda(int)#1}"},
                            {"A::run()::$_1", "ns::B::run()::$_0"}),
                 QString("A::run()::{lambda(int)#1} > A::run()::$_1: 0.55\n"
                         "B::run()::{lambda(int)#1} > ns::B::run()::$_0: 0.55\n"));
    }
    /// Each parameter list may have numbers of its own.
    void lambdasOfSeveralParameterListsAreLeftOpen() {
        QCOMPARE(lambdaRows({"each<run()::{lambda(int)#1}>", "each<run()::{lambda(long)#2}>"},
                            {"each<run()::$_0>", "each<run()::$_1>"}),
                 QString());
        QCOMPARE(lambdaRows({"each<run()::{lambda(int)#1}>", "each<run()::{lambda(int)#2}>"},
                            {"each<run()::$_0>", "each<run()::$_1>"}),
                 QString("each<run()::{lambda(int)#1}> > each<run()::$_0>: 0.70\n"
                         "each<run()::{lambda(int)#2}> > each<run()::$_1>: 0.70\n"));
    }
    void namesOfOneSignAreReadOnce() {
        constexpr std::size_t size = 1'000'000;
        const auto isUnchanged = [](const std::string& name) { return sourceName(name) == name; };
        QVERIFY(isUnchanged(textOf("[", size)));
        QVERIFY(isUnchanged(textOf("[abi:", size)));
        QVERIFY(isUnchanged("_R" + textOf("Cs", size)));
        QVERIFY(sourceName(textOf("__1::", size) + "f") == "f");
        QVERIFY(sourceName("f" + textOf("()", size) + "::g") == "f::g");
        QVERIFY(sourceName("__1__1::f") == "__1f");
        QVERIFY(unscopedName(textOf("a::", size)).empty());
        QVERIFY(lambdaName(textOf("{lambda(", size)).text.empty());
        // As many lambdas as there are list ends, which are far away.
        const auto nested = textOf("{lambda(", size) + textOf(")#1}", size);
        QCOMPARE(lambdaName(nested).numbers, std::vector<std::uint32_t>({1}));
        QVERIFY(lambdaName(textOf("$_0", size)).text.starts_with("{lambda}$_0$_0"));
    }
};

QTEST_GUILESS_MAIN(MatchCertaintyTest)
#include "match_certainty_test.moc"
