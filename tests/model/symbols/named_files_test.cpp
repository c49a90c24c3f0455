/// Files that profiles and programs name: only regular files are ever opened.
#include <QTest>

#include "model/base/regular_file.h"
#include "model/symbols/lookup/debug_file_finder.h"
#include "model/symbols/lookup/symbol_folder.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <array>
#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace candela;

namespace {

/// Whether a file was opened during the object's life. O_PATH does not count: it opens nothing.
class OpenWatch {
public:
    explicit OpenWatch(const QString& path) : m_events(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
        m_isWatching = ::inotify_add_watch(m_events.get(), QFile::encodeName(path).constData(), IN_OPEN) >= 0;
    }
    bool isWatching() const { return m_isWatching; }
    bool wasOpened() const {
        alignas(inotify_event) std::array<char, 4096> bytes{};
        return ::read(m_events.get(), bytes.data(), bytes.size()) > 0;
    }

private:
    FileDescriptor m_events;
    bool m_isWatching = false;
};

void writeText(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QFile::WriteOnly));
    file.write(text);
}

} // namespace

class NamedFilesTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QCOMPARE(::mkfifo(QFile::encodeName(path("pipe")).constData(), 0600), 0);
        QVERIFY(QFile::link("pipe", path("link")));
        QVERIFY(QFile::link("/dev/full", path("device")));
    }
    void aPipeThatADebugLinkNamesIsNotOpened() {
        const OpenWatch opened(path("pipe"));
        QVERIFY(opened.isWatching());
        const auto finder = DebugFileFinder::create();
        QVERIFY(finder);
        const auto program = path("program").toStdString();
        for (const auto* name : {"pipe", "link"}) {
            QVERIFY(finder->debugFiles(program, {}, DebugLink{name, 0}).empty());
            QVERIFY(!finder->moduleFile(path(name).toStdString()).isOpen());
        }
        QVERIFY(!opened.wasOpened());
    }
    void aDeviceThatADebugLinkNamesIsNotOpened() {
        const OpenWatch opened("/dev/full");
        QVERIFY(opened.isWatching());
        const auto finder = DebugFileFinder::create();
        QVERIFY(finder);
        QVERIFY(finder->debugFiles(path("program").toStdString(), {}, DebugLink{"device", 0}).empty());
        QVERIFY(!opened.wasOpened());
    }
    void pipesAndDevicesInASymbolFolderAreNotOpened() {
        const OpenWatch pipe(path("pipe"));
        const OpenWatch device("/dev/full");
        QVERIFY(pipe.isWatching() && device.isWatching());
        Task task;
        QVERIFY(SymbolFolder::read(m_folder->path().toStdString(), task));
        QVERIFY(!pipe.wasOpened());
        QVERIFY(!device.wasOpened());
    }
    void aRegularFileIsFoundThroughLinksUnlessTheyAreRefused() {
        writeText(path("file"), "text");
        QVERIFY(QFile::link("file", path("name")));
        const OpenWatch opened(path("file"));
        for (const auto links : {Links::Follow, Links::FollowInRoot, Links::Refuse}) {
            const FileDescriptor folder(
                ::open(QFile::encodeName(m_folder->path()).constData(), O_PATH | O_DIRECTORY | O_CLOEXEC));
            QVERIFY(openRegularFile(folder.get(), "file", links).isOpen());
            QCOMPARE(openRegularFile(folder.get(), "name", links).isOpen(), links != Links::Refuse);
        }
        QVERIFY(opened.wasOpened());
    }
    void aPathCannotLeaveItsRoot() {
        writeText(path("file"), "text");
        QVERIFY(QDir(m_folder->path()).mkdir("root"));
        QVERIFY(QFile::link("../file", path("root/name")));
        const FileDescriptor root(
            ::open(QFile::encodeName(path("root")).constData(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        QVERIFY(!openRegularFile(root.get(), "name", Links::FollowInRoot).isOpen());
        QVERIFY(!openRegularFile(root.get(), "../file", Links::Refuse).isOpen());
        QVERIFY(openRegularFile(root.get(), "name", Links::Follow).isOpen());
    }

private:
    QString path(const char* name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(NamedFilesTest)
#include "named_files_test.moc"
