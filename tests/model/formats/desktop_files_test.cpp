/// The desktop's knowledge of files: each format that is read has a type, and the desktop entry and the
/// software catalogue contain every type.
#include "model/formats/format.h"

#include <QFile>
#include <QMimeDatabase>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace candela;

namespace {

const QString mimeFile = SOURCE_DIR "/resources/org.candela.Candela.mime.xml";
const QString desktopFile = SOURCE_DIR "/resources/org.candela.Candela.desktop";
const QString catalogueFile = SOURCE_DIR "/resources/org.candela.Candela.metainfo.xml";

QString textOf(const QString& path) {
    QFile file(path);
    return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The first group of each match, sorted.
QStringList found(const QString& text, const QString& pattern) {
    QStringList all;
    auto matches = QRegularExpression(pattern).globalMatch(text);
    while (matches.hasNext())
        all << matches.next().captured(1);
    all.sort();
    return all;
}

} // namespace

class DesktopFilesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(QDir(m_folder.path()).mkpath("mime/packages"));
        QVERIFY(QFile::copy(mimeFile, m_folder.filePath("mime/packages/candela.xml")));
        qputenv("XDG_DATA_HOME", m_folder.path().toUtf8());
        m_types = found(textOf(mimeFile), "<mime-type type=\"([^\"]+)\"");
    }

    void eachFormatThatIsReadHasAType_data() {
        QTest::addColumn<QString>("extensions");
        for (const auto& format : allFormats()) {
            if (format.read)
                QTest::newRow(std::string(format.name).c_str())
                    << QString::fromUtf8(format.extensions.data(), qsizetype(format.extensions.size()));
        }
    }
    void eachFormatThatIsReadHasAType() {
        QFETCH(QString, extensions);
        const QMimeDatabase types;
        bool isOurs = false;
        for (const auto& extension : extensions.split(' ')) {
            if (!extension.startsWith('.')) continue; // a whole name
            const auto type = types.mimeTypeForFile("profile" + extension, QMimeDatabase::MatchExtension);
            isOurs |= m_types.contains(type.name());
        }
        QVERIFY(isOurs);
    }

    void theTableHasTheNamesOfAllTypes() {
        QStringList patterns;
        for (const auto& format : allFormats()) {
            if (!format.read) continue;
            const auto names =
                QString::fromUtf8(format.extensions.data(), qsizetype(format.extensions.size()));
            for (const auto& name : names.split(' '))
                patterns << (name.startsWith('.') ? "*" + name : name);
        }
        const auto globs = found(textOf(mimeFile), "<glob pattern=\"([^\"]+)\"");
        QVERIFY(globs.size() > 20);
        for (const auto& glob : globs)
            QVERIFY2(patterns.contains(glob), qPrintable(glob));
    }
    void commonNamesAndFirstBytesAreKnown() {
        const QMimeDatabase types;
        const auto byName = [&](const char* name) {
            return types.mimeTypeForFile(name, QMimeDatabase::MatchExtension).name();
        };
        QCOMPARE(byName("callgrind.out.4711"), QString("application/x-kcachegrind"));
        QCOMPARE(byName("perf.data"), QString("application/x-perf-data"));
        QCOMPARE(byName("perf.data.old"), QString("application/x-perf-data"));
        QCOMPARE(byName("service.otlp.jsonl"), QString("application/x-otlp-profiles"));
        QCOMPARE(byName("heaptrack.editor.4711.zst"), QString("application/x-heaptrack"));
        QCOMPARE(types.mimeTypeForData(QByteArray("PERFILE2........")).name(),
                 QString("application/x-perf-data"));
        QCOMPARE(types.mimeTypeForData(QByteArray("FLR\0\0\2\0\1", 8)).name(), QString("application/x-jfr"));
        QCOMPARE(types.mimeTypeForData(QByteArray("# callgrind format\nversion: 1\n")).name(),
                 QString("application/x-kcachegrind"));
    }

    void theDesktopEntryAndTheCatalogueNameEveryType() {
        auto entry = found(textOf(desktopFile), "MimeType=(.*)").value(0).split(';', Qt::SkipEmptyParts);
        entry.sort();
        QCOMPARE(entry, m_types);
        QCOMPARE(found(textOf(catalogueFile), "<mediatype>([^<]+)<"), m_types);
    }

    /// The packages' changelog is generated from the catalogue's releases.
    void theCatalogueDescribesThisVersion() {
        const auto version =
            found(textOf(SOURCE_DIR "/CMakeLists.txt"), "project\\(candela VERSION ([0-9.]+)").value(0);
        QVERIFY(!version.isEmpty());
        const auto release = textOf(catalogueFile).section("<release ", 1, 1);
        QCOMPARE(found(release, "version=\"([^\"]+)\""), QStringList{version});
        QVERIFY(release.contains("<li>"));
    }

    void theDesktopsOwnToolsFindNoFault_data() {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("desktop entry") << QStringList{"desktop-file-validate", desktopFile};
        QTest::newRow("catalogue") << QStringList{"appstreamcli", "validate", "--no-net", catalogueFile};
    }
    void theDesktopsOwnToolsFindNoFault() {
        QFETCH(QStringList, command);
        const auto tool = command.takeFirst();
        if (QStandardPaths::findExecutable(tool).isEmpty()) QSKIP("the tool is not installed");
        QProcess process;
        process.start(tool, command);
        QVERIFY(process.waitForFinished());
        QVERIFY2(process.exitCode() == 0, process.readAllStandardOutput() + process.readAllStandardError());
    }

private:
    QTemporaryDir m_folder;
    QStringList m_types; // types in Candela's MIME file
};

QTEST_GUILESS_MAIN(DesktopFilesTest)
#include "desktop_files_test.moc"
