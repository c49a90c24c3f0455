/// perf.data captures of the current machine: stacks in memory are unwound with the local files' tables,
/// names are read from these files, and the numbers equal those of perf if it is installed.
#include "model/symbols/lookup/name_lookup.h"
#include "tests/perf_data_captures.h"
#include "tests/perf_data_own_stack.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace candela;

/// Calls itself, so that the stack has a known number of frames with a known name.
__attribute__((noinline)) WrittenSample candelaTestRecursion(int depth) {
    if (depth == 0) return sampleOfThisStack(4096);
    auto sample = candelaTestRecursion(depth - 1);
    sample.cpu += 1; // prevents a tail call
    return sample;
}

class PerfDataMachineTest : public QObject {
    Q_OBJECT

    /// A sample of a process that has this process's mappings.
    static PerfDataWriter writerOfThisStack(WrittenInode inode) {
        auto writer = writerOfOwnStacks(4096);
        addOwnMappings(writer, 10, inode);
        auto sample = candelaTestRecursion(5);
        sample.pid = sample.tid = 10;
        sample.time = 5;
        writer.addSample(sample);
        return writer;
    }
    /// Reads a capture, with the names of this machine's files if these are the files of the capture.
    static Result<Profile> namedBytes(std::vector<std::byte> bytes) {
        Task task;
        return TRY(lookUpNames(TRY(readBytes(std::move(bytes))), {}, task)).profile;
    }

private slots:
    void aStackInMemoryIsUnwoundByTheFilesTables() {
        const auto profile = namedBytes(writerOfThisStack(WrittenInode::Right).file());
        QVERIFY2(profile, profile ? "" : profile.error().message.c_str());
        QCOMPARE(check(*profile), std::string());
        const auto line = linesOf(*profile, "cpu-clock").value(0);
        QCOMPARE(line.count("candelaTestRecursion(int)"), 6);
        QVERIFY2(line.contains("PerfDataMachineTest::aStackInMemoryIsUnwoundByTheFilesTables()"),
                 qPrintable(line));
        // This program's stack may be larger than the part that was copied.
        const auto end = profile->samples[0].stackEndAt(0);
        QVERIFY(end == StackEnd::Complete || end == StackEnd::TooDeep);
    }

    void aFileThatIsAnotherOneIsNotUsed() {
        const auto profile = namedBytes(writerOfThisStack(WrittenInode::Wrong).file());
        QVERIFY(profile);
        QVERIFY(!linesOf(*profile, "cpu-clock").value(0).contains("candelaTestRecursion"));
        QCOMPARE(profile->samples[0].stackEndAt(0), StackEnd::TableMissing);
    }

    void generatedCodeHasTheNamesOfItsPerfMap_data() {
        QTest::addColumn<bool>("isOthers");
        QTest::newRow("own") << false;
        QTest::newRow("another user's") << true;
    }
    /// Any user may put a similar file into /tmp.
    void generatedCodeHasTheNamesOfItsPerfMap() {
        QFETCH(bool, isOthers);
        const auto pid = static_cast<std::uint32_t>(getpid());
        const auto path = QString("/tmp/perf-%1.map").arg(pid);
        QFile map(path);
        if (!map.open(QFile::WriteOnly)) QSKIP("/tmp can't be written to");
        map.write("7000 100 compiledFunction\n");
        map.close();
        if (isOthers && ::chown(path.toUtf8().constData(), 65533, 65533) != 0) {
            map.remove();
            QSKIP("only root can give a file away");
        }
        auto writer = writerOfOwnStacks(4096);
        writer.addName(pid, pid, "jit");
        writer.addMap(pid, 0x7000, 0x1000, 0, "//anon");
        writer.addSample(userSample(pid, pid, 5, {0x7010, 0x7801}));
        const auto profile = readBytes(writer.file());
        map.remove();
        QVERIFY(profile);
        QCOMPARE(linesOf(*profile, "cpu-clock"),
                 QStringList({isOthers ? "jit/jit 0: [generated code]+0x7800;[generated code]+0x7010 1"
                                       : "jit/jit 0: [generated code]+0x7800;compiledFunction 1"}));
    }

    void generatedCodeHasTheNamesOfTheDumpThatItsProcessMaps() {
        const auto pid = static_cast<std::uint32_t>(getpid());
        QTemporaryDir folder;
        const auto path = folder.filePath(QString("jit-%1.dump").arg(pid));
        QFile dump(path);
        QVERIFY(dump.open(QFile::WriteOnly));
        const auto number32 = [&](std::uint32_t value) { dump.write(reinterpret_cast<char*>(&value), 4); };
        const auto number64 = [&](std::uint64_t value) { dump.write(reinterpret_cast<char*>(&value), 8); };
        for (const std::uint32_t value : {0x4a695444u, 1u, 40u, 62u, 0u, pid})
            number32(value);
        for (const std::uint64_t value : {1, 0})
            number64(value);
        const QByteArray name("compiledFunction\0", 17);
        number32(0); // a function's code
        number32(static_cast<std::uint32_t>(16 + 40 + name.size() + 4));
        number64(1);
        for (const std::uint32_t value : {pid, pid})
            number32(value);
        for (const std::uint64_t value : {0x7000, 0x7000, 0x100, 1})
            number64(value);
        dump.write(name + "code");
        dump.close();
        auto writer = writerOfOwnStacks(4096);
        writer.addName(pid, pid, "jit");
        writer.addMap(pid, 0x7000, 0x1000, 0, "//anon");
        writer.addMap(pid, 0x9000, 0x1000, 0, path.toStdString());
        writer.addSample(userSample(pid, pid, 5, {0x7010, 0x7801}));
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QCOMPARE(linesOf(*profile, "cpu-clock"),
                 QStringList({"jit/jit 0: [generated code]+0x7800;compiledFunction 1"}));
    }

    void perfReportsTheSame_data() {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("callchains") << QStringList{"-g"};
        QTest::newRow("packed") << QStringList{"-g", "-z"};
        QTest::newRow("stacks in memory") << QStringList{"--call-graph", "dwarf"};
        QTest::newRow("two events") << QStringList{"-e", "cpu-clock,page-faults"};
        QTest::newRow("a group") << QStringList{"-e", "{cpu-clock,page-faults}:S"};
    }
    /// Weights by event and thread, and the time span of the samples.
    void perfReportsTheSame() {
        QFETCH(QStringList, options);
        const auto perf = QStandardPaths::findExecutable("perf");
        if (perf.isEmpty()) QSKIP("perf is not installed");
        QTemporaryDir folder;
        const auto file = folder.filePath("perf.data");
        QProcess record;
        record.start(perf, QStringList{"record", "-F", "499", "-o", file} + options +
                               QStringList{"--", "sh", "-c",
                                           "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; ls /"});
        QVERIFY(record.waitForFinished(60'000));
        if (record.exitCode() != 0 || !QFile::exists(file)) QSKIP("perf can't record here");
        QProcess script;
        script.start(perf,
                     {"script", "-i", file, "--ns", "--no-inline", "-G", "-F", "comm,tid,time,period,event"});
        QVERIFY(script.waitForFinished(120'000));
        std::map<std::string, std::int64_t> expected;
        std::int64_t first = 0;
        std::int64_t last = 0;
        for (const auto& line : script.readAllStandardOutput().split('\n')) {
            // "NAME TID SECONDS.NANOSECONDS: PERIOD EVENT:"
            const auto words = line.simplified().split(' ');
            if (words.size() < 5) continue;
            auto event = words.last();
            event.chop(1);
            const auto count = words.size();
            const std::int64_t time =
                QByteArray(words[count - 3]).replace(".", "").replace(":", "").toLongLong();
            first = first == 0 ? time : std::min(first, time);
            last = std::max(last, time);
            expected[fmt::format("{} {}", event.toStdString(), words[count - 4].toStdString())] +=
                words[count - 2].toLongLong();
        }
        if (expected.empty()) QSKIP("perf took no sample here");

        Task task;
        const auto profile = readProfile(file.toStdString(), task);
        QVERIFY2(profile, profile ? "" : profile.error().message.c_str());
        QCOMPARE(check(*profile), std::string());
        std::map<std::string, std::int64_t> found;
        for (const auto& table : profile->samples)
            for (std::size_t row = 0; row < table.size(); ++row)
                found[fmt::format("{} {}", profile->text(table.type.name),
                                  profile->threads[table.threadAt(row).row()].tid)] += table.weight[row];
        QCOMPARE(found, expected);
        QCOMPARE(profile->origin.duration, last - first);
    }
};

QTEST_GUILESS_MAIN(PerfDataMachineTest)
#include "perf_data_machine_test.moc"
