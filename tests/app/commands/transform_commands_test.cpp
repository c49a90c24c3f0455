/// Transforms on the command line: in reports, differences, pictures and conversions; errors in them; and the
/// window's filters as options.
#include <QTest>

#include "app/commands/arguments/program_arguments.h"
#include "app/commands/options/filter_options.h"
#include "app/window/capture/command_text.h"
#include "model/analysis/samples/filtered_profile.h"
#include "tests/app/commands/command_outcome.h"
#include "tests/model/analysis/random_profile.h"
#include "tests/profile_text.h"
#include "tests/test_folder.h"

#include <QFile>
#include <QRegularExpression>

using namespace candela;

namespace {

constexpr auto stacks = "main;draw;blit;copy 5\nmain;load;copy 3\nmain;draw;draw;blit 2\nidle 1\n";

/// Reads options as the program does.
Result<Filter> filterOf(const std::vector<std::string>& words) {
    ProgramArguments program("candela", "", "");
    FilterOptions options;
    options.addTo(program.own());
    if (const auto read = program.run(words); !read) return std::unexpected(read.error());
    return options.parse();
}

} // namespace

class TransformCommandsTest : public QObject {
    Q_OBJECT
private:
    TestFolder m_folder;

    QString path(const QString& name) const { return m_folder.filePath(name); }
    /// The output of `convert` as folded stacks, sorted.
    QByteArray converted(const QStringList& filters) const {
        const auto outcome =
            runCandela(QStringList{"convert", path("a.folded"), "-", "--format", "folded"} + filters);
        auto lines = outcome.output.trimmed().split('\n');
        std::ranges::sort(lines);
        return outcome.status == 0 ? lines.join('\n') : outcome.errors;
    }

private slots:
    void initTestCase() { m_folder.write("a.folded", stacks); }

    void everyTransformIsConverted_data() {
        QTest::addColumn<QStringList>("filters");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const QStringList& filters, const char* expected) {
            QTest::newRow(name) << filters << QByteArray(expected);
        };
        row("hide", {"--transform", "hide:draw"}, "idle 1\nmain;blit 2\nmain;blit;copy 5\nmain;load;copy 3");
        row("a pattern", {"--hide", "^(draw|bl)"}, "idle 1\nmain 2\nmain;copy 5\nmain;load;copy 3");
        row("merge", {"--transform", "merge:main;draw"},
            "idle 1\nmain;blit;copy 5\nmain;draw;blit 2\nmain;load;copy 3");
        row("drop", {"--transform", "drop:copy"}, "idle 1\nmain;draw;draw;blit 2");
        row("root", {"--transform", "root:draw"}, "draw;blit;copy 5\ndraw;draw;blit 2");
        row("subtree", {"--transform", "subtree:main;draw;draw"}, "draw;blit 2");
        row("from", {"--transform", "from:blit"}, "blit 2\nblit;copy 5\nidle 1\nmain;load;copy 3");
        row("leaf", {"--transform", "leaf:draw"}, "main;draw 7");
        row("leaf and callers", {"--transform", "leaf:blit", "--transform", "drop:load"},
            "main;draw;blit 5\nmain;draw;draw;blit 2");
        row("leaf behind another", {"--transform", "hide:main", "--transform", "leaf:blit"},
            "draw;blit 5\ndraw;draw;blit 2");
        row("behind leaf", {"--transform", "leaf:draw", "--transform", "root:main"}, "main;draw 7");
        row("recursion", {"--transform", "collapse-recursion"},
            "idle 1\nmain;draw;blit 2\nmain;draw;blit;copy 5\nmain;load;copy 3");
        row("in order", {"--transform", "root:draw", "--transform", "hide:draw"}, "blit 2\nblit;copy 5");
        row("the other order", {"--transform", "hide:draw", "--transform", "from:blit", "--focus", "load"},
            "main;load;copy 3");
    }
    void everyTransformIsConverted() {
        QFETCH(QStringList, filters);
        QFETCH(QByteArray, expected);
        QCOMPARE(converted(filters), expected);
    }

    void listsTreesAndDifferencesShowTheSame() {
        const QStringList filters{"--hide",    "^blit$",      "--transform",
                                  "root:draw", "--transform", "collapse-recursion"};
        const auto file = path("a.folded");
        const auto list = runCandela(QStringList{"report", file, "--format", "json"} + filters).json();
        QCOMPARE(list["total"].toInteger(), qint64(7));
        QCOMPARE(list["rows"].toArray().size(), 2);
        QCOMPARE(rowNamed(list, "draw")["self"].toInteger(), qint64(2));
        QCOMPARE(rowNamed(list, "copy")["self"].toInteger(), qint64(5));
        const auto byStack =
            runCandela(QStringList{"report", file, "--by", "stack", "--format", "json"} + filters).json();
        QCOMPARE(rowNamed(byStack, "draw;copy")["self"].toInteger(), qint64(5));
        QCOMPARE(rowNamed(byStack, "draw")["self"].toInteger(), qint64(2));
        const auto tree = runCandela(QStringList{"report", file, "--tree", "--format", "csv"} + filters);
        QVERIFY2(tree.output.contains("draw") && !tree.output.contains("main") &&
                     !tree.output.contains("blit"),
                 tree.output);
        const auto difference =
            runCandela(QStringList{"diff", file, file, "--format", "json"} + filters).json();
        QCOMPARE(difference["base"]["total"].toInteger(), qint64(7));
        QCOMPARE(rowNamed(difference, "draw")["new_self"].toInteger(), qint64(2));
        QVERIFY(rowNamed(difference, "main").isEmpty() && rowNamed(difference, "blit").isEmpty());
        const auto stacksOfBoth =
            runCandela(QStringList{"diff", file, file, "--by", "stack", "--format", "json"} + filters).json();
        QCOMPARE(rowNamed(stacksOfBoth, "draw;copy")["base_self"].toInteger(), qint64(5));
        const auto picture = path("a.svg");
        QCOMPARE(runCandela(QStringList{"flamegraph", file, "-o", picture} + filters).status, 0);
        QFile svg(picture);
        QVERIFY(svg.open(QFile::ReadOnly));
        const auto drawn = svg.readAll();
        QVERIFY(drawn.contains("draw") && drawn.contains("copy") && !drawn.contains("blit"));
    }

    void stacksWithoutAFrameLeftAreCompared_data() {
        QTest::addColumn<QString>("by");
        for (const auto* by : {"function", "module", "stack"})
            QTest::newRow(by) << by;
    }
    void stacksWithoutAFrameLeftAreCompared() {
        QFETCH(QString, by);
        const auto file = path("a.folded");
        const auto outcome =
            runCandela({"diff", file, file, "--by", by, "--transform", "hide:idle", "--format", "json"});
        QCOMPARE(outcome.status, 0);
        const auto difference = outcome.json();
        QCOMPARE(difference["base"].toObject()["total"].toInteger(), qint64(11));
        if (by != "function") return;
        const auto stackless = rowNamed(difference, "[no stack]");
        QCOMPARE(stackless["base_self"].toInteger(), qint64(1));
        QCOMPARE(stackless["new_total"].toInteger(), qint64(1));
    }

    void anErrorIsOneSentenceWithWhatWasMeant() {
        const auto refused = runCandela({"report", path("a.folded"), "--transform", "hid:copy"});
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.errors.startsWith("candela: " + path("a.folded").toUtf8() +
                                           ": unknown transform \"hid\"\n  did you mean hide?"),
                 refused.errors);
        QCOMPARE(runCandela({"convert", path("a.folded"), "-", "--transform", "merge"}).status, 2);
        QCOMPARE(runCandela({"report", path("a.folded"), "--hide", "("}).status, 2);
    }
    void whatChangesNothingIsReported() {
        const auto outcome =
            runCandela({"report", path("a.folded"), "--transform", "hide:copi", "--transform", "hide:draw",
                        "--hide", "^nothing$", "--transform", "subtree:main;nowhere"});
        QCOMPARE(outcome.status, 0);
        const auto prefix = "candela: " + path("a.folded").toUtf8() + ": ";
        QCOMPARE(outcome.errors, prefix + "the transform subtree:main;nowhere leaves no sample\n" + prefix +
                                     "no function matches \"^nothing$\", so --hide changes nothing\n" +
                                     prefix +
                                     "the transform hide:copi changes nothing; did you mean \"copy\"?\n");
    }
    void transformsAreListed() {
        const auto listed = runCandela({"list", "transforms"}).output;
        for (const auto& known : allTransforms())
            QVERIFY(listed.contains(QByteArray(known.name.data(), qsizetype(known.name.size()))));
    }
    void theManualNamesAllTransforms() {
        QFile manual(SOURCE_DIR "/resources/man/candela.1");
        QVERIFY(manual.open(QFile::ReadOnly));
        const auto page = manual.readAll().replace("\\-", "-");
        for (const auto& known : allTransforms()) {
            const auto name = QByteArray(known.name.data(), qsizetype(known.name.size()));
            QVERIFY2(page.contains("\n.BI " + name) || page.contains("\n.B " + name), name);
        }
    }
    /// roff prints the arguments of .BR and the like, which alternate between two fonts, without blanks.
    void theManualsJoinNoWords() {
        static const QRegularExpression alternates("^\\.(BR|RB|BI|IB|RI|IR) (.*)$");
        static const QRegularExpression argument("\"([^\"]*)\"|(\\S+)");
        static const QRegularExpression joins("[A-Za-z0-9)][,.;]?\n[A-Za-z]");
        for (const auto* name : {"candela.1", "candela-recorder.1"}) {
            QFile manual(QString(SOURCE_DIR "/resources/man/") + name);
            QVERIFY(manual.open(QFile::ReadOnly));
            int alternating = 0;
            for (const auto& line : QString::fromUtf8(manual.readAll()).split('\n')) {
                const auto macro = alternates.match(line);
                if (!macro.hasMatch()) continue;
                ++alternating;
                QStringList arguments;
                for (auto found = argument.globalMatch(macro.captured(2)); found.hasNext();) {
                    const auto one = found.next();
                    arguments += one.captured(1) + one.captured(2);
                }
                // "A,B" of a synopsis is meant: its comma is an argument of its own.
                QVERIFY2(!joins.match(arguments.join('\n')).hasMatch(), qPrintable(line));
            }
            QVERIFY(alternating > 5);
        }
    }

    /// The window's filter is printed and read again, and keeps the same samples with the same stacks.
    void filtersOfTheWindowAreOptions() {
        const auto profile = std::make_shared<const Profile>(randomProfile(7));
        const auto pid = [](std::size_t row) { return ProcessIndex(row); };
        const std::vector<Filter> filters{
            {.time = TimeRange{100, 700}, .process = "0$", .thread = "worker[12]"},
            {.time = TimeRange{1, std::numeric_limits<std::int64_t>::max()}, .focus = "^f1|x'y"},
            {.ignore = "f2", .hide = "f3 |f4", .labels = {{"zone", "^west$"}, {"size", "[12]"}}},
            {.processes = {pid(0), pid(2)}},
            {.threads = {ThreadIndex(4), ThreadIndex(1)}},
            {.processes = {pid(1)}, .threads = {ThreadIndex(0)}},
            {.transforms = {{TransformKind::Root, {"f1"}},
                            {TransformKind::Merge, {"f1", "f;\\2"}},
                            {TransformKind::CollapseRecursion},
                            {TransformKind::CollapseModule, {"m1.so"}}}},
        };
        for (const auto& filter : filters) {
            const auto arguments = filterArguments(filter, *profile);
            QVERIFY(arguments.missing.isEmpty());
            const auto read = filterOf(arguments.words);
            QVERIFY(read);
            if (filter.processes.empty() && filter.threads.empty()) QVERIFY(*read == filter);
            Task task;
            QCOMPARE(profileToText(*filteredProfile(profile, {}, *read, task)),
                     profileToText(*filteredProfile(profile, {}, filter, task)));
        }
    }
    void whatNoOptionExpressesIsAComment() {
        const auto profile = std::make_shared<const Profile>(randomProfile(7));
        ViewState state{.filter = {.cpus = {0, 1}}};
        QCOMPARE(reportCommand(state, *profile, "a b.candela", ReportShape::List),
                 QString("candela report 'a b.candela'  # without CPUs that were picked in the timeline"));
        state.filter = {};
        state.value = ValueTypeIndex(profile->shownValue() == ValueTypeIndex(0) ? 1 : 0);
        state.grouping = Grouping::Module;
        state.roots = sampleKeyFromName("label:zone");
        const auto value = profile->shownValue() == ValueTypeIndex(0) ? "samples" : "cpu";
        QCOMPARE(reportCommand(state, *profile, "a", ReportShape::Tree),
                 QString("candela report a --by module --value %1 --tree --root label:zone").arg(value));
    }
    void wordsAreQuotedWhereTheShellNeedsIt() {
        for (const std::string word : {"", "a b", "it's", "$HOME", "a;b", "^f$", "\\", "--x=y", "\"", "*"}) {
            QProcess shell;
            shell.start("sh", {"-c", QString::fromStdString("printf %s " + shellWord(word))});
            QVERIFY(shell.waitForFinished());
            QCOMPARE(shell.readAllStandardOutput(), QByteArray::fromStdString(word));
        }
        QCOMPARE(shellWord("root:main"), std::string("root:main"));
    }
};

QTEST_GUILESS_MAIN(TransformCommandsTest)
#include "transform_commands_test.moc"
