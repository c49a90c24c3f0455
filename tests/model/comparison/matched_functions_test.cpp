/// Files, lines and stacks are matched through their functions: one that was renamed, or moved to another
/// file, is the same code.
#include "model/comparison/matched/matched_stacks.h"
#include "tests/model/comparison/compared_text.h"
#include "tests/profile_text.h"

#include <QTest>

using namespace candela;

class MatchedFunctionsTest : public QObject {
    Q_OBJECT

    struct Line {
        const char* function;
        const char* file;
        std::uint32_t start, line;
        std::int64_t weight;
    };

    /// main() calls every function.
    static std::shared_ptr<const Profile> program(const std::vector<Line>& lines) {
        ProfileBuilder builder;
        const auto value = builder.valueType("samples", "count");
        const auto function = [&](const char* name, const char* file, std::uint32_t start) {
            return builder.function({.name = builder.string(name),
                                     .rawName = {},
                                     .file = builder.string(file),
                                     .startLine = start,
                                     .mapping = {}});
        };
        const auto main = builder.stack(
            {}, builder.frame({.function = function("main", "main.c", 1), .mapping = {}, .line = 3}));
        for (const auto& line : lines) {
            const auto frame = builder.frame({.function = function(line.function, line.file, line.start),
                                              .mapping = {},
                                              .line = line.line});
            builder.addSample(
                value,
                {.stack = builder.stack(main, frame), .weight = line.weight, .thread = {}, .labels = {}});
        }
        return std::make_shared<const Profile>(builder.build());
    }
    /// "base > new: evidence" of each row with a weight, sorted.
    static QStringList pairs(const Comparison& comparison) {
        QStringList result;
        for (const auto& row : comparison.rows)
            result << QString::fromStdString(fmt::format("{} > {}: {}", nameOn(comparison.base, row.base),
                                                         nameOn(comparison.newSide, row.newGroup),
                                                         matchStep(row.match)));
        result.sort();
        return result;
    }
    static std::shared_ptr<const Profile> before() {
        return program({{"parse", "parse.c", 10, 12, 30},
                        {"parse", "parse.c", 10, 17, 20},
                        {"draw", "draw.c", 5, 8, 50},
                        {"blend", "draw.c", 40, 44, 7}});
    }
    /// parse() is in another file, draw() has another name, blend() is unchanged.
    static std::shared_ptr<const Profile> after() {
        return program({{"parse", "reader.c", 110, 112, 33},
                        {"parse", "reader.c", 110, 117, 19},
                        {"draw_all", "draw.c", 25, 28, 55},
                        {"blend", "draw.c", 60, 64, 8}});
    }

private slots:
    void aFileWhoseFunctionsMovedIsTheSame() {
        const auto found = *compareWhole(before(), after(), Grouping::File);
        QCOMPARE(pairs(found), (QStringList{"draw.c > draw.c: name", "main.c > main.c: name",
                                            "parse.c > reader.c: renamed"}));
    }
    void aFileWithOtherFunctionsIsAnotherOne() {
        const auto other = program({{"unpack", "zip.c", 1, 2, 1}, {"draw", "draw.c", 5, 8, 50}});
        const auto found =
            *compareWhole(before(), other, Grouping::File, {{HandLinkKind::Unlink, "parse", "unpack"}});
        QVERIFY(pairs(found).contains("parse.c > -: only base"));
        QVERIFY(pairs(found).contains("- > zip.c: only new"));
    }
    void linesOfRenamedAndMovedFunctionsAreTheSame() {
        const auto found = *compareWhole(before(), after(), Grouping::Line);
        QCOMPARE(pairs(found), (QStringList{"blend draw.c:44 > blend draw.c:64: line",
                                            "draw draw.c:8 > draw_all draw.c:28: line",
                                            "main main.c:3 > main main.c:3: line",
                                            "parse parse.c:12 > parse reader.c:112: line",
                                            "parse parse.c:17 > parse reader.c:117: line"}));
        for (const auto& row : found.rows)
            QVERIFY(row.baseTotal > 0 && row.newTotal > 0);
    }
    void withoutFirstLinesTheLineItselfDecides() {
        const auto one = program({{"draw", "draw.c", 0, 8, 50}, {"parse", "parse.c", 0, 12, 30}});
        const auto other = program({{"draw_all", "draw.c", 0, 8, 50}, {"parse", "parse.c", 0, 12, 30}});
        QVERIFY(pairs(*compareWhole(one, other, Grouping::Line))
                    .contains("draw draw.c:8 > draw_all draw.c:8: line"));
    }
    void functionsThatWereTakenApartStayApart() {
        const HandLinks links{{HandLinkKind::Unlink, "draw", "draw_all"}};
        const auto found = pairs(*compareWhole(before(), after(), Grouping::Line, links));
        QVERIFY(found.contains("draw draw.c:8 > -: only base"));
        QVERIFY(found.contains("- > draw_all draw.c:28: only new"));
    }
    void stacksAreJoinedThroughTheirFunctions() {
        const auto groupsOf = [](const char* text) {
            return groupFrames(sharedProfile(text), Grouping::Function);
        };
        const auto functions = groupsOf("main 1\nparse 1\nscan 1\n"),
                   others = groupsOf("main 1\ndecode 1\nscan 1\n");
        const auto stacks = groupsOf("a 1\nb 1\nc 1\n"), newStacks = groupsOf("a 1\nb 1\nc 1\n");
        const auto named = [](const FrameGroups& groups, std::vector<std::string> names) {
            auto copy = groups;
            for (std::size_t row = 0; row < names.size(); ++row)
                copy.groups[row].name = names[row];
            return copy;
        };
        Matching ofFunctions;
        ofFunctions.matches = {{FrameGroupIndex(0), FrameGroupIndex(0), MatchEvidence::Name, 0.99},
                               {FrameGroupIndex(1), FrameGroupIndex(1), MatchEvidence::Renamed, 0.7},
                               {FrameGroupIndex(2), FrameGroupIndex(2), MatchEvidence::Name, 0.99}};
        Matching matching;
        matching.matches = {{FrameGroupIndex(0), FrameGroupIndex(0), MatchEvidence::Name, 0.99},
                            {FrameGroupIndex(1), {}, MatchEvidence::OnlyBase, 0},
                            {FrameGroupIndex(2), {}, MatchEvidence::OnlyBase, 0},
                            {{}, FrameGroupIndex(1), MatchEvidence::OnlyNew, 0},
                            {{}, FrameGroupIndex(2), MatchEvidence::OnlyNew, 0}};
        joinStacks(matching, named(*stacks, {"main", "main;parse;scan", "main;parse"}),
                   named(*newStacks, {"main", "main;decode", "main;scan"}), ofFunctions, *functions, *others);
        QCOMPARE(matching.matches.size(), std::size_t(4));
        QCOMPARE(matching.matches[2].base, FrameGroupIndex(2));
        QCOMPARE(matching.matches[2].newGroup, FrameGroupIndex(1));
        QCOMPARE(matching.matches[2].evidence, MatchEvidence::Renamed);
        QCOMPARE(matching.matches[2].confidence, 0.7);
        QCOMPARE(matching.matches[1].evidence, MatchEvidence::OnlyBase);
        QCOMPARE(matching.matches[3].evidence, MatchEvidence::OnlyNew);
    }
    void exchangedSidesMirrorTheMatches() {
        for (const auto grouping : {Grouping::File, Grouping::Line}) {
            const auto forth = *compareWhole(before(), after(), grouping);
            const auto back = *compareWhole(after(), before(), grouping);
            QStringList turned;
            for (const auto& pair : pairs(back)) {
                const auto names = pair.section(": ", 0, -2).split(" > ");
                turned << names[1] + " > " + names[0] + ": " + pair.section(": ", -1);
            }
            turned.sort();
            QCOMPARE(turned, pairs(forth));
        }
    }
};

QTEST_GUILESS_MAIN(MatchedFunctionsTest)
#include "matched_functions_test.moc"
