/// How certain matches are whose names alone do not decide: of several functions of one name, and of other
/// folders. Names, and links of names, that take long if each is looked at again and again.
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
    void namesOfOneSignAreReadOnce() {
        constexpr std::size_t size = 1'000'000;
        const auto isUnchanged = [](const std::string& name) { return sourceName(name) == name; };
        QVERIFY(isUnchanged(textOf("[", size)));
        QVERIFY(isUnchanged(textOf("[abi:", size)));
        QVERIFY(isUnchanged("_R" + textOf("Cs", size)));
        QVERIFY(sourceName(textOf("__1::", size) + "f") == "f");
        QVERIFY(sourceName("f" + textOf("()", size) + "::g") == "f::g");
        QVERIFY(sourceName("__1__1::f") == "__1f");
    }
};

QTEST_GUILESS_MAIN(MatchCertaintyTest)
#include "match_certainty_test.moc"
