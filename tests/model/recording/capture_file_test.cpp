/// Files that get their name, and then their owner, when they have content.
#include <QTest>

#include "model/recording/capture_file.h"
#include "model/recording/stream_limits.h"
#include "tests/file_bytes.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

using namespace candela;

namespace {

struct stat statusOf(const QString& path) {
    struct stat status {};
    ::lstat(QFile::encodeName(path).constData(), &status);
    return status;
}

QByteArray captureBytes(const char* text) {
    return QByteArray(recordingMagic.data(), qsizetype(recordingMagic.size())) + text;
}

} // namespace

class CaptureFileTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        for (const auto* name : {"SUDO_UID", "SUDO_GID", "PKEXEC_UID"})
            qunsetenv(name);
    }
    void theOldFileStaysUntilTheNewOneHasItsName() {
        writeBytes(path("a.candela"), captureBytes("old"));
        auto file = CaptureFile::create(name("a.candela"), Existing::ReplaceCaptures);
        QVERIFY(file);
        QCOMPARE(::write(file->descriptor(), "new", 3), ssize_t(3));
        QVERIFY(!file->hasName());
        QCOMPARE(readBytes(path("a.candela")), captureBytes("old"));
        QVERIFY(file->takeName());
        QCOMPARE(readBytes(path("a.candela")), "new");
        QCOMPARE(names(), QStringList{"a.candela"});
    }
    void whatNeverGetsItsNameLeavesNothing() {
        {
            const auto file = CaptureFile::create(name("a.candela"), Existing::ReplaceCaptures);
            QVERIFY(file);
            QCOMPARE(::write(file->descriptor(), "new", 3), ssize_t(3));
        }
        QCOMPARE(names(), QStringList());
    }
    void onlyItsOwnerMayReadIt() {
        const auto before = ::umask(0);
        auto file = CaptureFile::create(name("a.candela"), Existing::ReplaceCaptures);
        ::umask(before);
        QVERIFY(file && file->takeName());
        QCOMPARE(statusOf(path("a.candela")).st_mode & 07777, 0600u);
        QCOMPARE(statusOf(path("a.candela")).st_uid, ::geteuid());
    }
    void withSudoItBelongsToTheCallingUser_data() {
        QTest::addColumn<QByteArray>("user");
        QTest::addColumn<QByteArray>("group");
        QTest::addColumn<quint32>("owner");
        QTest::newRow("sudo") << QByteArray("4321") << QByteArray("1234") << 4321u;
        QTest::newRow("root") << QByteArray("0") << QByteArray("0") << 0u;
        QTest::newRow("no user at all") << QByteArray("4294967295") << QByteArray("1") << 0u;
        QTest::newRow("no number") << QByteArray("12x") << QByteArray("1") << 0u;
    }
    void withSudoItBelongsToTheCallingUser() {
        if (::geteuid() != 0) QSKIP("only root can give files away");
        QFETCH(QByteArray, user);
        QFETCH(QByteArray, group);
        QFETCH(quint32, owner);
        qputenv("SUDO_UID", user);
        qputenv("SUDO_GID", group);
        auto file = CaptureFile::create(name("a.candela"), Existing::ReplaceCaptures);
        QVERIFY(file && file->takeName());
        QCOMPARE(statusOf(path("a.candela")).st_uid, owner);
        QCOMPARE(statusOf(path("a.candela")).st_gid, owner == 0 ? ::getegid() : 1234u);
    }
    void aLinkAtTheTargetIsReplacedAndNotFollowed() {
        writeBytes(path("precious"), "precious");
        QVERIFY(QFile::link("precious", path("a.candela")));
        QVERIFY(!CaptureFile::create(name("a.candela"), Existing::ReplaceCaptures));
        auto file = CaptureFile::create(name("a.candela"), Existing::Replace);
        QVERIFY(file && file->takeName());
        QCOMPARE(readBytes(path("precious")), "precious");
        QVERIFY(!QFileInfo(path("a.candela")).isSymLink());
    }
    void exportsDoNotFollowALinkBesideTheirTarget() {
        writeBytes(path("precious"), "precious");
        QVERIFY(QFile::link("precious", path("out.svg.part")));
        QVERIFY(writeFile(name("out.svg"), std::as_bytes(std::span("picture", 7))));
        QCOMPARE(readBytes(path("precious")), "precious");
        QCOMPARE(readBytes(path("out.svg")), "picture");
    }
    void whatAppearedMeanwhileIsNotReplaced() {
        auto file = CaptureFile::create(name("a.candela"), Existing::ReplaceCaptures);
        QVERIFY(file);
        writeBytes(path("a.candela"), "my notes");
        QVERIFY(!file->takeName());
        QCOMPARE(readBytes(path("a.candela")), "my notes");
    }
    void whatLeadsToAnOpenFileIsWrittenThrough() {
        writeBytes(path("log"), "before ");
        const FileDescriptor log(::open(QFile::encodeName(path("log")).constData(), O_WRONLY | O_CLOEXEC));
        const auto link = path("out");
        QVERIFY(QFile::link(QString("/proc/self/fd/%1").arg(log.get()), link));
        QVERIFY(writeFile(link.toStdString(), std::as_bytes(std::span("after", 5))));
        QVERIFY(QFileInfo(link).isSymLink());
        QCOMPARE(readBytes(path("log")), "before after");
    }

private:
    QString path(const char* name) const { return m_folder->filePath(name); }
    std::string name(const char* name) const { return path(name).toStdString(); }
    QStringList names() const { return QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(CaptureFileTest)
#include "capture_file_test.moc"
