/// Folded stacks in practice: any first line, names that look like comments, two columns, and names with
/// characters that lines can't contain.
#include "tests/profile_text.h"
#include "tests/read_text.h"

#include <QTest>

using namespace candela;

namespace {

std::string folded(const Profile& profile) {
    Output output;
    Task task;
    if (!findFormat("folded")->write(profile, output, task)) return "";
    return std::string(asText(output.bytes()));
}

/// One sample of each stack, frames from the root; its weight is its number.
Profile profileOf(const std::vector<std::vector<std::string_view>>& stacks) {
    ProfileBuilder builder;
    const auto value = builder.valueType("samples", "count");
    std::int64_t weight = 0;
    for (const auto& names : stacks) {
        StackIndex stack;
        for (const auto name : names) {
            const auto function =
                builder.function({.name = builder.string(name), .rawName = {}, .file = {}, .mapping = {}});
            stack = builder.stack(stack, builder.frame({.function = function, .mapping = {}}));
        }
        builder.addSample(value, {.stack = stack, .weight = ++weight, .thread = {}, .labels = {}});
    }
    return builder.build();
}

} // namespace

class FoldedTest : public QObject {
    Q_OBJECT

private slots:
    void theFirstLineMayHaveBlanks() {
        const auto profile = readText("main loop 5\nmain loop;foo 3\n");
        QCOMPARE(outcome(profile), std::string("folded"));
        QCOMPARE(profileToText(*profile), std::string("main loop 5\nmain loop;foo 3\n"));
        QCOMPARE(warningsOf(*profile), std::string());
    }

    void aNamelessLastFrameIsNoneWhateverTheLineBefore() {
        const auto alone = readText("a; 1\n");
        const auto after = readText("a;;b 1\na; 1\n");
        QVERIFY(alone && after);
        QCOMPARE(profileToText(*alone), std::string("a 1\n"));
        QCOMPARE(profileToText(*after), std::string("a 1\na;?;b 1\n"));
    }
    void linesThatShareAPartOfAName() {
        const auto profile =
            readText("main;draw;line 1\nmain;drawing 2\nmain;draw 3\nmain 4\nmain;draw;line;dot 5\n");
        QVERIFY(profile);
        QCOMPARE(
            profileToText(*profile),
            std::string("main 4\nmain;draw 3\nmain;draw;line 1\nmain;draw;line;dot 5\nmain;drawing 2\n"));
    }
    void stacksOfOneFrameMayHaveBlanks() {
        const auto profile = readText("GC task 5\nmain loop 3\n");
        QCOMPARE(outcome(profile), std::string("folded"));
        QCOMPARE(profile->totalWeight(ValueTypeIndex(0)), std::int64_t(8));
    }

    void namesThatLookLikeCommentsAreNames() {
        const auto profile = readText("#<Class:0x1>#new 2\n"
                                      "//tools:main;run 3\n"
                                      "// 1\n"
                                      "main;draw 4\n"
                                      "# threads 7\n");
        QCOMPARE(outcome(profile), std::string("folded"));
        QCOMPARE(profileToText(*profile),
                 std::string("# threads 7\n#<Class:0x1>#new 2\n// 1\n//tools:main;run 3\nmain;draw 4\n"));
    }

    void commentsMayComeFirst() {
        const auto profile = readText("# cpus: 8\n# written by a tool\n// so is this\nmain;draw 4\n#\n");
        QCOMPARE(outcome(profile), std::string("folded"));
        QCOMPARE(profileToText(*profile), std::string("main;draw 4\n"));
        QCOMPARE(warningsOf(*profile), std::string());
    }

    void twoColumnsAreBaseAndNew() {
        const auto profile = readText("main;draw 10 12\nmain;load 5 0\nmain 0 3\n");
        QCOMPARE(outcome(profile), std::string("folded"));
        QCOMPARE(valuesOf(*profile), std::string("base [count] 15 in 2\nnew [count] 15 in 2\n"));
        QCOMPARE(profile->shownValue(), ValueTypeIndex(1));
        QCOMPARE(profileToText(*profile, ValueTypeIndex(0)), std::string("main;draw 10\nmain;load 5\n"));
        QCOMPARE(profileToText(*profile, ValueTypeIndex(1)), std::string("main 3\nmain;draw 12\n"));
    }

    void aWeightMayEndWithItsPoint() {
        const auto profile = readText("main;draw 20.\nmain;load 1\n");
        QCOMPARE(valuesOf(*profile), std::string("samples [count] 21 in 2\n"));
        QCOMPARE(warningsOf(*profile), std::string());
    }

    void twoColumnsMayHaveFractions() {
        const auto profile = readText("main;draw 10.5 12\nmain;load 5 0.25\n");
        QCOMPARE(valuesOf(*profile),
                 std::string("base [thousandths] 15500 in 2\nnew [thousandths] 12250 in 2\n"));
    }

    void namesMayEndWithNumbers() {
        const auto profile = readText("main;worker 1 10\nmain;worker 2 12\n");
        QCOMPARE(valuesOf(*profile), std::string("samples [count] 22 in 2\n"));
        QCOMPARE(profileToText(*profile), std::string("main;worker 1 10\nmain;worker 2 12\n"));
    }

    void weightsMayBeLarge() {
        const auto profile = readText("main;draw 9223372036854775807\n");
        QCOMPARE(outcome(profile), std::string("folded"));
        QCOMPARE(profile->totalWeight(ValueTypeIndex(0)), std::int64_t(9223372036854775807));
        QCOMPARE(warningsOf(*profile), std::string());
        const auto least = readText("main;draw -9223372036854775808\n");
        QCOMPARE(least->totalWeight(ValueTypeIndex(0)), std::numeric_limits<std::int64_t>::min());
    }

    void weightsOfAwkMayHaveExponents() {
        const auto profile = readText("main;draw 1.5e+09\nmain;load 12\n");
        QCOMPARE(profile->totalWeight(ValueTypeIndex(0)), std::int64_t(1'500'000'012));
        QCOMPARE(profile->text(profile->samples[0].type.unit), std::string_view("count"));
    }

    void whatDoesNotFitInThousandthsIsLeftOutAndReported() {
        const auto profile = readText("main;draw 9223372036854775807\nmain;load 0.5\n");
        QCOMPARE(valuesOf(*profile), std::string("samples [thousandths] 500 in 1\n"));
        QCOMPARE(warningsOf(*profile),
                 std::string("The weights have fractions: they are counted in thousandths.\n"
                             "Weights that are too large to count in thousandths were left out: 1.\n"));
    }

    void everyNameComesBack_data() {
        QTest::addColumn<QByteArray>("name");
        for (int byte = 0; byte < 0x80; ++byte) {
            if (byte == ';') continue;
            QTest::addRow("byte %d alone", byte) << QByteArray(1, char(byte));
            QTest::addRow("byte %d first", byte) << char(byte) + QByteArray("name");
            QTest::addRow("byte %d within", byte) << "na" + QByteArray(1, char(byte)) + "me";
            QTest::addRow("byte %d last", byte) << "name" + QByteArray(1, char(byte));
        }
        for (const auto* name :
             {"worker 1", "worker 1 2", "worker 1.5", "# name", "# name 5",  "#!/bin/sh", "#",
              "//",       "// name",    "{\"name",    "[{",     "[unknown]", "12",        "-12",
              "1e+06",    "a = 5",      "a: 5",       "a, 5",   "größe",     "␊",         "\xff\xfe name"})
            QTest::addRow("%s", name) << QByteArray(name);
    }
    /// Each name is tested as root, leaf and only frame. A name with the picture of a control character is
    /// read back with the character itself.
    void everyNameComesBack() {
        QFETCH(QByteArray, name);
        const auto text = name.toStdString();
        const auto profile = profileOf({{text}, {"main", text}, {text, "main"}, {"main", text, text}});
        for (const bool isAlone : {false, true}) {
            const auto& original = isAlone ? profileOf({{text}}) : profile;
            const auto again = readText(folded(original));
            QCOMPARE(outcome(again), std::string("folded"));
            QCOMPARE(warningsOf(*again), std::string());
            QCOMPARE(valuesOf(*again), valuesOf(original));
            if (text == "␊") continue;
            QCOMPARE(profileToText(*again), profileToText(original));
        }
    }

    void controlCharactersInNamesOfOthersAreRead() {
        const auto profile = readText("main;dr\x01w 5\nmain;b\x1b[1mold 3\n");
        QCOMPARE(outcome(profile), std::string("folded"));
        QCOMPARE(profile->totalWeight(ValueTypeIndex(0)), std::int64_t(8));
    }

    void lambdasOfJavaHaveTheSameNameInEveryRun() {
        const auto profile = readText("Main.main;Main$$Lambda$14.0x0000000800c03000.run 5\n"
                                      "Main.main;Main$$Lambda$15/0x0000000800c04000.run 2\n");
        QCOMPARE(outcome(profile), std::string("folded"));
        QCOMPARE(profileToText(*profile), std::string("Main.main;Main$$Lambda.run 7\n"));
    }

    void namesOfLinkersAreReadable() {
        const auto profile = readText("main;_Z4drawRK5Image 5\nmain;_RNvC3app4blit 2\nmain;_Zero 1\n");
        QCOMPARE(outcome(profile), std::string("folded"));
        QCOMPARE(profileToText(*profile),
                 std::string("main;_Zero 1\nmain;app::blit 2\nmain;draw(Image const&) 5\n"));
    }

    void semicolonsInNamesBecomeColons() {
        const auto profile = profileOf({{"Lorg/Main;run"}});
        QCOMPARE(folded(profile), std::string("Lorg/Main:run 1\n"));
    }

    void tablesAndSettingsAreNoStacks_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("settings") << QByteArray("size of it: 12\nname of it: 13\n");
        QTest::newRow("assignments") << QByteArray("the size = 12\nthe width = 13\n");
        QTest::newRow("statistics") << QByteArray("cpu  1 2 3\ncpu0  1 2 3\n");
        QTest::newRow("numbers") << QByteArray("1 2\n3 4 5\n");
        QTest::newRow("shell") << QByteArray("set -e; exit 1\nset -e; exit 2\n");
        QTest::newRow("script") << QByteArray("#!/bin/sh -e\nexit 1\n");
        QTest::newRow("text") << QByteArray("Chapter 1\nIt begins.\nChapter 2\n");
        QTest::newRow("JSON") << QByteArray("{\n  \"a\": 12,\n  \"b\": 13\n}\n");
    }
    void tablesAndSettingsAreNoStacks() {
        QFETCH(QByteArray, text);
        const auto profile = readText(text.toStdString());
        QVERIFY2(!profile, profile ? profile->origin.format.c_str() : "");
    }
};

QTEST_APPLESS_MAIN(FoldedTest)
#include "folded_test.moc"
