/// The window's comparison and `candela diff` are one: the same rows in the same order, with the same
/// numbers, words and verdicts. The command is the one that the window itself offers to copy.
#include "app/commands/profiles/diff_text.h"
#include "app/window/compare/compare_page.h"
#include "model/base/cell_text.h"
#include "tests/app/commands/command_outcome.h"
#include "tests/app/commands/compared_captures.h"
#include "tests/app/window/window_fixture.h"
#include "tests/corpus.h"
#include "tests/views/settled.h"
#include "views/comparison/comparison_item_model.h"
#include "views/comparison/comparison_view.h"
#include "views/widgets/elided_label.h"

#include <QHeaderView>
#include <QTableView>
#include <QTest>

using namespace candela;

class ComparedAlikeTest : public QObject, ComparedCaptures {
    Q_OBJECT

    std::unique_ptr<WindowFixture> m_fixture;
    ComparePage* m_page = nullptr;

    static QString corpus(const char* path) { return QString(FIXTURES "/corpus/") + path; }

    /// The pairs of neighbouring files in each folder of the corpus for comparisons.
    static QList<std::pair<QString, QString>> corpusPairs() {
        QList<std::pair<QString, QString>> pairs;
        const QDir folder(corpusFolder() + "/compare");
        for (const auto& program : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const auto files = QDir(folder.filePath(program)).entryInfoList(QDir::Files, QDir::Name);
            for (qsizetype file = 1; file < files.size(); ++file)
                pairs.append({files[file - 1].filePath(), files[file].filePath()});
        }
        return pairs;
    }
    /// Runs the window's command with these additional words.
    Outcome run(const QStringList& more) const {
        const auto words = QProcess::splitCommand(m_page->command());
        return runCandela(words.mid(1) + more);
    }
    QString cell(int row, ComparisonColumn column) const {
        const auto& model = m_page->view()->model();
        const auto text = model.index(row, static_cast<int>(column)).data().toString();
        const bool hasSign = column == ComparisonColumn::Verdict ||
                             (column == ComparisonColumn::Name && model.isPinned(model.row(row)));
        return hasSign ? text.mid(2) : text;
    }
    static QString code(const QString& text) {
        return QString::fromStdString(markdownCode(text.toStdString()));
    }
    bool hasModules() const {
        return std::ranges::any_of(m_page->session().comparison()->rows,
                                   [](const auto& row) { return !row.module.empty(); });
    }
    /// The cells of a row as the command prints them.
    QStringList cells(int row, QString (*text)(const QString&)) const {
        using enum ComparisonColumn;
        QStringList result;
        for (const auto column : {BaseSelf, NewSelf, SelfDifference, SelfChange, SelfInterval, BaseTotal,
                                  NewTotal, TotalDifference, TotalChange, TotalInterval})
            result << cell(row, column);
        result << text(cell(row, Verdict)) << text(cell(row, Name));
        if (hasModules()) result << text(cell(row, Module));
        return result;
    }
    QString textOf(const char* label) const { return m_page->view()->findChild<ElidedLabel*>(label)->text(); }

    void compareJson() {
        const auto found = run({"--format", "json", "--limit", "0"}).json();
        const auto& comparison = *m_page->session().comparison();
        const auto expected = jsonOf({}, comparison, comparison.rows.size());
        for (const auto* key : {"value", "normalize", "meaning", "evidence", "verdict", "total_change"})
            QCOMPARE(found[key], expected[key]);
        for (const auto* side : {"base", "new"})
            QCOMPARE(found[side].toObject()["total"], expected[side].toObject()["total"]);
        const auto rows = found["rows"].toArray(), others = expected["rows"].toArray();
        QCOMPARE(rows.size(), others.size());
        QCOMPARE(qsizetype(m_page->view()->model().rowCount()), rows.size());
        for (qsizetype row = 0; row < rows.size(); ++row) {
            // The table's order, with pins first.
            const auto& shown = m_page->view()->model().row(int(row));
            const auto position = &shown - comparison.rows.data();
            QCOMPARE(rows[row].toObject(), others[position].toObject());
            QCOMPARE(int(rows[row].toObject()["new_total"].toInteger()), int(shown.newTotal));
        }
    }
    void compareTexts() {
        const auto plain = [](const QString& text) { return text; };
        const auto markdown = QString(run({"--format", "markdown", "--limit", "0"}).output).split('\n');
        const auto text = QString(run({"--limit", "0"}).output).split('\n');
        const auto rows = m_page->view()->model().rowCount();
        for (const auto* lines : {&text, &markdown}) {
            QVERIFY2(lines->contains(textOf("whole")), qPrintable(lines->join('\n')));
            QVERIFY(lines->contains(textOf("meaning").section(": ", 1)));
        }
        const auto firstOf = [rows](const QStringList& lines) { return lines.size() - 1 - rows; };
        for (int row = 0; row < rows; ++row) {
            QCOMPARE(text[firstOf(text) + row].simplified(), cells(row, plain).join(' ').simplified());
            QCOMPARE(markdown[firstOf(markdown) + row], "| " + cells(row, &code).join(" | ") + " |");
        }
    }
    enum class Forms { Json, All };
    void compareAlike(Forms forms) {
        settle();
        const auto& session = m_page->session();
        if (!session.comparison()) {
            const auto outcome = run({});
            QVERIFY(outcome.status != 0);
            QVERIFY2(QString(outcome.errors).contains(session.failure()), outcome.errors);
            return;
        }
        compareJson();
        if (forms == Forms::All && !QTest::currentTestFailed()) compareTexts();
        if (QTest::currentTestFailed()) qInfo("%s", qPrintable(m_page->command()));
    }
    void open(const QString& base, const QString& newFiles) {
        m_fixture->window->compareFiles(base.split(','), newFiles.split(','));
        QTRY_VERIFY(shownPage<ComparePage>(*m_fixture->window));
        m_page = shownPage<ComparePage>(*m_fixture->window);
        settle();
    }
    QString run(const QString& name, int draw) {
        return file(name, "main;draw " + QByteArray::number(draw) + "\nmain;load 1000\n");
    }

private slots:
    void init() { m_fixture = std::make_unique<WindowFixture>(); }
    void cleanup() {
        m_page = nullptr;
        m_fixture.reset();
    }
    void windowAndCommandHaveTheSameRows_data() {
        QTest::addColumn<QString>("base");
        QTest::addColumn<QString>("newFiles");
        const auto many = [](const char* number) {
            return corpus("pprof/parca/many/16445092") + number + ".pb.gz";
        };
        for (const auto& [base, newFile] : corpusPairs())
            QTest::newRow(qPrintable("corpus: " + QFileInfo(base).fileName())) << base << newFile;
        QTest::newRow("heaps with several values")
            << many("72337470000") << corpus("pprof/parca/many/1644509299337903000.pb.gz");
        QTest::newRow("several runs with several values")
            << many("72337470000") + "," + many("75338070000")
            << many("93338714000") + "," + many("96350592000") + "," + many("99337903000");
        QTest::newRow("one run against several")
            << many("72337470000") << many("93338714000") + "," + many("96350592000");
        QTest::newRow("different programs") << corpus("pprof/google-pprof/legacy/gobench.cpu")
                                            << corpus("pprof/google-pprof/legacy/cppbench.cpu");
        QTest::newRow("heap against growth") << corpus("pprof/google-pprof/legacy/cppbench.heap")
                                             << corpus("pprof/google-pprof/legacy/cppbench.growth");
        QTest::newRow("perf's text") << corpus("perf_script/system-wide.linux-perf.txt")
                                     << corpus("perf_script/forks.linux-perf.txt");
        const std::vector<QStringList> even(20, {"draw", "load"}), uneven(20, {"draw", "draw", "load"});
        QTest::newRow("times") << timed("even.cpuprofile", even, 1) << timed("uneven.cpuprofile", uneven, 2);
        QTest::newRow("runs with times")
            << timed("a.cpuprofile", even, 3) + "," + timed("b.cpuprofile", even, 4)
            << timed("c.cpuprofile", uneven, 5) + "," + timed("d.cpuprofile", even, 6);
        QTest::newRow("runs") << run("b1", 100) + "," + run("b2", 140)
                              << run("n1", 139) + "," + run("n2", 90);
        QTest::newRow("new and removed functions") << base() << newFile();
        QTest::newRow("renamed, inlined and split functions")
            << file("before", "main;parse 10\nmain;parse;scan 30\nmain;draw 40\nmain;draw;blend 30\n"
                              "main;load 100\n")
            << file("after", "main;decode 11\nmain;decode;scan 29\nmain;draw 72\nmain;load 60\n"
                             "main;load;load.cold 40\n");
        QTest::newRow("hardly different") << file("few", "main;draw 100\nmain;load 10001\n")
                                          << file("fewer", "main;draw 99\nmain;load 10000\n");
    }
    void windowAndCommandHaveTheSameRows() {
        QFETCH(QString, base);
        QFETCH(QString, newFiles);
        open(base, newFiles);
        auto& session = m_page->session();
        const auto values = session.base().profile()->samples.size();
        compareAlike(Forms::All); // as it opens
        for (const auto grouping : {Grouping::Module, Grouping::File, Grouping::Line, Grouping::Function}) {
            if (QTest::currentTestFailed()) return;
            session.base().setGrouping(grouping);
            if (grouping != Grouping::Function) compareAlike(Forms::Json);
        }
        for (const auto normalize : {Normalize::Share, Normalize::None, Normalize::Duration}) {
            if (QTest::currentTestFailed()) return;
            session.setNormalize(normalize);
            compareAlike(normalize == Normalize::None ? Forms::All : Forms::Json);
        }
        for (std::size_t value = 0; value < values && !QTest::currentTestFailed(); ++value) {
            session.base().setValue(ValueTypeIndex(value));
            compareAlike(Forms::Json);
        }
    }
    void theCorpusHasPairs() { QVERIFY2(!corpusPairs().isEmpty(), qPrintable(corpusFolder())); }
    void aFilterActsOnBothAlike() {
        open(corpus("compare/async-profiler/sample1.collapsed"),
             corpus("compare/async-profiler/sample2.collapsed"));
        auto filter = m_page->session().base().filter();
        filter.focus = "Compile";
        m_page->session().base().setFilter(filter);
        compareAlike(Forms::All);
    }
    void aRangeOfTimeActsOnBothAlike() {
        const std::vector<QStringList> even(20, {"draw", "load"}), uneven(20, {"draw", "draw", "load"});
        open(timed("even.cpuprofile", even, 1), timed("uneven.cpuprofile", uneven, 2));
        for (const auto& time : {TimeRange{2'000'000'000, 15'000'000'000}, TimeRange{0, 4'000'000'000}}) {
            auto filter = m_page->session().base().filter();
            filter.time = time;
            m_page->session().base().setFilter(filter);
            compareAlike(Forms::All);
        }
    }
    void linksAndPinsActOnBothAlike() {
        open(file("before", "main;parse 10\nmain;parse;scan 30\nmain;draw 40\nmain;load 100\n"),
             file("after", "main;decode 11\nmain;decode;scan 29\nmain;draw 72\nmain;load 60\n"));
        auto& choices = m_page->session().choices();
        compareAlike(Forms::All);
        const auto before = runCandela(QProcess::splitCommand(m_page->command()).mid(1)).output;
        // Links are of all comparisons; that of another program is left out of the command.
        choices.setLinks({{HandLinkKind::Unlink, "parse", "decode"},
                          {HandLinkKind::Link, "elsewhere", "decode"},
                          {HandLinkKind::Link, "draw", "decode"}});
        compareAlike(Forms::All);
        QVERIFY(!m_page->command().contains("elsewhere"));
        choices.setPins({"load", "scan"});
        compareAlike(Forms::All);
        QVERIFY2(
            m_page->command().endsWith(" --unlink parse=decode --link draw=decode --pin load --pin scan"),
            qPrintable(m_page->command()));
        choices.setState(std::make_shared<const ComparedChoice>());
        compareAlike(Forms::All);
        QCOMPARE(run({}).output, before);
    }
    void noVerdictIsCutInANewWindow() {
        open(corpus("compare/async-profiler/sample1.collapsed"),
             corpus("compare/async-profiler/sample2.collapsed"));
        const auto* table = m_page->view()->tableView();
        constexpr int column = static_cast<int>(ComparisonColumn::Verdict), margins = 8;
        for (const auto normalize : {Normalize::Share, Normalize::None}) {
            m_page->session().setNormalize(normalize);
            settle();
            for (int row = 0; row < m_page->view()->model().rowCount(); ++row) {
                const auto text = m_page->view()->model().index(row, column).data().toString();
                QVERIFY2(table->fontMetrics().horizontalAdvance(text) + margins <=
                             table->horizontalHeader()->sectionSize(column),
                         qPrintable(text));
            }
        }
    }
};

QTEST_MAIN(ComparedAlikeTest)
#include "compared_alike_test.moc"
