/// Whether files of this machine may be used for a profile: depends on its writer, also after a conversion.
#include "model/base/byte_reader.h"
#include "model/formats/format.h"
#include "model/recording/recording_writer.h"
#include "model/symbols/lookup/name_lookup.h"
#include "tests/model/symbols/nameless_profile.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace candela;

Q_DECLARE_METATYPE(candela::Provenance)

class ProvenanceTest : public QObject {
    Q_OBJECT

    NamelessProgram m_program;
    QTemporaryDir m_root; // root of a machine that has the program

private slots:
    void initTestCase() {
        const QString program = PROGRAMS "/workloads/shares";
        const auto opened = m_program.open(program.toStdString());
        QVERIFY2(opened.isEmpty(), qPrintable(opened));
        QVERIFY(QDir(m_root.path()).mkpath("bin"));
        QVERIFY(QFile::copy(program, m_root.filePath("bin/program")));
    }
    /// Files of this machine are used only for profiles that recorders write.
    void onlyRecordingsUseFilesOfThisMachine() {
        std::string recorded;
        for (const auto& format : allFormats()) {
            if (format.read && format.provenance != Provenance::Converted)
                recorded += std::string(format.name) + " ";
        }
        QCOMPARE(recorded, std::string("candela perf.data pprof-legacy "));
    }
    void whatIsReadHasTheProvenanceOfItsFormat() {
        const auto provenanceOf = [](const std::string& text) {
            const auto bytes = asBytes(text);
            auto input = Input::fromBytes("file", {bytes.begin(), bytes.end()});
            Task task;
            return readProfile(input, task).value_or(Profile()).origin.provenance;
        };
        QVERIFY(provenanceOf("main;draw 3\n") == Provenance::Converted);
        QVERIFY(provenanceOf("heap profile: 1: 1024 [ 1: 1024] @ heapprofile\n"
                             " 1: 1024 [ 1: 1024] @ 0x1000 0x2000\n") == Provenance::Recorded);
    }
    /// The build ids in a profile are kept when it is converted to a recording.
    void conversionKeepsWhatSpeaksForFilesOfThisMachine_data() {
        QTest::addColumn<Provenance>("provenance");
        QTest::addColumn<QString>("problem");
        QTest::newRow("recorded") << Provenance::Recorded << "";
        QTest::newRow("with build ids")
            << Provenance::RecordedWithBuildIds << "is not known to be what was recorded";
        QTest::newRow("converted") << Provenance::Converted
                                   << "may be of another machine, and its build is not known";
    }
    void conversionKeepsWhatSpeaksForFilesOfThisMachine() {
        QFETCH(Provenance, provenance);
        QFETCH(QString, problem);
        auto profile = m_program.profile("/bin/program", Recorded::WithoutBuildId);
        profile.origin.provenance = provenance;
        Task task;
        std::vector<std::byte> recording;
        QVERIFY(writeRecording(
            profile,
            [&](std::span<const std::byte> bytes) {
                recording.insert(recording.end(), bytes.begin(), bytes.end());
            },
            task));
        auto input = Input::fromBytes("a.candela", std::move(recording));
        const auto converted = readProfile(input, task);
        QVERIFY(converted);
        QVERIFY(converted->origin.provenance == provenance);
        const auto result =
            lookUpNames(*converted, {.root = m_root.path().toStdString(), .folders = {}}, task);
        QVERIFY(result);
        QCOMPARE(QString::fromStdString(result->modules[0].problem), problem);
    }
};

QTEST_GUILESS_MAIN(ProvenanceTest)
#include "provenance_test.moc"
