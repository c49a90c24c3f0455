/// Source files of two builds: which of them are the same, whatever folders the builds were made in.
#include "model/comparison/matching/compared_files.h"
#include "model/profile/profile_builder.h"
#include "tests/model/comparison/compared_text.h"

#include <QTest>

#include <map>
#include <set>
#include <string>
#include <vector>

using namespace candela;

namespace {

struct FiledFunction {
    std::string name, file;
    std::int64_t weight = 1;
    std::uint32_t startLine = 0, line = 0;
};

/// main() calls every function.
std::shared_ptr<const Profile> programOf(const std::vector<FiledFunction>& functions) {
    ProfileBuilder builder;
    const auto value = builder.valueType("samples", "count");
    const auto frameOf = [&](const FiledFunction& function) {
        return builder.frame({.function = builder.function({.name = builder.string(function.name),
                                                            .rawName = {},
                                                            .file = builder.string(function.file),
                                                            .startLine = function.startLine,
                                                            .mapping = {}}),
                              .mapping = {},
                              .line = function.line});
    };
    const auto main = builder.stack({}, frameOf({"main", ""}));
    for (const auto& function : functions)
        builder.addSample(value, {.stack = builder.stack(main, frameOf(function)),
                                  .weight = function.weight,
                                  .thread = {},
                                  .labels = {}});
    return std::make_shared<const Profile>(builder.build());
}

std::map<std::string, std::string> namesByPath(const FrameGroups& groups, const FileNames& names) {
    std::map<std::string, std::string> all;
    for (const auto& group : groups.groups)
        if (const auto name = names.of(group.file); !name.empty())
            all.emplace(groups.profile->text(group.file), name);
    return all;
}

using BothNames = std::array<std::map<std::string, std::string>, 2>;

BothNames comparedNames(const std::vector<std::string>& base, const std::vector<std::string>& newSide) {
    const auto groupsOf = [](const std::vector<std::string>& files) {
        std::vector<FiledFunction> functions;
        for (const auto& file : files)
            functions.push_back({"f", file});
        return groupFrames(programOf(functions), Grouping::File);
    };
    const auto baseGroups = groupsOf(base), newGroups = groupsOf(newSide);
    const auto names = comparedFiles(*baseGroups, *newGroups);
    return {namesByPath(*baseGroups, names[0]), namesByPath(*newGroups, names[1])};
}

/// "base weight > new weight" of the rows with a weight of their own.
std::set<std::string> weightPairs(const Comparison& comparison) {
    std::set<std::string> all;
    for (const auto& row : comparison.rows)
        if (row.baseSelf != 0 || row.newSelf != 0)
            all.insert(fmt::format("{} > {}", row.baseSelf, row.newSelf));
    return all;
}

} // namespace

class ComparedFilesTest : public QObject {
    Q_OBJECT
private slots:
    void filesOfTwoRootsAreTheSame() {
        const auto [base, newSide] = comparedNames({"/build/a/src/x/util.cpp", "/build/a/src/y/util.cpp"},
                                                   {"/home/me/src/x/util.cpp", "/home/me/src/y/util.cpp"});
        QCOMPARE(base.at("/build/a/src/x/util.cpp"), std::string("src/x/util.cpp"));
        QCOMPARE(base.at("/build/a/src/x/util.cpp"), newSide.at("/home/me/src/x/util.cpp"));
        QCOMPARE(base.at("/build/a/src/y/util.cpp"), newSide.at("/home/me/src/y/util.cpp"));
        QVERIFY(base.at("/build/a/src/x/util.cpp") != base.at("/build/a/src/y/util.cpp"));
    }
    void theLastPartDecidesWhereNothingElseDoes() {
        const auto [base, newSide] = comparedNames({"/build/old/draw.cpp"}, {"/home/me/new/draw.cpp"});
        QCOMPARE(base.at("/build/old/draw.cpp"), std::string("draw.cpp"));
        QCOMPARE(newSide.at("/home/me/new/draw.cpp"), std::string("draw.cpp"));
    }
    void aFolderIsNoNameOfAFile() {
        const auto [base, newSide] = comparedNames({"/x/dir/"}, {"/y/other/"});
        QCOMPARE(base.at("/x/dir/"), std::string("/x/dir/"));
        QCOMPARE(newSide.at("/y/other/"), std::string("/y/other/"));
    }
    void whatIsLeftInTheRootIsTheSame() {
        const auto [base, newSide] = comparedNames({"/build/a/util.cpp", "/build/a/x/util.cpp"},
                                                   {"/home/me/util.cpp", "/home/me/x/util.cpp"});
        QCOMPARE(base.at("/build/a/util.cpp"), newSide.at("/home/me/util.cpp"));
        QCOMPARE(base.at("/build/a/x/util.cpp"), newSide.at("/home/me/x/util.cpp"));
    }
    void spellingsOfOnePathAreOneFile() {
        const auto [base, newSide] =
            comparedNames({"/build/a/obj/../src/x/util.cpp", "src/y/util.cpp"},
                          {"/home/me/src/./x/util.cpp", "/home/me/src/y/util.cpp", "/x.cpp"});
        QCOMPARE(base.at("/build/a/obj/../src/x/util.cpp"), newSide.at("/home/me/src/./x/util.cpp"));
        QCOMPARE(base.at("src/y/util.cpp"), newSide.at("/home/me/src/y/util.cpp"));
        QCOMPARE(newSide.at("/x.cpp"), std::string("/x.cpp"));
    }
    void pathsOfVeryManyPartsAreComparedByTheirLastOnes() {
        const std::string slashes(1'000'000, '/');
        const auto [base, newSide] = comparedNames({slashes + "x/util.cpp", slashes + "same.cpp"},
                                                   {"x/util.cpp", slashes + "same.cpp"});
        QCOMPARE(base.at(slashes + "x/util.cpp"), std::string("x/util.cpp"));
        QCOMPARE(newSide.at("x/util.cpp"), std::string("x/util.cpp"));
        QVERIFY(base.at(slashes + "same.cpp") == slashes + "same.cpp");
        QVERIFY(newSide.at(slashes + "same.cpp") == slashes + "same.cpp");
    }
    void exchangedSidesHaveTheSameNames() {
        const std::vector<std::string> one{"/a/x/util.cpp", "/a/y/util.cpp", "z/util.cpp", "[eval]"};
        const std::vector<std::string> other{"/b/x/util.cpp", "/b/q/util.cpp", "[eval]"};
        const auto [base, newSide] = comparedNames(one, other);
        const auto [back, forth] = comparedNames(other, one);
        QVERIFY(base == forth && newSide == back);
    }
    /// One of two functions of one name did not run in new.
    void functionsOfTheSameFileBelongTogether() {
        const auto base = programOf(
            {{"init", "/build/a/src/x/util.cpp", 10, 3}, {"init", "/build/a/src/y/util.cpp", 20, 3}});
        QCOMPARE(weightPairs(*compareWhole(base, programOf({{"init", "/home/me/src/x/util.cpp", 11, 3}}))),
                 (std::set<std::string>{"10 > 11", "20 > 0"}));
        QCOMPARE(weightPairs(*compareWhole(base, programOf({{"init", "/home/me/src/y/util.cpp", 21, 3}}))),
                 (std::set<std::string>{"10 > 0", "20 > 21"}));
    }
    void linesOfTheSameFileBelongTogether() {
        const auto compared = [](const std::vector<FiledFunction>& newSide) {
            const auto base = programOf({{"init", "/build/a/src/x/util.cpp", 10, 0, 12},
                                         {"init", "/build/a/src/y/util.cpp", 20, 0, 12}});
            return weightPairs(*compareWhole(base, programOf(newSide), Grouping::Line));
        };
        QCOMPARE(compared({{"init", "/home/me/src/x/util.cpp", 11, 0, 12}}),
                 (std::set<std::string>{"10 > 11", "20 > 0"}));
        QCOMPARE(compared({{"init", "/home/me/src/y/util.cpp", 21, 0, 12}}),
                 (std::set<std::string>{"10 > 0", "20 > 21"}));
    }
    void aMovedFileIsFoundThoughAnotherHasItsName() {
        const auto base =
            programOf({{"kept", "a/util.cpp", 5}, {"trim", "b/util.cpp", 10}, {"split", "b/util.cpp", 20}});
        const auto newSide = programOf({{"kept", "a/util.cpp", 5},
                                        {"draw", "c/util.cpp", 40},
                                        {"trim", "a/helpers.cpp", 11},
                                        {"split", "a/helpers.cpp", 21}});
        QCOMPARE(weightPairs(*compareWhole(base, newSide, Grouping::File)),
                 (std::set<std::string>{"5 > 5", "30 > 32", "0 > 40"}));
        QCOMPARE(weightPairs(*compareWhole(newSide, base, Grouping::File)),
                 (std::set<std::string>{"5 > 5", "32 > 30", "40 > 0"}));
    }
    void filesOfTheSameFolderBelongTogether() {
        const auto base =
            programOf({{"a", "/build/a/src/x/util.cpp", 10}, {"b", "/build/a/src/y/util.cpp", 20}});
        const auto newSide =
            programOf({{"c", "/home/me/src/x/util.cpp", 21}, {"d", "/home/me/src/y/util.cpp", 11}});
        QCOMPARE(weightPairs(*compareWhole(base, newSide, Grouping::File)),
                 (std::set<std::string>{"10 > 21", "20 > 11"}));
    }
    void anUnknownFileIsNoNameInCommon() {
        for (const std::string unknown : {"??", "?", "<unknown>"}) {
            const auto [base, newSide] = comparedNames({unknown, "a.c"}, {unknown, "a.c"});
            QCOMPARE(base, (std::map<std::string, std::string>{{"a.c", "a.c"}}));
            QCOMPARE(base, newSide);
            const auto one = programOf({{"f", unknown, 10}, {"g", "a.c", 1}});
            const auto other = programOf({{"f", unknown, 10}, {"h", "b.c", 1000}});
            const auto found = compareWhole(one, other, Grouping::File);
            QVERIFY2(!found, unknown.c_str());
            QCOMPARE(found.error().message,
                     std::string("the two sides can't be compared: no file is on both of them"));
        }
    }
};

QTEST_GUILESS_MAIN(ComparedFilesTest)
#include "compared_files_test.moc"
