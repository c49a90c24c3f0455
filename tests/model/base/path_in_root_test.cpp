/// Untrusted paths opened below a folder, by the kernel and component by component, with the same result.
#include <QTest>

#include "model/base/path_in_root.h"

#include <QTemporaryDir>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace candela;

namespace {

using Open = FileDescriptor (*)(int, const std::string&, LinksInRoot);

} // namespace

class PathInRootTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    FileDescriptor m_root;

    void write(const char* name) {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(name);
    }
    void link(const char* target, const char* name) {
        QCOMPARE(::symlink(target, QFile::encodeName(m_folder.filePath(name)).constData()), 0);
    }
    /// Identifies the opened file, below the folder or elsewhere; empty: not opened.
    QString opened(Open open, const char* path, LinksInRoot links) {
        const auto found = open(m_root.get(), path, links);
        if (!found.isOpen()) return {};
        char text[4096];
        const auto size = ::readlink(
            QByteArray("/proc/self/fd/" + QByteArray::number(found.get())).constData(), text, sizeof text);
        return QString::fromLocal8Bit(text, qsizetype(size)).remove(m_folder.filePath("root"));
    }

private slots:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        for (const auto* name : {"root", "root/usr", "root/usr/lib", "root/home"})
            QVERIFY(QDir().mkdir(m_folder.filePath(name)));
        write("secret");
        write("root/secret");
        write("root/usr/lib/libc");
        link("usr/lib", "root/lib");
        link("/usr/lib/libc", "root/home/absolute");
        link("../../../../secret", "root/home/up");
        link("circle", "root/home/circle");
        link("nowhere", "root/home/dangling");
        link("/proc/self/root", "root/home/magic");
        QCOMPARE(::mkfifo(QFile::encodeName(m_folder.filePath("root/fifo")).constData(), 0600), 0);
        m_root = FileDescriptor(::open(QFile::encodeName(m_folder.filePath("root")).constData(),
                                       O_PATH | O_DIRECTORY | O_CLOEXEC));
        QVERIFY(m_root.isOpen());
    }
    void pathsStayBelowTheFolder_data() {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QString>("followed");
        QTest::addColumn<QString>("refused");
        const auto row = [](const char* path, const char* followed, const char* refused) {
            QTest::newRow(path) << QByteArray(path) << QString(followed) << QString(refused);
        };
        row("/usr/lib/libc", "/usr/lib/libc", "/usr/lib/libc");
        row("usr//./lib/libc", "/usr/lib/libc", "/usr/lib/libc");
        row("/lib/libc", "/usr/lib/libc", "");
        row("/lib/../home", "", ""); // ".." applies to the target of the link, in /usr
        row("/usr/lib/../../home", "/home", "/home");
        row("/home/absolute", "/usr/lib/libc", "");
        row("/home/up", "/secret", "");
        row("/../../secret", "/secret", "/secret");
        row("/home/circle", "", "");
        row("/home/dangling", "", "");
        row("/home/magic/etc", "", ""); // there is no /proc below the folder
        row("/usr/lib/libc/more", "", "");
        row("/fifo", "/fifo", "/fifo"); // opening it does not block
        row("/none", "", "");
    }
    void pathsStayBelowTheFolder() {
        QFETCH(QByteArray, path);
        QFETCH(QString, followed);
        QFETCH(QString, refused);
        for (const auto open : {Open(openInRoot), Open(walkInRoot)}) {
            QCOMPARE(opened(open, path.constData(), LinksInRoot::Follow), followed);
            QCOMPARE(opened(open, path.constData(), LinksInRoot::Refuse), refused);
        }
    }
};

QTEST_GUILESS_MAIN(PathInRootTest)
#include "path_in_root_test.moc"
