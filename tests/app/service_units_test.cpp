/// The systemd units: systemd accepts all of them, and rates their services as confined.
#include <QTest>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace {

const QString analyze = QStandardPaths::findExecutable("systemd-analyze");

} // namespace

class ServiceUnitsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QStringList m_units;

    /// Its output if it failed.
    static QByteArray failureOf(const QStringList& arguments) {
        QProcess program;
        program.setProcessChannelMode(QProcess::MergedChannels);
        program.start(analyze, arguments);
        if (!program.waitForFinished(60'000)) return "it did not end";
        const auto text = program.readAll();
        return program.exitStatus() == QProcess::NormalExit && program.exitCode() == 0 ? QByteArray()
                                                                                       : text + "\nfailed";
    }

private slots:
    void initTestCase() {
        if (analyze.isEmpty()) QSKIP("systemd is not installed");
        for (const auto& name : QDir(SOURCE_DIR "/resources/systemd").entryList(QDir::Files)) {
            QFile source(SOURCE_DIR "/resources/systemd/" + name);
            QVERIFY(source.open(QFile::ReadOnly));
            auto text = source.readAll();
            text.replace("@CANDELA_RECORDER@", "/bin/true");
            m_units << m_folder.filePath(QString(name).remove(".in"));
            QFile unit(m_units.last());
            QVERIFY(unit.open(QFile::WriteOnly));
            QCOMPARE(unit.write(text), text.size());
        }
        QVERIFY(m_units.size() >= 4);
    }
    void systemdUnderstandsThem() {
        QProcess program;
        program.setProcessChannelMode(QProcess::MergedChannels);
        program.start(analyze, QStringList{"verify", "--man=no", "--recursive-errors=no"} + m_units);
        QVERIFY(program.waitForFinished(60'000));
        // systemd only warns about words that it does not know.
        for (const auto& line : program.readAll().split('\n'))
            QVERIFY2(!line.contains("candela"), line);
        QCOMPARE(program.exitCode(), 0);
    }
    void theirServicesAreConfined() {
        constexpr auto worst = "15"; // 1.5 of 10
        const QStringList security{"security", "--offline=yes", "--no-pager"};
        int services = 0;
        for (const auto& unit : m_units) {
            if (!unit.endsWith(".service")) continue;
            ++services;
            const auto failure = failureOf(security + QStringList{QString("--threshold=") + worst, unit});
            QVERIFY2(failure.isEmpty(), failure);
            const auto isMeasured = !failureOf(security + QStringList{"--threshold=0", unit}).isEmpty();
            QVERIFY(isMeasured);
        }
        QCOMPARE(services, 2);
    }
};

QTEST_GUILESS_MAIN(ServiceUnitsTest)
#include "service_units_test.moc"
