/// Names looked up by commands: the built program over a profile that the test makes of a stripped program.
#include "model/formats/format.h"
#include "tests/app/commands/command_outcome.h"
#include "tests/model/symbols/nameless_profile.h"
#include "tests/model/symbols/reference_tools.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace candela;

namespace {

const QString whole = PROGRAMS "/workloads/shares";

} // namespace

class NamesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QTemporaryDir m_symbols;
    NamelessProgram m_program;
    QString m_profile; // a pprof file
    QString m_stripped;

    static bool write(const Profile& profile, const QString& path) {
        Output output;
        Task task;
        return findFormat("pprof")->write(profile, output, task) && output.store(path.toStdString());
    }
    QStringList namesIn(const Outcome& report) const {
        QStringList names;
        for (const auto& row : report.json()["rows"].toArray())
            names << row.toObject()["name"].toString();
        return names;
    }

private slots:
    void initTestCase() {
        if (!isThere("objcopy")) QSKIP("objcopy is not installed");
        const auto opened = m_program.open(whole.toStdString());
        QVERIFY2(opened.isEmpty(), qPrintable(opened));
        m_stripped = m_folder.filePath("program");
        run("objcopy", {"--strip-all", whole, m_stripped});
        run("objcopy", {"--only-keep-debug", whole, m_symbols.filePath("program.debug")});
        m_profile = m_folder.filePath("nameless.pb.gz");
        QVERIFY(write(m_program.profile(m_stripped.toStdString()), m_profile));
    }
    void reportShowsTheNamesOfAFolder() {
        const auto before = namesIn(runCandela({"report", m_profile, "--format", "json", "--limit", "0"}));
        QVERIFY(!before.contains("main"));
        const auto after = runCandela(
            {"report", m_profile, "--format", "json", "--limit", "0", "--symbols", m_symbols.path()});
        QCOMPARE(after.errors, QByteArray());
        for (const auto& frames : m_program.frames())
            QVERIFY(namesIn(after).contains(QString::fromStdString(frames.back().name)));
    }
    void infoPrintsTheSourcesOfNamesAndWhatIsMissing() {
        const auto json = runCandela({"info", m_profile, "--format", "json", "--symbols", m_symbols.path()})
                              .json()["names"]
                              .toObject();
        const auto count = qint64(m_program.addresses().size());
        QCOMPARE(json["addresses"].toInteger(), count);
        QCOMPARE(json["named"].toInteger(), count);
        QCOMPARE(json["from"].toObject()[m_symbols.path()].toInteger(), count);
        const auto without = runCandela({"info", m_profile}).output;
        QVERIFY2(without.contains("0 of " + QByteArray::number(count) + " addresses"), without);
        QVERIFY2(without.contains("it has no names for these addresses"), without);
    }
    void withoutLookupTheFileStaysAsItIs() {
        const auto report = runCandela({"report", m_profile, "--format", "json", "--limit", "0",
                                        "--no-lookup", "--symbols", m_symbols.path()});
        QCOMPARE(report.status, 0);
        QVERIFY(!namesIn(report).contains("main"));
        QVERIFY(!runCandela({"info", m_profile, "--format", "json", "--no-lookup"}).json().contains("names"));
    }
    void convertWritesTheNames() {
        const auto folded = m_folder.filePath("named.folded");
        QCOMPARE(runCandela({"convert", m_profile, folded, "--symbols", m_symbols.path()}).status, 0);
        QFile file(folded);
        QVERIFY(file.open(QFile::ReadOnly));
        QVERIFY(file.readAll().contains(QByteArray::fromStdString(m_program.frames()[0].back().name)));
    }
    void aFolderThatIsNotThereIsWrongUsage() {
        const auto outcome = runCandela({"report", m_profile, "--symbols", "/there/is/none"});
        QCOMPARE(outcome.status, 2);
        QCOMPARE(outcome.errors,
                 "candela: " + m_profile.toUtf8() +
                     ": the folder /there/is/none can't be searched for symbols: no such file "
                     "or directory\n");
    }
};

QTEST_GUILESS_MAIN(NamesTest)
#include "names_test.moc"
