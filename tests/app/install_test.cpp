/// `cmake --install` into prefixes that were unknown when the build was configured: where files are, which
/// paths they contain, and that the installed program finds its recorder.
#include "model/base/file.h"
#include "model/symbols/elf/elf_file.h"

#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <unistd.h>

#include <limits>

using namespace candela;

namespace {

const QString buildFolder = QDir::cleanPath(PROGRAMS "/..");

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

/// Whether a file of the source tree is named. The tree's own path may be as short as "/src", which other
/// texts contain.
bool namesSource(const QByteArray& text) {
    const QByteArray source(SOURCE_DIR);
    for (const auto* folder : {"app", "bpf", "build", "model", "recorder", "resources", "tests", "views"})
        if (text.contains(source + "/" + folder + "/")) return true;
    return false;
}

/// The text that `pattern` captures in a file.
QString found(const QString& path, const char* pattern) {
    const QRegularExpression expression(pattern, QRegularExpression::MultilineOption);
    return expression.match(QString::fromUtf8(contents(path))).captured(1);
}

QStringList filesBelow(const QString& folder) {
    QStringList files;
    QDirIterator all(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (all.hasNext())
        files << QDir(folder).relativeFilePath(all.next());
    files.sort();
    return files;
}

const QStringList installedFiles{
    "bin/candela",
    "lib/systemd/system/candela-recorder.socket",
    "lib/systemd/system/candela-recorder@.service",
    "lib/systemd/system/candela-sandbox.socket",
    "lib/systemd/system/candela-sandbox@.service",
    "lib/sysusers.d/candela-recorder.conf",
    "libexec/candela-recorder",
    "share/applications/org.candela.Candela.desktop",
    "share/bash-completion/completions/candela",
    "share/fish/vendor_completions.d/candela.fish",
    "share/icons/hicolor/scalable/apps/candela.svg",
    "share/man/man1/candela-recorder.1",
    "share/man/man1/candela.1",
    "share/metainfo/org.candela.Candela.metainfo.xml",
    "share/mime/packages/org.candela.Candela.mime.xml",
    "share/polkit-1/actions/org.candela.recorder.policy",
    "share/zsh/site-functions/_candela",
};

} // namespace

class InstallTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    // With a blank, because home folders may have one.
    QString m_prefix = m_folder.filePath("a prefix");
    QStringList m_manifest;

    static bool install(const QString& prefix, const QString& staging, QByteArray& output) {
        QProcess cmake;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.remove("DESTDIR");
        if (!staging.isEmpty()) environment.insert("DESTDIR", staging);
        cmake.setProcessEnvironment(environment);
        cmake.setProcessChannelMode(QProcess::MergedChannels);
        cmake.start("cmake", {"--install", buildFolder, "--prefix", prefix});
        const bool hasEnded = cmake.waitForFinished(120'000);
        output = cmake.readAll();
        return hasEnded && cmake.exitCode() == 0;
    }
    QString path(const QString& name) const { return m_prefix + "/" + name; }

private slots:
    void initTestCase() {
        QByteArray output;
        QVERIFY2(install(m_prefix, {}, output), output);
        m_manifest = QString::fromUtf8(contents(buildFolder + "/install_manifest.txt")).split('\n');
    }
    void nothingIsWrittenOutsideThePrefix() {
        m_manifest.removeAll(QString());
        QCOMPARE(m_manifest.size(), installedFiles.size());
        for (const auto& file : m_manifest)
            QVERIFY2(file.startsWith(m_prefix + "/"), qPrintable(file));
        QCOMPARE(filesBelow(m_prefix), installedFiles);
    }
    void pathsNameThePrefix() {
        const auto recorder = path("libexec/candela-recorder");
        QCOMPARE(found(path("lib/systemd/system/candela-recorder@.service"), "^ExecStart=(.*)$"),
                 "\"" + recorder + "\" --service");
        QCOMPARE(found(path("lib/systemd/system/candela-sandbox@.service"), "^ExecStart=(.*)$"),
                 "\"" + recorder + "\" --symbol-fork-server");
        QCOMPARE(found(path("share/polkit-1/actions/org.candela.recorder.policy"), "exec.path\">([^<]*)<"),
                 recorder);
        const auto entry = path("share/applications/org.candela.Candela.desktop");
        QCOMPARE(found(entry, "^Exec=(.*)$"), "\"" + path("bin/candela") + "\" %F");
        QCOMPARE(found(entry, "^TryExec=(.*)$"), path("bin/candela"));
    }
    void noFileNamesTheBuildOrAnotherPrefix() {
        for (const auto& file : installedFiles) {
            const auto text = contents(path(file));
            QVERIFY2(!text.isEmpty(), qPrintable(file));
            QVERIFY2(!text.contains(buildFolder.toUtf8()), qPrintable(file));
            QVERIFY2(!namesSource(text), qPrintable(file));
            if (text.startsWith("\x7f"
                                "ELF"))
                continue; // this file also names /usr/local, for recorders of other machines
            QVERIFY2(!text.contains("/usr/local"), qPrintable(file));
            QVERIFY2(!text.contains("@CANDELA"), qPrintable(file));
        }
    }
    void programsCarryNoDebugInformation() {
        for (const auto* name : {"bin/candela", "libexec/candela-recorder"}) {
            const int descriptor = ::open(QFile::encodeName(path(name)).constData(), O_RDONLY | O_CLOEXEC);
            const auto elf = ElfFile::read(descriptor, std::numeric_limits<std::uint64_t>::max());
            ::close(descriptor);
            QVERIFY2(elf.has_value(), name);
            QVERIFY(!elf->sections().empty());
            for (const auto& section : elf->sections())
                QVERIFY2(!section.name.starts_with(".debug") && section.name != ".symtab", name);
        }
    }
    void theInstalledProgramFindsItsRecorderAndKnowsWhatIsMissing() {
        QProcess doctor;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.remove("CANDELA_RECORDER");
        doctor.setProcessEnvironment(environment);
        doctor.start(path("bin/candela"), {"doctor"});
        QVERIFY(doctor.waitForFinished(60'000));
        const auto text = QString::fromUtf8(doctor.readAll());
        QVERIFY2(text.contains(QRegularExpression(
                     "good +recorder +" + QRegularExpression::escape(path("libexec/candela-recorder")))),
                 qPrintable(text));
        // polkit and systemd do not read a temporary folder.
        if (!QFileInfo::exists("/usr/share/polkit-1/actions/org.candela.recorder.policy"))
            QVERIFY2(text.contains("cp '" + path("share/polkit-1/actions/org.candela.recorder.policy") + "'"),
                     qPrintable(text));
        if (!QFileInfo::exists("/run/candela/recorder.sock"))
            QVERIFY2(text.contains("systemd-sysusers '" + path("lib/sysusers.d/candela-recorder.conf") + "'"),
                     qPrintable(text));
        if (!QFileInfo::exists("/run/candela/recorder.sock"))
            QVERIFY2(
                text.contains("systemctl link '" + path("lib/systemd/system/candela-recorder.socket") + "'"),
                qPrintable(text));
    }
    void aStagedInstallationNamesItsFinalPrefix() {
        const auto staging = m_folder.filePath("staging");
        QByteArray output;
        QVERIFY2(install("/usr", staging, output), output);
        QCOMPARE(filesBelow(staging + "/usr"), installedFiles);
        QCOMPARE(filesBelow(staging).size(), installedFiles.size());
        QCOMPARE(found(staging + "/usr/lib/systemd/system/candela-recorder@.service", "^ExecStart=(.*)$"),
                 "\"/usr/libexec/candela-recorder\" --service");
        for (const auto& file : installedFiles) {
            const auto text = contents(staging + "/usr/" + file);
            QVERIFY2(!text.contains(staging.toUtf8()), qPrintable(file));
            QVERIFY2(!namesSource(text), qPrintable(file));
        }
        QCOMPARE(found(staging + "/usr/share/applications/org.candela.Candela.desktop", "^Exec=(.*)$"),
                 "\"/usr/bin/candela\" %F");
    }
};

QTEST_GUILESS_MAIN(InstallTest)
#include "install_test.moc"
