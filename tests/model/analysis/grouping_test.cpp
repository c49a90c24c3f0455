#include <QTest> // first, because moc can't read <concepts> otherwise

#include "model/analysis/grouping/grouping.h"
#include "model/base/path_text.h"
#include "tests/model/analysis/random_profile.h"
#include "tests/profile_text.h"

#include <set>

using namespace candela;

namespace {

/// One frame per line, in the order of the frames: "name | module | file:line".
std::string groupsOf(Profile profile, Grouping grouping) {
    const auto groups = groupFrames(std::make_shared<Profile>(std::move(profile)), grouping);
    std::string text;
    for (const auto index : groups->groupOfFrame) {
        const auto& group = (*groups)[index];
        text += std::to_string(index.row()) + " " + group.name + " | " +
                std::string(groups->moduleName(index)) + " | " +
                std::string(groups->profile->text(group.file)) + ":" + std::to_string(group.line) + "\n";
    }
    return text;
}

struct FrameRow {
    std::string function; // "-": none
    std::string functionModule;
    std::string frameModule;
    std::string file;
    std::uint32_t line = 0;
    std::uint64_t address = 0;
};

Profile profileOf(const std::vector<FrameRow>& rows) {
    ProfileBuilder builder;
    const auto module = [&](const std::string& path) {
        return path.empty() ? MappingIndex() : builder.mapping({.path = builder.string(path), .buildId = {}});
    };
    for (const auto& row : rows) {
        FunctionIndex function;
        if (row.function != "-")
            function = builder.function({.name = builder.string(row.function),
                                         .rawName = {},
                                         .file = builder.string(row.file),
                                         .mapping = module(row.functionModule)});
        builder.frame({.function = function,
                       .mapping = module(row.frameModule),
                       .address = row.address,
                       .line = row.line});
    }
    return builder.build();
}

} // namespace

class GroupingTest : public QObject {
    Q_OBJECT
private slots:
    void namesAreReadAndPrinted() {
        for (const auto grouping :
             {Grouping::Function, Grouping::Module, Grouping::File, Grouping::Line, Grouping::Address})
            QCOMPARE(groupingFromName(groupingName(grouping)), grouping);
        QVERIFY(!groupingFromName("functions"));
    }
    void theLastPathPartIsTheModulesName() {
        QCOMPARE(lastPathPart("/lib/x86_64-linux-gnu/libc.so.6"), std::string_view("libc.so.6"));
        QCOMPARE(lastPathPart("plain"), std::string_view("plain"));
        QCOMPARE(lastPathPart("[kernel.kallsyms]"), std::string_view("[kernel.kallsyms]"));
        QCOMPARE(lastPathPart("[anon:/x/y]"), std::string_view("[anon:/x/y]"));
        QCOMPARE(lastPathPart("/a/b/"), std::string_view("b"));
        QCOMPARE(lastPathPart(""), std::string_view(""));
    }
    void pathsForPeopleHaveNoWaysBack() {
        QCOMPARE(plainPath("/work/tree/build/release/../../tests/x.cpp"),
                 std::string("/work/tree/tests/x.cpp"));
        QCOMPARE(plainPath("a/./b/../c.c"), std::string("a/c.c"));
        QCOMPARE(plainPath("../x.c"), std::string("../x.c"));
        QCOMPARE(plainPath("https://example.org//x.c"), std::string("https://example.org//x.c"));
        QCOMPARE(plainPath(""), std::string());
    }
    void equalNamesInDifferentModulesStayApart() {
        QCOMPARE(groupsOf(profileOf({{"init", "/lib/a.so", "/lib/a.so", "a.c", 3},
                                     {"init", "/lib/b.so", "/lib/b.so", "b.c", 4},
                                     {"init", "/lib/a.so", "/lib/a.so", "a.c", 5}}),
                          Grouping::Function),
                 std::string("0 init | a.so | a.c:0\n"
                             "1 init | b.so | b.c:0\n"
                             "0 init | a.so | a.c:0\n"));
    }
    void whereTheFormatNamesNoModuleTheSourceFileCounts() {
        QCOMPARE(groupsOf(profileOf({{"init", "", "", "a.c", 3},
                                     {"init", "", "/lib/a.so", "a.c", 3},
                                     {"init", "", "/lib/b.so", "b.c", 4}}),
                          Grouping::Function),
                 std::string("0 init (a.c) | a.so | a.c:0\n"
                             "0 init (a.c) | a.so | a.c:0\n"
                             "1 init (b.c) | b.so | b.c:0\n"));
    }
    void equalNamesInDifferentFilesStayApart() {
        QCOMPARE(groupsOf(profileOf({{"work", "/bin/app", "/bin/app", "/src/a.c", 3},
                                     {"work", "/bin/app", "/bin/app", "/src/b.c", 3},
                                     {"main", "/bin/app", "/bin/app", "/src/a.c", 4},
                                     {"work", "/bin/app", "/bin/app", "/src/x/../a.c", 5},
                                     {"main", "/bin/app", "/bin/app", "/src/macros.h", 9},
                                     {"work", "/bin/app", "/bin/app", "", 0}}),
                          Grouping::Function),
                 std::string("0 work (a.c) | app | /src/a.c:0\n"
                             "1 work (b.c) | app | /src/b.c:0\n"
                             "2 main | app | /src/a.c:0\n"
                             "0 work (a.c) | app | /src/a.c:0\n"
                             "2 main | app | /src/a.c:0\n"
                             "3 work | app | :0\n"));
    }
    /// A placeholder for an unknown name has no file: it is one row, as in other tools.
    void placeholdersOfNamesAreOneFunction() {
        for (const std::string filler : {"?", "??", "[unknown]", "<unknown>"})
            QCOMPARE(groupsOf(profileOf({{filler, "/bin/app", "/bin/app", "/src/a.go", 3},
                                         {filler, "/bin/app", "/bin/app", "/src/b.go", 3}}),
                              Grouping::Function),
                     "0 " + filler + " | app | /src/a.go:0\n0 " + filler + " | app | /src/a.go:0\n");
    }
    void filesOfOneNameAreShownWithTheirFolders() {
        QCOMPARE(groupsOf(profileOf({{"work", "", "", "/src/left/util.c", 3},
                                     {"work", "", "", "/src/right/util.c", 3}}),
                          Grouping::Function),
                 std::string("0 work (left/util.c) |  | /src/left/util.c:0\n"
                             "1 work (right/util.c) |  | /src/right/util.c:0\n"));
    }
    void functionsOfOneNameInOneFileStayApartWhereTheyBegin() {
        ProfileBuilder builder;
        const auto add = [&](std::string_view rawName, std::string_view file, std::uint32_t line,
                             FrameKind kind) {
            builder.frame({.function = builder.function({.name = builder.string("f"),
                                                         .rawName = builder.string(rawName),
                                                         .file = builder.string(file),
                                                         .startLine = line,
                                                         .mapping = {}}),
                           .mapping = {},
                           .kind = kind});
        };
        add("", "app.js", 3, FrameKind::Interpreted);
        add("", "app.js", 30, FrameKind::Interpreted);
        add("", "lib.js", 3, FrameKind::Interpreted);
        add("", "app.cpp", 7, FrameKind::User);
        add("", "included.h", 7, FrameKind::User); // a function with lines in that file
        add("_Z1fv", "other.cpp", 90, FrameKind::User);
        QCOMPARE(groupsOf(builder.build(), Grouping::Function), std::string("0 f (app.js:3) |  | app.js:0\n"
                                                                            "1 f (app.js:30) |  | app.js:0\n"
                                                                            "2 f (lib.js) |  | lib.js:0\n"
                                                                            "3 f (app.cpp) |  | app.cpp:0\n"
                                                                            "3 f (app.cpp) |  | app.cpp:0\n"
                                                                            "4 f |  | other.cpp:0\n"));
    }
    void aFileInCHasOneFunctionOfAName() {
        ProfileBuilder builder;
        for (const auto* file : {"gc.c", "gc.cpp"}) {
            for (const std::uint32_t start : {1098u, 1102u})
                builder.frame({.function = builder.function({.name = builder.string("f"),
                                                             .rawName = {},
                                                             .file = builder.string(file),
                                                             .startLine = start,
                                                             .mapping = {}}),
                               .mapping = {},
                               .line = start});
        }
        QCOMPARE(groupsOf(builder.build(), Grouping::Function),
                 std::string("0 f (gc.c) |  | gc.c:0\n"
                             "0 f (gc.c) |  | gc.c:0\n"
                             "1 f (gc.cpp:1098) |  | gc.cpp:0\n"
                             "2 f (gc.cpp:1102) |  | gc.cpp:0\n"));
    }
    void namesThatALinkerAcceptsOnceAreOneFunction() {
        ProfileBuilder builder;
        for (const auto* rawName : {"_ZN3app4workEv", "_ZN12_GLOBAL__N_14workEv", "_ZL4workv"}) {
            for (const auto* file : {"a.cpp", "b.cpp"})
                builder.frame({.function = builder.function({.name = builder.string(rawName),
                                                             .rawName = builder.string(rawName),
                                                             .file = builder.string(file),
                                                             .mapping = {}}),
                               .mapping = {}});
        }
        QCOMPARE(groupsOf(builder.build(), Grouping::Function),
                 std::string("0 _ZN3app4workEv |  | a.cpp:0\n"
                             "0 _ZN3app4workEv |  | a.cpp:0\n"
                             "1 _ZN12_GLOBAL__N_14workEv (a.cpp) |  | a.cpp:0\n"
                             "2 _ZN12_GLOBAL__N_14workEv (b.cpp) |  | b.cpp:0\n"
                             "3 _ZL4workv (a.cpp) |  | a.cpp:0\n"
                             "4 _ZL4workv (b.cpp) |  | b.cpp:0\n"));
    }
    void startsOfDifferentBuildsStayApart() {
        ProfileBuilder builder;
        for (const auto* buildId : {"aa", "bb", "aa"}) {
            const auto mapping =
                builder.mapping({.path = builder.string("/bin/gzip"), .buildId = builder.string(buildId)});
            for (const auto* name : {"gzip+0x4290", "main"})
                builder.frame(
                    {.function = builder.function(
                         {.name = builder.string(name), .rawName = {}, .file = {}, .mapping = mapping}),
                     .mapping = mapping,
                     .address = builder.string(buildId).row()});
        }
        QCOMPARE(groupsOf(builder.build(), Grouping::Function), std::string("0 gzip+0x4290 (aa) | gzip | :0\n"
                                                                            "1 main | gzip | :0\n"
                                                                            "2 gzip+0x4290 (bb) | gzip | :0\n"
                                                                            "1 main | gzip | :0\n"));
    }
    void unnamedFramesOfAModuleAreOneGroup() {
        QCOMPARE(groupsOf(profileOf({{"-", "", "/lib/a.so", "", 0, 1},
                                     {"-", "", "/lib/a.so", "", 0, 2},
                                     {"-", "", "/usr/lib/a.so", "", 0, 2},
                                     {"", "", "/lib/a.so", "", 0, 3},
                                     {"-", "", "[vdso]", "", 0, 4},
                                     {"-", "", "", "", 0, 5},
                                     {"", "", "", "", 0, 6},
                                     {"<unknown>", "", "", "", 0, 6}}),
                          Grouping::Function),
                 std::string("0 [a.so] | a.so | :0\n"
                             "0 [a.so] | a.so | :0\n"
                             "1 [a.so] | a.so | :0\n"
                             "0 [a.so] | a.so | :0\n"
                             "2 [vdso] | [vdso] | :0\n"
                             "3 <unknown> |  | :0\n"
                             "3 <unknown> |  | :0\n"
                             "4 <unknown> |  | :0\n"));
    }
    void modulesFilesLinesAndAddresses() {
        const std::vector<FrameRow> rows{{"draw", "/bin/app", "/bin/app", "src/draw.c", 3, 0x10},
                                         {"draw", "/bin/app", "/bin/app", "src/draw.c", 4, 0x18},
                                         {"blit", "/bin/app", "/bin/app", "src/draw.c", 4, 0x18},
                                         {"-", "", "/bin/app", "", 0, 0x20},
                                         {"-", "", "", "", 0, 0}};
        QCOMPARE(groupsOf(profileOf(rows), Grouping::Module), std::string("0 app | app | :0\n"
                                                                          "0 app | app | :0\n"
                                                                          "0 app | app | :0\n"
                                                                          "0 app | app | :0\n"
                                                                          "1 <unknown> |  | :0\n"));
        QCOMPARE(groupsOf(profileOf(rows), Grouping::File), std::string("0 src/draw.c | app | src/draw.c:0\n"
                                                                        "0 src/draw.c | app | src/draw.c:0\n"
                                                                        "0 src/draw.c | app | src/draw.c:0\n"
                                                                        "1 [app] | app | :0\n"
                                                                        "2 <unknown> |  | :0\n"));
        QCOMPARE(groupsOf(profileOf(rows), Grouping::Line),
                 std::string("0 draw draw.c:3 | app | src/draw.c:3\n"
                             "1 draw draw.c:4 | app | src/draw.c:4\n"
                             "2 blit draw.c:4 | app | src/draw.c:4\n"
                             "3 [app] | app | :0\n"
                             "4 <unknown> |  | :0\n"));
        QCOMPARE(groupsOf(profileOf(rows), Grouping::Address),
                 std::string("0 draw 0x10 | app | src/draw.c:3\n"
                             "1 draw 0x18 | app | src/draw.c:4\n"
                             "2 blit 0x18 | app | src/draw.c:4\n"
                             "3 [app] 0x20 | app | :0\n"
                             "4 <unknown> |  | :0\n"));
    }
    void aLineWithoutAFileStillShows() {
        QCOMPARE(groupsOf(profileOf({{"f", "", "", "", 7}, {"f", "", "", "a.py", 0}}), Grouping::Line),
                 std::string("0 f :7 |  | :7\n1 f a.py |  | a.py:0\n"));
    }
    void everyFrameHasAGroupAndEveryGroupAFrame() {
        for (unsigned seed = 0; seed < 10; ++seed) {
            const auto profile = std::make_shared<Profile>(randomProfile(seed));
            for (const auto grouping :
                 {Grouping::Function, Grouping::Module, Grouping::File, Grouping::Line, Grouping::Address}) {
                const auto groups = groupFrames(profile, grouping);
                QCOMPARE(groups->groupOfFrame.size(), profile->frames.size());
                const std::set<FrameGroupIndex> used(groups->groupOfFrame.begin(),
                                                     groups->groupOfFrame.end());
                // Except the group for samples without a stack.
                QCOMPARE(used.size() + (groups->stackless.isNone() ? 0 : 1), groups->size());
                QVERIFY(used.rbegin()->row() < groups->size());
            }
        }
    }
};

QTEST_GUILESS_MAIN(GroupingTest)
#include "grouping_test.moc"
