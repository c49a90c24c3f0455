/// Stacks that tracers counted and printed: bpftrace's maps and DTrace's aggregations.
#include "tests/profile_text.h"
#include "tests/read_text.h"

#include <QTest>

using namespace candela;

class CountedStacksTest : public QObject {
    Q_OBJECT

private slots:
    void bpftraceCountsStacks() {
        const auto profile =
            readText("Attaching 1 probe...\n\n\n@[\n    do_idle+1\n    cpu_startup_entry+25\n]: 12\n"
                     "@[\n    main+0x17\n]: 3\n");
        QCOMPARE(outcome(profile), std::string("bpftrace"));
        QCOMPARE(valuesOf(*profile), std::string("samples [count] 15 in 2\n"));
        QCOMPARE(profileToText(*profile), std::string("cpu_startup_entry;do_idle 12\nmain 3\n"));
    }

    void bpftracesMapsAreValueTypesAndKeysAreLabels() {
        const auto profile =
            readText("@calls[\n    f+1\n, bash, 12]: 4\n@bytes[bash, \n    f+1\n]: 4096\n@x: 5\n"
                     "@hist[\n    f\n]: \n[1]  4 |@@@|\n\n@s[\n    f\n]: count 3, average 4, total 12\n");
        QCOMPARE(outcome(profile), std::string("bpftrace"));
        QCOMPARE(valuesOf(*profile),
                 std::string("calls [count] 4 in 1\nbytes [count] 4096 in 1\ns [count] 12 in 1\n"));
        const auto labels = profile->labelsOf(profile->samples[0].labelsAt(0));
        QCOMPARE(labels.size(), std::size_t(2));
        QCOMPARE(profile->warnings.size(), std::size_t(1));
    }

    void bpftracesKernelStackStandsOnTheUsers_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("kernel first")
            << QByteArray("@[\n    vfs_read+1\n    do_syscall_64+9\n, \n    read+5\n    main+3\n]: 2\n");
        QTest::newRow("user first") << QByteArray(
            "@[\n    read+5\n    main+3\n, \n    vfs_read+1\n    do_syscall_64+9\n]: 2\n");
    }
    void bpftracesKernelStackStandsOnTheUsers() {
        QFETCH(QByteArray, text);
        QCOMPARE(profileToText(*readText(text.toStdString())),
                 std::string("main;read;do_syscall_64;vfs_read 2\n"));
    }

    void bpftraceMayPrintAddressesAndModules() {
        const auto profile = readText(
            "@[\n\tffffffff81b9764c iowrite16+12 ([kernel.kallsyms])\n\t55d0c0de1000 main+4 (/bin/a)\n"
            "\t7f0000001000\n]: 2\n");
        QCOMPARE(outcome(profile), std::string("bpftrace"));
        QCOMPARE(profileToText(*profile), std::string("?;main;iowrite16 2\n"));
        const auto leaf = profile->stacks.frame[profile->samples[0].stack[0].row()].row();
        QCOMPARE(profile->frames.kind[leaf], FrameKind::Kernel);
        QCOMPARE(profile->frames.address[leaf], std::uint64_t(0xffffffff81b9764c));
    }

    void bpftraceThatIsCutIsReported() {
        const auto profile = readText("@[\n    f\n]: 2\n@[\n    g\n");
        QCOMPARE(outcome(profile), std::string("bpftrace"));
        QCOMPARE(warningsOf(*profile),
                 std::string("The file was cut off within a stack, which is left out.\n"));
        QCOMPARE(outcome(readText("@[\n    f\n]: 99999999999999999999\n")),
                 std::string("it holds no stacks with counts"));
    }

    void dtraceCountsStacks() {
        const auto profile = readText(
            "CPU     ID                    FUNCTION:NAME\n  0  75195                      :tick-60s \n\n\n"
            "              libc.so.1`_so_send+0x15\n              mysqld`f(int, char)+0xe\n"
            "              0x7f12\n                4\n\n              kernel`foo\n"
            "              kernel`0xffff12\n               31\n");
        QCOMPARE(outcome(profile), std::string("dtrace"));
        QCOMPARE(valuesOf(*profile), std::string("samples [count] 35 in 2\n"));
        QCOMPARE(profileToText(*profile), std::string("?;f(int, char);_so_send 4\n?;foo 31\n"));
        QCOMPARE(profile->mappings.size(), std::size_t(3));
    }

    void dtracesKeysAreLabelsAndStacksOfBothSidesAreOne() {
        const auto profile = readText("  bash                    \n              kernel`read+0x1\n\n"
                                      "              a.out`main+0x1\n               31\n");
        QCOMPARE(outcome(profile), std::string("dtrace"));
        QCOMPARE(profileToText(*profile), std::string("main;read 31\n"));
        const auto labels = profile->labelsOf(profile->samples[0].labelsAt(0));
        QCOMPARE(labels.size(), std::size_t(1));
        QCOMPARE(profile->text(labels[0].text), std::string_view("bash"));
    }

    /// Such texts occur in issues and blogs.
    void dtracesBlanksMayBeFewer() {
        const auto profile = readText("header\n\n  app`inner+0x5\n  app`main\n  3\n\n  app`main\n  4\n");
        QCOMPARE(outcome(profile), std::string("dtrace"));
        QCOMPARE(profileToText(*profile), std::string("main 4\nmain;inner 3\n"));
    }

    void dtraceThatIsCutIsReported() {
        const auto profile = readText("              a`f\n               31\n              a`g\n");
        QCOMPARE(outcome(profile), std::string("dtrace"));
        QCOMPARE(warningsOf(*profile),
                 std::string("The file was cut off within a stack, which is left out.\n"));
    }
};

QTEST_APPLESS_MAIN(CountedStacksTest)
#include "counted_stacks_test.moc"
