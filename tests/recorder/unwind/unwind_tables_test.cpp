/// How files get unwind tables: from openers and a child, again if the first try failed.
#include <QTest>

#include "recorder/base/clock.h"
#include "recorder/unwind/unwind_tables.h"
#include "tests/recorder/recorder_program.h"
#include "tests/recorder/run_until.h"
#include "tests/recorder/started_fork_server.h"

#include <memory>
#include <sys/wait.h>
#include <unistd.h>

using namespace candela;

namespace {

/// The pid of a process that has ended.
std::int32_t endedProcess() {
    const auto pid = ::fork();
    if (pid == 0) ::_exit(0);
    ::waitpid(pid, nullptr, 0);
    return pid;
}

} // namespace

class UnwindTablesTest : public QObject {
    Q_OBJECT
private slots:
    void aFileThatCouldNotBeOpenedIsTriedAgain() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
        const auto loop = std::move(*EventLoop::create());
        SymbolClient client(startedForkServer(recorderProgram, ForkServer::Kind::Symbols), *loop);
        FileOpener opener(startedForkServer(recorderProgram, ForkServer::Kind::Openers), *loop);
        client.start();
        ModuleTable modules;
        std::vector<std::string> failures;
        const auto tables =
            UnwindTables::create(modules, client, opener, *loop,
                                 [&](const auto& failure) { failures.push_back(failure.message()); }, {});
        QVERIFY(tables.has_value());

        // A file that can only be opened through a process that maps it, because its path does not exist.
        LiveProcess process;
        auto space = std::make_shared<AddressSpace>();
        ModuleNumber number;
        std::uint64_t offset = 0;
        for (auto mapping : readMaps(readSystemFile("/proc/self/maps"))) {
            if (mapping.path != QCoreApplication::applicationFilePath().toStdString()) continue;
            mapping.path = "/nonexistent/program";
            number = modules.intern(mapping);
            const auto here = reinterpret_cast<std::uint64_t>(&endedProcess);
            if (here >= mapping.start && here < mapping.end)
                offset = here - mapping.start + mapping.fileOffset;
            space->insert({mapping.start, mapping.end, mapping.fileOffset, number});
        }
        QVERIFY(!number.isNone() && offset != 0);
        process.space = space;

        process.identity->pid = endedProcess();
        unwind_row row{};
        const auto find = [&] {
            (*tables)->tick();
            opener.watch(monotonicTime());
            return (*tables)->findRow(number, process, offset, row);
        };
        QCOMPARE(find(), UnwindTables::Answer::Later);
        QVERIFY(runUntil(*loop, client, [&] {
            find();
            return opener.waiting() == 0;
        }));
        QCOMPARE(find(), UnwindTables::Answer::Later); // the first try failed
        process.identity->pid = ::getpid();
        QVERIFY(runUntil(*loop, client, [&] { return find() == UnwindTables::Answer::Row; }));
        QCOMPARE((*tables)->made(), 1u);
        QVERIFY(failures.empty());
    }
};

QTEST_GUILESS_MAIN(UnwindTablesTest)
#include "unwind_tables_test.moc"
