/// The memory that control groups leave free, with made-up groups of both versions.
#include "model/base/free_memory.h"
#include "tests/byte_sizes.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace candela;

class FreeMemoryTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    void write(const QString& folder, const QString& name, const QByteArray& text) {
        const auto path = m_folder.filePath(folder);
        QVERIFY(QDir().mkpath(path));
        QFile file(path + "/" + name);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(text);
    }
    MemoryBound bound(const QString& root, const std::string& ownGroups) {
        return controlGroupBound(ownGroups, m_folder.filePath(root).toStdString());
    }

private slots:
    void aGroupLeavesWhatItHasNotUsedAndPagesOfFiles() {
        write("two/a", "memory.max", "1048576000\n"); // 1000 MiB
        write("two/a", "memory.high", "max\n");
        write("two/a", "memory.current", "838860800\n"); // 800 MiB
        write("two/a", "memory.stat", "anon 5\nfile 7\ninactive_file 104857600\nactive_file 209715200\n");
        const auto found = bound("two", "0::/a\n");
        QCOMPARE(found.free, 500 * megabyte);
        QCOMPARE(found.capacity, 1000 * megabyte);
        QVERIFY(found.owner == MemoryBound::Owner::ControlGroup);
    }
    void theTightestGroupAroundCounts() {
        write("deep/a", "memory.max", "104857600\n");
        write("deep/a", "memory.current", "94371840\n");
        write("deep/a/b", "memory.max", "max\n");
        write("deep/a/b/c", "memory.max", "1048576000\n");
        write("deep/a/b/c", "memory.current", "10485760\n");
        QCOMPARE(bound("deep", "0::/a/b/c\n").free, 10 * megabyte);
        QCOMPARE(bound("deep", "0::/a/b/c\n").capacity, 100 * megabyte);
    }
    void whereAGroupIsThrottledItIsFull() {
        write("high/a", "memory.max", "1048576000\n");
        write("high/a", "memory.high", "524288000\n");
        write("high/a", "memory.current", "419430400\n");
        QCOMPARE(bound("high", "0::/a\n").free, 100 * megabyte);
    }
    void theFirstVersionIsKnown() {
        write("one/memory/a", "memory.limit_in_bytes", "1048576000\n");
        write("one/memory/a", "memory.usage_in_bytes", "838860800\n");
        write("one/memory/a", "memory.stat", "inactive_file 1\ntotal_inactive_file 104857600\n");
        write("one/memory", "memory.limit_in_bytes", "9223372036854771712\n");
        QCOMPARE(bound("one", "5:cpu,cpuacct:/x\n4:memory:/a\n0::/\n").free, 300 * megabyte);
        QCOMPARE(bound("one", "4:hugetlb,memory:/a\n").free, 300 * megabyte);
        QCOMPARE(bound("one", "4:memory:/\n").free, MemoryBound::noLimit);
    }
    void whatIsNoGroupSetsNoBound() {
        QCOMPARE(bound("nowhere", "0::/a/b\n").free, MemoryBound::noLimit);
        QCOMPARE(bound("nowhere", "").free, MemoryBound::noLimit);
        QCOMPARE(bound("nowhere", "odd\n::\n:memory\n").free, MemoryBound::noLimit);
        write("damaged/a", "memory.max", "many\n");
        QCOMPARE(bound("damaged", "0::/a\n").free, MemoryBound::noLimit);
    }
    void thisProcessMayTakeSomethingAndNotMoreThanThereIs() {
        const auto found = memoryBound();
        QVERIFY(found.free > 0);
        QVERIFY(found.free <= found.capacity);
        QVERIFY(found.capacity < MemoryBound::noLimit);
        QVERIFY(takenMemory() > 0);
    }
};

QTEST_GUILESS_MAIN(FreeMemoryTest)
#include "free_memory_test.moc"
