#include "model/comparison/change_text.h"
#include "model/comparison/compared_profiles.h"
#include "model/comparison/comparison.h"
#include "model/comparison/matched/common_rows.h"
#include "tests/profile_text.h"

#include <QTest>

#include <fmt/format.h>

#include <limits>
#include <set>

using namespace candela;

namespace {

ComparisonSide sideOf(std::string_view text, std::int64_t duration = 0) {
    const auto profile = std::make_shared<Profile>(profileFromText(text));
    Task task;
    auto weights = *SampleSelector(profile).stackWeights(ValueTypeIndex(0), {}, task);
    return {groupFrames(profile, Grouping::Function), std::move(weights), duration};
}

Result<Comparison> compareTexts(const ComparisonSide& base, const ComparisonSide& newSide,
                                Normalize normalize) {
    const auto typeOf = [](const ComparisonSide& side) { return side.groups->profile->samples[0].type; };
    return compare(base, newSide, typeOf(base), typeOf(newSide), normalize);
}

std::string changeText(std::optional<double> change) {
    return change ? fmt::format("{:+.2f}", *change) : "none";
}

/// One row per line: "name@module self 5>7 +0.40 (+0.10) total 5>7 +0.40 (+0.10) name".
std::string comparisonText(const Comparison& comparison) {
    std::string text;
    for (const auto& row : comparison.rows)
        text += fmt::format("{}@{} self {}>{} {} ({:+.3f}) total {}>{} {} ({:+.3f}) {}\n", row.name,
                            row.module, row.baseSelf, row.newSelf, changeText(row.selfChange),
                            row.selfDifference, row.baseTotal, row.newTotal, changeText(row.totalChange),
                            row.totalDifference, matchStep(row.match));
    return text;
}

/// The pairs only: "name module>module match".
std::string matchesText(std::string_view base, std::string_view newSide) {
    const auto comparison = *compareTexts(sideOf(base), sideOf(newSide), Normalize::None);
    std::string text;
    for (const auto& row : comparison.rows) {
        const auto& sides = comparison;
        text += fmt::format(
            "{} {}>{} {}\n", row.name, row.base ? sides.base.groups->moduleName(row.base) : "-",
            row.newGroup ? sides.newSide.groups->moduleName(row.newGroup) : "-", matchStep(row.match));
    }
    return text;
}

} // namespace

namespace {

struct OneFunction {
    std::string name;
    std::string file;
    std::string buildId = "aa";
};

std::shared_ptr<const Profile> profileOf(const std::vector<OneFunction>& functions) {
    ProfileBuilder builder;
    const auto value = builder.valueType("samples", "count");
    std::uint64_t address = 0x1000;
    for (const auto& function : functions) {
        const auto mapping = builder.mapping(
            {.path = builder.string("/bin/app"), .buildId = builder.string(function.buildId)});
        const auto frame = builder.frame({.function = builder.function({.name = builder.string(function.name),
                                                                        .rawName = {},
                                                                        .file = builder.string(function.file),
                                                                        .mapping = mapping}),
                                          .mapping = mapping,
                                          .address = address += 16});
        builder.addSample(value,
                          {.stack = builder.stack({}, frame), .weight = 1, .thread = {}, .labels = {}});
    }
    return std::make_shared<const Profile>(builder.build());
}

/// The pairs: "base>new".
std::string pairsOf(std::shared_ptr<const Profile> base, std::shared_ptr<const Profile> newSide) {
    const ComparedProfiles compared(std::move(base), std::move(newSide));
    Task task;
    const auto sideOf = [&](const std::shared_ptr<const Profile>& profile) {
        return ComparisonSide{groupFrames(profile, Grouping::Function),
                              *SampleSelector(profile).stackWeights(ValueTypeIndex(0), {}, task), 0};
    };
    const auto comparison =
        *compareTexts(sideOf(compared.base()), sideOf(compared.newSide()), Normalize::None);
    std::set<std::string> pairs;
    for (const auto& row : comparison.rows) {
        const auto nameOf = [](const ComparisonSide& side, FrameGroupIndex index) {
            return index ? (*side.groups)[index].name : std::string("-");
        };
        pairs.insert(nameOf(comparison.base, row.base) + ">" + nameOf(comparison.newSide, row.newGroup));
    }
    std::string text;
    for (const auto& pair : pairs)
        text += pair + "\n";
    return text;
}

} // namespace

class ComparisonTest : public QObject {
    Q_OBJECT
private slots:
    void intervalsAreShownUpToAFactorOfAThousand() {
        QCOMPARE(candela::changeText(90.98, 1, 92), std::string("+9,098 %"));
        QCOMPARE(intervalText(std::nullopt), std::string());
        QCOMPARE(intervalText(ChangeInterval{-0.05, 0.123}), std::string("−5.0 … +12.3 %"));
        QCOMPARE(intervalText(ChangeInterval{-1, 1.6e24}), std::string("−100.0 … > +100,000 %"));
        QCOMPARE(intervalText(ChangeInterval{-1, std::numeric_limits<double>::infinity()}),
                 std::string("−100.0 … ∞ %"));
    }
    void functionsOfOneNameFindThoseOfTheirFile() {
        QCOMPARE(pairsOf(profileOf({{"work", "/old/a.c"}, {"work", "/old/b.c"}}),
                         profileOf({{"work", "/new/b.c"}, {"work", "/new/a.c"}})),
                 std::string("work (a.c)>work (a.c)\nwork (b.c)>work (b.c)\n"));
        QCOMPARE(pairsOf(profileOf({{"work", "/old/a.c"}, {"work", "/old/b.c"}}),
                         profileOf({{"work", "/new/b.c", "bb"}})),
                 std::string("work (a.c)>-\nwork (b.c)>work\n"));
        QCOMPARE(pairsOf(profileOf({{"work", "/old/a.c"}}), profileOf({{"work", "/old/renamed.c"}})),
                 std::string("work>work\n"));
    }
    void startsAreComparedInOneBuildOnly() {
        QCOMPARE(pairsOf(profileOf({{"app+0x10", ""}, {"app+0x20", ""}}),
                         profileOf({{"app+0x20", ""}, {"app+0x30", ""}})),
                 std::string("->app+0x30\napp+0x10>-\napp+0x20>app+0x20\n"));
        QCOMPARE(pairsOf(profileOf({{"app+0x10", ""}, {"app+0x20", ""}, {"main", ""}}),
                         profileOf({{"app+0x20", "", "bb"}, {"app+0x30", "", "bb"}, {"main", "", "bb"}})),
                 std::string("[app]>[app]\nmain>main\n"));
        QCOMPARE(pairsOf(profileOf({{"app+0x10", "", ""}}), profileOf({{"app+0x10", "", ""}})),
                 std::string("[app]>[app]\n"));
    }
    void namesAreReadAndPrinted() {
        for (const auto normalize :
             {Normalize::Share, Normalize::None, Normalize::Duration, Normalize::CpuTime, Normalize::Work})
            QCOMPARE(normalizeFromName(normalizeName(normalize)), normalize);
        QVERIFY(!normalizeFromName("shares"));
    }
    void timeIsComparedBySharesAndOtherSumsAsTheyAre_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<bool>("byShares");
        QTest::newRow("CPU time") << "cpu"
                                  << "nanoseconds" << true;
        QTest::newRow("time waited") << "delay"
                                     << "microseconds" << true;
        QTest::newRow("samples") << "samples"
                                 << "count" << true;
        QTest::newRow("cycles") << "cycles:u"
                                << "count" << true;
        QTest::newRow("bytes allocated") << "alloc_space"
                                         << "bytes" << false;
        QTest::newRow("objects alive") << "inuse_objects"
                                       << "count" << false;
        QTest::newRow("faults") << "page-faults"
                                << "count" << false;
        QTest::newRow("callgrind's instructions") << "Ir"
                                                  << "count" << false;
    }
    void timeIsComparedBySharesAndOtherSumsAsTheyAre() {
        QFETCH(QString, name);
        QFETCH(QString, unit);
        QFETCH(bool, byShares);
        const auto normalize = defaultNormalize(name.toStdString(), unit.toStdString());
        QCOMPARE(normalize, byShares ? Normalize::Share : Normalize::None);
        QVERIFY(!normalizeMeaning(normalize).empty());
    }
    void rowsAreOrderedByTheLargerOfSelfAndTotal() {
        // The total of parse() grew by 40, that of its callees; the self weight of render() grew by 30.
        auto comparison = *compareTexts(sideOf("parse;scan 10\nparse;lex 10\nrender 10\n"),
                                        sideOf("parse;scan 30\nparse;lex 30\nrender 40\n"), Normalize::None);
        const auto names = [&] {
            std::string text;
            for (const auto& row : comparison.rows)
                text += row.name + " ";
            return text;
        };
        QCOMPARE(names(), std::string("parse render lex scan "));
        sortRows(comparison, ComparisonOrder::Self);
        QCOMPARE(names(), std::string("render lex scan parse "));
        sortRows(comparison, ComparisonOrder::Total);
        QCOMPARE(names(), std::string("parse render lex scan "));
    }
    void rowsThatDidNotChangeAreOrderedByWeight() {
        const auto text = "main 1\nmain;a_little 2\nmain;parse 30\nmain;read;scan 50\nmain;z_little 2\n";
        auto comparison = *compareTexts(sideOf(text), sideOf(text), Normalize::Share);
        const auto names = [&] {
            std::string all;
            for (const auto& row : comparison.rows)
                all += row.name + " ";
            return all;
        };
        QCOMPARE(names(), std::string("scan parse a_little z_little main read "));
        sortRows(comparison, ComparisonOrder::Self);
        QCOMPARE(names(), std::string("scan parse a_little z_little main read "));
        sortRows(comparison, ComparisonOrder::Total);
        QCOMPARE(names(), std::string("main scan read parse a_little z_little "));
        // Of rows that changed alike, too: one weighs more on both sides together.
        comparison = *compareTexts(sideOf("alone 10\nlight 1\nheavy 100\n"),
                                   sideOf("alone 10\nlight 6\nheavy 105\n"), Normalize::None);
        QCOMPARE(names(), std::string("heavy light alone "));
    }
    void sharesAreOfEachSidesOwnTotal() {
        const auto comparison = compareTexts(sideOf("main;draw 6\nmain;load 4\n"),
                                             sideOf("main;draw 90\nmain;load 10\n"), Normalize::Share);
        QCOMPARE(comparisonText(*comparison),
                 std::string("draw@ self 6>90 +0.50 (+0.300) total 6>90 +0.50 (+0.300) name\n"
                             "load@ self 4>10 -0.75 (-0.300) total 4>10 -0.75 (-0.300) name\n"
                             "main@ self 0>0 none (+0.000) total 10>100 +0.00 (+0.000) name\n"));
        QCOMPARE(comparison->valueName, std::string("samples"));
        QCOMPARE(comparison->valueUnit, std::string("count"));
    }
    void withoutNormalizationWeightsAreCompared() {
        QCOMPARE(comparisonText(*compareTexts(sideOf("draw 6\n"), sideOf("draw 90\n"), Normalize::None)),
                 std::string("draw@ self 6>90 +14.00 (+84.000) total 6>90 +14.00 (+84.000) name\n"));
    }
    void byDurationWeightsAreASecond() {
        QCOMPARE(comparisonText(*compareTexts(sideOf("draw 6\n", 2'000'000'000),
                                              sideOf("draw 9\n", 1'000'000'000), Normalize::Duration)),
                 std::string("draw@ self 6>9 +2.00 (+6.000) total 6>9 +2.00 (+6.000) name\n"));
    }
    void withoutADurationThereIsNoneToDivideBy() {
        const auto found = compareTexts(sideOf("draw 6\n", 1), sideOf("draw 9\n"), Normalize::Duration);
        QVERIFY(!found);
        QCOMPARE(found.error().code, ErrorCode::Usage);
        QVERIFY(found.error().message.starts_with("the new side has no duration"));
    }
    void differentUnitsAreNotCompared() {
        ProfileBuilder builder;
        const ValueType bytes{builder.string("alloc_space"), builder.string("bytes")};
        const auto profile = std::make_shared<Profile>(builder.build());
        ComparisonSide newSide{groupFrames(profile, Grouping::Function), {}};
        const auto base = sideOf("main 1\n");
        const auto found =
            compare(base, newSide, base.groups->profile->samples[0].type, bytes, Normalize::Share);
        QVERIFY(!found);
        QCOMPARE(
            found.error().message,
            std::string("the two sides can't be compared: one is measured in count, the other in bytes"));
    }
    void whatIsOnOneSideOnlyHasNoChange() {
        QCOMPARE(comparisonText(
                     *compareTexts(sideOf("main 1\nold 1\n"), sideOf("main 3\nnew 3\n"), Normalize::Share)),
                 std::string("new@ self 0>3 none (+0.500) total 0>3 none (+0.500) only new\n"
                             "old@ self 1>0 -1.00 (-0.500) total 1>0 -1.00 (-0.500) only base\n"
                             "main@ self 1>3 +0.00 (+0.000) total 1>3 +0.00 (+0.000) name\n"));
    }
    void sidesThatHaveNothingInCommonAreNotCompared() {
        const auto found = compareTexts(sideOf("old 1\n"), sideOf("new 3\n"), Normalize::Share);
        QVERIFY(!found);
        QCOMPARE(found.error().message,
                 std::string("the two sides can't be compared: no function is on both of them"));
        QCOMPARE(found.error().code, ErrorCode::Usage);
    }
    void missingRowsAreCalledAsTheCallerWants() {
        const auto typeOf = [](const ComparisonSide& side) { return side.groups->profile->samples[0].type; };
        const auto base = sideOf("old 1\n"), newSide = sideOf("new 3\n");
        const auto found =
            compare(base, newSide, typeOf(base), typeOf(newSide), Normalize::Share, {}, "process");
        QVERIFY(!found);
        QCOMPARE(found.error().message,
                 std::string("the two sides can't be compared: no process is on both of them"));
        // Unlike values, and a missing divisor, are named first.
        const auto rates =
            compare(base, newSide, typeOf(base), typeOf(newSide), Normalize::Duration, {}, "process");
        QVERIFY(!rates);
        QVERIFY(rates.error().message.starts_with("the base has no duration"));
    }
    void rootsWithoutANameAreNothingInCommon() {
        const auto profile = std::make_shared<const Profile>(profileFromText("main 1\n"));
        for (const auto grouping : {Grouping::Function, Grouping::Module}) {
            // By module, neither side has a name then.
            const bool isWithoutNames = grouping == Grouping::Module;
            for (const auto& [name, isCommon] : {std::pair<std::string, bool>("make", true),
                                                 {"(unknown)", isWithoutNames},
                                                 {"(none)", isWithoutNames}}) {
                auto groups = *groupFrames(profile, grouping);
                addRoots(groups, std::vector{name});
                Matching matching;
                matching.matches.push_back(
                    {groups.groupOfRoot(0), groups.groupOfRoot(0), MatchEvidence::Name, 0.99});
                QCOMPARE(haveCommonRow(matching, groups, groups), isCommon);
            }
        }
    }
    void samplesWithoutAStackAreNothingInCommon() {
        auto groups =
            *groupFrames(std::make_shared<const Profile>(profileFromText("main 1\n")), Grouping::Function);
        addStackless(groups);
        Matching matching;
        matching.matches.push_back({groups.stackless, groups.stackless, MatchEvidence::Name, 0.99});
        QVERIFY(!haveCommonRow(matching, groups, groups));
        matching.matches.push_back({FrameGroupIndex(0), {}, MatchEvidence::OnlyBase, 0});
        QVERIFY(!haveCommonRow(matching, groups, groups));
        matching.matches.push_back({FrameGroupIndex(0), FrameGroupIndex(0), MatchEvidence::Name, 0.99});
        QVERIFY(haveCommonRow(matching, groups, groups));
    }
    void differentSumsOfOneUnitAreNotCompared() {
        const auto sideNamed = [](std::string_view name) {
            ProfileBuilder builder;
            builder.valueType(name, "bytes");
            const auto profile = std::make_shared<const Profile>(builder.build());
            return ComparisonSide{groupFrames(profile, Grouping::Function), {}};
        };
        const auto found = compareTexts(sideNamed("alloc_space"), sideNamed("inuse_space"), Normalize::None);
        QVERIFY(!found);
        QCOMPARE(found.error().message, std::string("the two sides can't be compared: one measures "
                                                    "alloc_space, the other inuse_space"));
        QVERIFY(compareTexts(sideNamed("alloc_space"), sideNamed("alloc_space"), Normalize::None));
    }
    void anEmptySideHasSharesOfZero() {
        QCOMPARE(comparisonText(*compareTexts(sideOf(""), sideOf("main 3\n"), Normalize::Share)),
                 std::string("main@ self 0>3 none (+1.000) total 0>3 none (+1.000) only new\n"));
    }
    void aRenamedBinaryMatchesByName() {
        QCOMPARE(matchesText("main@/bin/app_v1 3\n", "main@/bin/app_v2 4\n"),
                 std::string("main app_v1>app_v2 other module\n"));
    }
    void aMovedModuleMatchesExactly() {
        QCOMPARE(matchesText("main@/old/app 3\n", "main@/new/app 4\n"), std::string("main app>app name\n"));
    }
    void theModuleDecidesAmongEqualNames() {
        QCOMPARE(matchesText("init@a.so 100\ninit@b.so 10\n", "init@b.so 300\ninit@a.so 103\n"),
                 std::string("init b.so>b.so name\ninit a.so>a.so name\n"));
        QCOMPARE(matchesText("init@a.so 100\ninit@b.so 10\n", "init@c.so 400\ninit@a.so 104\n"),
                 std::string("init b.so>c.so other module\ninit a.so>a.so name\n"));
    }
    void amongSeveralWithOneNameTheHeaviestMatchTheHeaviest() {
        QCOMPARE(matchesText("init@a1 100\ninit@b1 10\n", "init@b2 14\ninit@a2 103\ninit@c2 1\n"),
                 std::string("init b1>b2 other module\ninit a1>a2 other module\ninit ->c2 only new\n"));
    }
};

QTEST_GUILESS_MAIN(ComparisonTest)
#include "comparison_test.moc"
