/// Which files are opened for a process: those that it mapped and wrote itself, whatever it does meanwhile.
#include <QTest>

#include "recorder/processes/module_opener.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <fcntl.h>
#include <memory>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

using namespace candela;

namespace {

constexpr std::size_t pageSize = 4096;
constexpr uid_t someUser = 65533;

/// A file of one page, mapped into this process as executable.
class CodeFile {
public:
    explicit CodeFile(const QString& path) {
        QFile file(path);
        if (!file.open(QFile::ReadWrite) || file.write(QByteArray(pageSize, 'x')) != pageSize ||
            !file.flush())
            qFatal("no file");
        m_memory = ::mmap(nullptr, pageSize, PROT_READ | PROT_EXEC, MAP_PRIVATE, file.handle(), 0);
        struct stat status {};
        if (m_memory == MAP_FAILED || ::fstat(file.handle(), &status) != 0) qFatal("no mapping");
        mapping.start = reinterpret_cast<std::uint64_t>(m_memory);
        mapping.end = mapping.start + pageSize;
        mapping.file.deviceMajor = major(status.st_dev);
        mapping.file.deviceMinor = minor(status.st_dev);
        mapping.file.inode = status.st_ino;
        mapping.path = path.toStdString();
    }
    CodeFile(const CodeFile&) = delete;
    CodeFile& operator=(const CodeFile&) = delete;
    ~CodeFile() { ::munmap(m_memory, pageSize); }

    FileMapping mapping;

private:
    void* m_memory = nullptr;
};

bool isOpenedAs(const FileDescriptor& opened, const FileMapping& mapping) {
    struct stat status {};
    return opened.isOpen() && ::fstat(opened.get(), &status) == 0 && status.st_ino == mapping.file.inode;
}

/// The perf map of this process; it is root's.
class PerfMap {
public:
    PerfMap() : m_path(QString("/tmp/perf-%1.map").arg(::getpid()).toUtf8()) {
        QFile::remove(m_path);
        QFile file(m_path);
        if (!file.open(QFile::WriteOnly) || file.write("1000 10 name\n") < 0) qFatal("no perf map");
    }
    PerfMap(const PerfMap&) = delete;
    PerfMap& operator=(const PerfMap&) = delete;
    ~PerfMap() { QFile::remove(m_path); }
    const char* path() const { return m_path.constData(); }

private:
    QByteArray m_path;
};

} // namespace

class ModuleOpenerTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (::geteuid() != 0) QSKIP("mappings of processes are opened by root");
    }

    void aMappingIsOpenedIfItIsStillTheFile() {
        const QTemporaryDir folder;
        const CodeFile library(folder.filePath("library.so"));
        const CodeFile other(folder.filePath("other.so"));
        QVERIFY(isOpenedAs(openMapping(::getpid(), library.mapping), library.mapping));
        // The process has replaced the file of the library.
        auto swapped = library.mapping;
        swapped.start = other.mapping.start;
        swapped.end = other.mapping.end;
        QVERIFY(!openMapping(::getpid(), swapped).isOpen());
    }

    void aModuleIsTheFileThatWasMapped() {
        const QTemporaryDir folder;
        const CodeFile library(folder.filePath("library.so"));
        const CodeFile other(folder.filePath("other.so"));
        ModuleTable modules;
        LiveProcess process;
        process.identity->pid = ::getpid();
        const auto number = modules.intern(library.mapping);
        auto space = std::make_shared<AddressSpace>();
        space->insert({other.mapping.start, other.mapping.end, 0, number});
        process.space = space;
        const auto opened = openModule(mappedModule(modules[number], number, process)); // by its path
        QVERIFY(isOpenedAs(opened, library.mapping));
        QVERIFY(QFile::remove(folder.filePath("library.so")));
        QVERIFY(!openModule(mappedModule(modules[number], number, process)).isOpen());
    }

    void aPerfMapIsItsUsersOwn() {
        const PerfMap map;
        QVERIFY(openPerfMap(::getpid()).isOpen());
        QCOMPARE(::chown(map.path(), someUser, someUser), 0);
        QVERIFY(!openPerfMap(::getpid()).isOpen());
    }

    void aPerfMapIsNoLink() {
        const PerfMap map;
        const QTemporaryDir folder;
        const auto secret = folder.filePath("secret").toUtf8();
        QCOMPARE(::rename(map.path(), secret.constData()), 0);
        QCOMPARE(::symlink(secret.constData(), map.path()), 0);
        QVERIFY(!openPerfMap(::getpid()).isOpen());
    }
};

QTEST_GUILESS_MAIN(ModuleOpenerTest)
#include "module_opener_test.moc"
