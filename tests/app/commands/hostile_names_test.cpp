/// Names that attackers choose, through every output of the command line.
#include <QTest>

#include "app/commands/command.h"
#include "model/formats/export_profile.h"
#include "tests/app/commands/command_outcome.h"
#include "tests/hostile_names.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <set>

using namespace candela;

namespace {

std::string_view view(const QByteArray& bytes) {
    return {bytes.data(), static_cast<std::size_t>(bytes.size())};
}

/// Splits CSV into cells as RFC 4180 defines them.
QList<QByteArray> cellsOf(const QByteArray& csv) {
    QList<QByteArray> cells{{}};
    bool isQuoted = false;
    for (qsizetype at = 0; at < csv.size(); ++at) {
        const char letter = csv[at];
        if (letter == '"' && isQuoted && at + 1 < csv.size() && csv[at + 1] == '"')
            cells.last() += csv[++at];
        else if (letter == '"')
            isQuoted = !isQuoted;
        else if (!isQuoted && (letter == ',' || letter == '\n' || letter == '\r'))
            cells.append(QByteArray());
        else
            cells.last() += letter;
    }
    return cells;
}

QByteArray formulaIn(const QByteArray& csv) {
    for (const auto& cell : cellsOf(csv)) {
        bool isNumber = false;
        cell.toDouble(&isNumber);
        if (!cell.isEmpty() && QByteArray("=+-@\t\r").contains(cell[0]) && !isNumber) return cell;
    }
    return {};
}

/// The text outside of code spans, which a renderer would interpret as markup.
QByteArray outsideOfCode(const QByteArray& markdown) {
    auto text = QString::fromUtf8(markdown);
    static const QRegularExpression span("(?<!`)(`+)(?!`)(.*?)(?<!`)\\1(?!`)");
    return text.remove(span).toUtf8();
}

QString problemOfXml(const QByteArray& xml) {
    QXmlStreamReader reader(xml);
    int scripts = 0;
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement) continue;
        if (reader.name() == QString("script")) ++scripts;
        if (reader.name() == QString("img")) return "an image";
    }
    if (reader.hasError()) return reader.errorString();
    return scripts > 1 ? "a script" : QString(); // the picture has a script of its own
}

std::string readable(const std::string& problem, const QByteArray& output) {
    return problem + " in:\n" + output.left(3000).toStdString();
}

#define VERIFY_HARMLESS(output, ...)                                                                         \
    do {                                                                                                     \
        const auto problem_ = hostilityIn(view(output), ##__VA_ARGS__);                                      \
        QVERIFY2(problem_.empty(), readable(problem_, output).c_str());                                      \
    } while (false)

} // namespace

class HostileNamesTest : public QObject {
    Q_OBJECT
    static void compare(const QStringList& command) {
        const auto text = runCandela(command);
        QCOMPARE(text.status, 0);
        VERIFY_HARMLESS(text.output);
        VERIFY_HARMLESS(text.errors);
        VERIFY_HARMLESS(runCandela(command + QStringList{"--format", "json"}).output);
        const auto markdown = runCandela(command + QStringList{"--format", "markdown"}).output;
        VERIFY_HARMLESS(markdown);
        const auto markup = outsideOfCode(markdown);
        for (const auto* sign : {"<", "](", "http", "@", "#"})
            QVERIFY2(!markup.contains(sign), markup.constData());
    }

private slots:
    void initTestCase() {
        // A file may have such a name as well.
        m_base = m_folder.filePath("base\x1b[31m.candela");
        m_new = m_folder.filePath("new\nSECOND LINE OF A NAME.candela");
        store(m_base, hostileProfile());
        store(m_new, hostileProfile(2));
    }
    void everyCommandIsHere() {
        const std::set<std::string_view> tried{"report",     "annotate", "diff", "series",
                                               "flamegraph", "convert",  "info"};
        const std::set<std::string_view> opensNoFile{"record", "compare", "doctor", "list", "completion"};
        for (const auto& command : allCommands())
            QVERIFY2(tried.contains(command.name) || opensNoFile.contains(command.name),
                     std::string(command.name).c_str());
    }
    void report_data() {
        QTest::addColumn<QStringList>("options");
        for (const auto* by : {"function", "module", "file", "line", "address", "stack", "process", "pid",
                               "thread", "label:user"})
            QTest::addRow("by %s", by) << QStringList{"--by", by, "--limit", "0"};
        QTest::newRow("tree") << QStringList{"--tree", "--limit", "0", "--minimum-share", "0"};
        QTest::newRow("callers") << QStringList{"--callers", "--limit", "0", "--minimum-share", "0"};
    }
    void report() {
        QFETCH(QStringList, options);
        const QStringList command = QStringList{"report", m_base} + options;
        const auto text = runCandela(command);
        QCOMPARE(text.status, 0);
        VERIFY_HARMLESS(text.output);
        VERIFY_HARMLESS(text.errors);
        const auto csv = runCandela(command + QStringList{"--format", "csv"});
        QCOMPARE(csv.status, 0);
        VERIFY_HARMLESS(csv.output, "\r\n");
        QCOMPARE(formulaIn(csv.output), QByteArray());
        const auto json = runCandela(command + QStringList{"--format", "json"});
        QCOMPARE(json.status, 0);
        VERIFY_HARMLESS(json.output);
    }
    void jsonKeepsNamesExact() {
        const auto report = runCandela({"report", m_base, "--limit", "0", "--format", "json"}).json();
        for (const auto& name : hostileNames()) {
            const auto text = QString::fromUtf8(name.data(), qsizetype(name.size()));
            QVERIFY2(!rowNamed(report, text).isEmpty(), shownText(name).c_str());
        }
    }
    void annotate() {
        for (const auto& name : hostileNames()) {
            const auto argument = QString::fromUtf8(name.data(), qsizetype(name.size()));
            for (const auto* format : {"text", "json"}) {
                const auto outcome = runCandela({"annotate", m_base, argument, "--format", format});
                QVERIFY(outcome.status >= 0);
                VERIFY_HARMLESS(outcome.output);
                VERIFY_HARMLESS(outcome.errors);
                const auto both =
                    runCandela({"annotate", m_base, argument, "--against", m_new, "--format", format});
                QVERIFY(both.status >= 0);
                VERIFY_HARMLESS(both.output);
                VERIFY_HARMLESS(both.errors);
            }
        }
        const auto outcome = runCandela({"annotate", m_base, "raw", "--source"});
        QVERIFY2(outcome.output.contains("total"), outcome.errors.constData());
    }
    void comparisons_data() {
        QTest::addColumn<QString>("command");
        QTest::newRow("diff") << "diff";
        QTest::newRow("series") << "series";
    }
    void comparisons() {
        QFETCH(QString, command);
        for (const auto* by : {"function", "process", "label:user"})
            compare({command, m_base, m_new, "--by", by, "--limit", "0"});
        // Names of files are in the sentences about trends, too.
        if (command == "series")
            compare({command, m_base, m_base, m_base, m_base, m_base, m_base, m_new, m_new, m_new, m_new,
                     m_new, "--normalize", "none"});
    }
    void info() {
        const auto text = runCandela({"info", m_base});
        QCOMPARE(text.status, 0);
        VERIFY_HARMLESS(text.output);
        VERIFY_HARMLESS(runCandela({"info", m_new}).output);
        VERIFY_HARMLESS(runCandela({"info", m_base, "--format", "json"}).output);
    }
    void flamegraph() {
        const auto picture = m_folder.filePath("out.svg");
        for (const auto* root : {"", "process", "label:user"}) {
            QStringList command{"flamegraph", m_base, "-o", picture};
            if (*root) command << "--root" << root;
            const auto outcome = runCandela(command);
            QCOMPARE(outcome.status, 0);
            VERIFY_HARMLESS(outcome.errors);
            const auto svg = contents(picture);
            VERIFY_HARMLESS(svg, "\n\t");
            QCOMPARE(problemOfXml(svg), QString());
        }
    }
    void everyFormatThatIsWrittenIsReadAgainWithTheSameNames_data() {
        QTest::addColumn<QString>("format");
        for (const auto& format : allFormats()) {
            if (format.write)
                QTest::newRow(format.name.data()) << QString::fromStdString(std::string(format.name));
        }
    }
    void everyFormatThatIsWrittenIsReadAgainWithTheSameNames() {
        QFETCH(QString, format);
        const auto* known = findFormat(format.toStdString());
        const auto path = m_folder.filePath("converted");
        const auto outcome = runCandela({"convert", m_base, path, "--format", format});
        QVERIFY2(outcome.status == 0, outcome.errors.constData());
        VERIFY_HARMLESS(outcome.errors);
        // Pages, pictures and tables are for people; formats that are read again as profiles keep names
        // exactly.
        const bool isJson = format == "speedscope" || format == "firefox";
        if (!known->read || isJson) VERIFY_HARMLESS(contents(path), "\r\n\t");
        if (!known->read) return;
        const auto report = runCandela({"report", path, "--limit", "0", "--format", "json"});
        QVERIFY2(report.status == 0, report.errors.constData());
        std::set<QString> names;
        for (const auto& row : report.json()["rows"].toArray())
            names.insert(row.toObject()["name"].toString());
        for (const auto& name : hostileNames()) {
            auto text = QString::fromUtf8(name.data(), qsizetype(name.size()));
            if (format == "folded") text.replace(';', ':'); // the format states that it replaces semicolons
            QVERIFY2(names.contains(text), (shownText(name) + " is not in it").c_str());
        }
    }
    void errorsNameFilesHarmlessly() {
        const auto missing = m_folder.filePath("missing\x1b[31m\nSECOND LINE OF A NAME");
        for (const auto* command : {"report", "info"}) {
            const auto outcome = runCandela({command, missing});
            QCOMPARE(outcome.status, 3);
            VERIFY_HARMLESS(outcome.errors);
        }
        VERIFY_HARMLESS(runCandela({"report", m_base, "--value", "x\x1b[31m"}).errors);
        VERIFY_HARMLESS(runCandela({"flamegraph", m_base, "--root", "label:none", "-o", "/dev/null"}).errors);
    }

private:
    static QByteArray contents(const QString& path) {
        QFile file(path);
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }
    static void store(const QString& path, const Profile& profile) {
        Task task;
        QVERIFY(storeProfile(profile, *findFormat("candela"), QFile::encodeName(path).toStdString(), task));
    }

    QTemporaryDir m_folder;
    QString m_base, m_new;
};

QTEST_GUILESS_MAIN(HostileNamesTest)
#include "hostile_names_test.moc"
