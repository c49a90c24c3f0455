/// `candela record --keep-source`: source lines come into the capture, and are shown without their files.
#include <QTest> // first, because moc can't read <concepts> otherwise

#include "app/window/capture/capture_facts.h"
#include "model/formats/format.h"
#include "tests/app/commands/command_outcome.h"
#include "tests/file_bytes.h"
#include "tests/test_folder.h"

using namespace candela;

namespace {

const QByteArray spinSource =
    "#include <x>\nvoid spin() {\n    begin();\n    turn();\n    end();\n}\n\n// far away\n";

} // namespace

class KeepSourceTest : public QObject {
    Q_OBJECT

    std::unique_ptr<TestFolder> m_folder;
    QString m_source;

    Outcome record(const QString& name, const QStringList& options) const {
        return runCandela(QStringList{"record", "-d", "1", "-o", m_folder->filePath(name)} + options);
    }
    QByteArray annotated(const QString& name, const QStringList& options = {}) const {
        const auto outcome =
            runCandela(QStringList{"annotate", m_folder->filePath(name), "spin", "--source"} + options);
        return outcome.status == 0 ? outcome.output : "failed: " + outcome.errors;
    }

private slots:
    void init() {
        m_folder = std::make_unique<TestFolder>();
        m_source = m_folder->write("spin.cpp", spinSource);
        qputenv("CANDELA_RECORDER", PROGRAMS "/scripted_recorder");
        qputenv("RECORDER_SOURCE", m_source.toUtf8());
    }
    void cleanupTestCase() {
        qunsetenv("CANDELA_RECORDER");
        qunsetenv("RECORDER_SOURCE");
    }

    void keptLinesAreShownAfterTheirFileIsDeleted() {
        const auto recorded = record("with.candela", {"--keep-source"});
        QCOMPARE(recorded.status, 0);
        QVERIFY2(recorded.errors.contains("keeps 7 source lines of 1 file (66 B)"), recorded.errors);
        const auto before = annotated("with.candela");
        QVERIFY2(before.contains("turn();") && !before.contains("from the capture"), before);

        QVERIFY(QFile::remove(m_source));
        const auto after = annotated("with.candela");
        QVERIFY2(after.contains("spin.cpp (from the capture)\n"), after);
        QVERIFY2(after.contains("turn();") && after.contains("begin();"), after);
        QVERIFY2(!after.contains("far away"), after);
        const auto json = runCandela({"annotate", m_folder->filePath("with.candela"), "spin", "--source",
                                      "--format", "json"})
                              .json();
        const auto line = json["lines"].toArray().first().toObject();
        QCOMPARE(line["text"].toString(), QString("    turn();"));
        QCOMPARE(line["text_source"].toString(), QString("the capture"));
    }
    void keptLinesAreShownAfterTheirFileWasChanged() {
        QCOMPARE(record("with.candela", {"--keep-source"}).status, 0);
        m_folder->write("spin.cpp", "// new\n" + spinSource);
        const auto text = annotated("with.candela");
        QVERIFY2(text.contains("spin.cpp (from the capture)\n"), text);
        QVERIFY2(text.contains("turn();") && !text.contains("// new"), text);
        // A file that has the same lines there is shown with the lines around them.
        m_folder->write("spin.cpp", spinSource + "// more\n");
        const auto same = annotated("with.candela", {"--all"});
        QVERIFY2(!same.contains("from the capture") && same.contains("turn();"), same);
    }
    void withoutTheOptionNothingIsKept() {
        const auto recorded = record("without.candela", {});
        QCOMPARE(recorded.status, 0);
        QVERIFY2(!recorded.errors.contains("source line"), recorded.errors);
        QVERIFY(!readBytes(m_folder->filePath("without.candela")).isEmpty());
        const auto kept =
            runCandela({"info", m_folder->filePath("without.candela"), "--format", "json"}).json()["kept"];
        QCOMPARE(kept.toObject()["source_lines"].toInt(-1), 0);
        QVERIFY(QFile::remove(m_source));
        QVERIFY(!annotated("without.candela").contains("turn();"));
    }
    void infoNamesWhatIsKept() {
        QCOMPARE(record("with.candela", {"--keep-source"}).status, 0);
        const auto path = m_folder->filePath("with.candela");
        const auto kept = runCandela({"info", path, "--format", "json"}).json()["kept"].toObject();
        QCOMPARE(kept["source_lines"].toInt(), 7);
        QCOMPARE(kept["source_files"].toInt(), 1);
        QCOMPARE(kept["source_bytes"].toInt(), 66);
        QCOMPARE(kept["functions"].toInt(-1), 0);
        const auto text = runCandela({"info", path}).output;
        QVERIFY2(text.contains("66 B, lines 7, files 1"), text);
        Task task;
        const auto profile = readProfile(path.toStdString(), task).value();
        QStringList facts;
        for (const auto& part : captureFacts(profile, completenessOf(profile)))
            for (const auto& fact : part.facts)
                facts << part.title + ": " + fact.name + " " + fact.value;
        QVERIFY2(facts.contains("Kept of functions that were hit: Source lines 66 B, lines: 7, files: 1"),
                 qPrintable(facts.join('\n')));
    }
    void aConvertedCaptureKeepsThemAndOtherFormatsDoNot() {
        QCOMPARE(record("with.candela", {"--keep-source"}).status, 0);
        QVERIFY(QFile::remove(m_source));
        for (const QString name : {"again.candela", "other.pb.gz", "other.json", "other.folded"}) {
            const auto outcome =
                runCandela({"convert", m_folder->filePath("with.candela"), m_folder->filePath(name)});
            QCOMPARE(outcome.status, 0);
            const bool isReported = outcome.errors.contains("text of source lines");
            QVERIFY2(isReported == (name == "other.pb.gz" || name == "other.folded"), outcome.errors);
        }
        QVERIFY(annotated("again.candela").contains("turn();"));
        const auto kept = runCandela({"info", m_folder->filePath("other.pb.gz"), "--format", "json"})
                              .json()["kept"]
                              .toObject();
        QCOMPARE(kept["source_lines"].toInt(-1), 0);
        for (const QString name : {"other.json", "other.folded"}) {
            const auto bytes = readBytes(m_folder->filePath(name));
            QVERIFY(!bytes.isEmpty() && !bytes.contains("turn()"));
        }
    }
    void pathsAreMappedWhileItRecords() {
        m_folder->write("elsewhere/spin.cpp", spinSource);
        qputenv("RECORDER_SOURCE", "/built/spin.cpp");
        const auto missing = record("missing.candela", {"--keep-source"});
        QVERIFY2(missing.errors.contains("keeps no source lines; files left out: 1 not on this machine"),
                 missing.errors);
        const auto mapped = record("mapped.candela", {"--keep-source", "--source-path",
                                                      "/built=" + m_folder->filePath("elsewhere")});
        QVERIFY2(mapped.errors.contains("keeps 7 source lines"), mapped.errors);
        QVERIFY(annotated("mapped.candela").contains("/built/spin.cpp (from the capture)"));
    }
    void aContradictionIsWrongUsage() {
        const auto both = record("x.candela", {"--keep-source", "--no-code"});
        QCOMPARE(both.status, 2);
        QVERIFY2(both.errors.contains("leave --no-code or --keep-source out"), both.errors);
        const auto alone = record("x.candela", {"--source-path", "a=b"});
        QCOMPARE(alone.status, 2);
        QVERIFY2(alone.errors.contains("--source-path has no effect without --keep-source"), alone.errors);
        QCOMPARE(record("x.candela", {"--keep-source", "--source-path", "a"}).status, 2);
        QVERIFY(!QFile::exists(m_folder->filePath("x.candela")));
    }
};

QTEST_GUILESS_MAIN(KeepSourceTest)
#include "keep_source_test.moc"
