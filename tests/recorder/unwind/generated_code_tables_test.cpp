/// Walks that meet generated code: the code is requested once. And the life of its table.
#include "recorder/base/clock.h"
#include "recorder/unwind/generated_code_tables.h"
#include "tests/nanoseconds.h"
#include "tests/recorder/recorder_program.h"
#include "tests/recorder/run_until.h"
#include "tests/recorder/started_fork_server.h"

#include <QTest>

#include <array>
#include <csignal>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>

using namespace candela;

namespace {

constexpr std::uint64_t codeBase = 0x7000;

/// A process that only waits.
class WaitingProcess {
public:
    WaitingProcess() : m_pid(::fork()) {
        if (m_pid == 0) {
            for (;;)
                ::pause();
        }
    }
    WaitingProcess(const WaitingProcess&) = delete;
    WaitingProcess& operator=(const WaitingProcess&) = delete;
    ~WaitingProcess() { end(); }
    std::int32_t pid() const { return m_pid; }
    void end() {
        if (m_isEnded) return;
        m_isEnded = true;
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }

private:
    pid_t m_pid;
    bool m_isEnded = false;
};

file_wanted_event wantedCode(std::int32_t pid, std::uint32_t generation = 1) {
    file_wanted_event event{};
    event.file = {.inode = static_cast<std::uint64_t>(pid),
                  .changed = 0,
                  .device = UNWIND_GENERATED_DEVICE,
                  .generation = generation};
    event.start = codeBase;
    event.end = codeBase + 0x1000;
    event.pid = static_cast<std::uint32_t>(pid);
    return event;
}

LiveProcess liveProcess(std::int32_t pid) {
    LiveProcess process;
    process.identity->pid = pid;
    return process;
}

/// The tables, and the kernel maps and openers that they need.
struct Tables {
    std::unique_ptr<EventLoop> loop = std::move(*EventLoop::create());
    SymbolClient client{startedForkServer(recorderProgram, ForkServer::Kind::Symbols), *loop};
    FileOpener opener{startedForkServer(recorderProgram, ForkServer::Kind::Openers), *loop};
    std::unique_ptr<UnwindTableStore> store = std::move(*UnwindTableStore::create([](const auto&) {}, {}));
    ModuleFiles files{opener, [](auto) {}};
    int ready = 0;
    GeneratedCodeTables generated{*store, client, files, [this] { ++ready; }};

    /// Its memory is open when this returns.
    bool add(const file_wanted_event& event) {
        const auto before = ready;
        generated.add(event);
        return runUntil(*loop, client, [&] { return ready > before; });
    }
    RowAnswer find(std::int32_t pid, std::uint64_t address) {
        unwind_row row{};
        return generated.findRow(liveProcess(pid), {address, false}, monotonicTime(), row);
    }
    /// Answers as a child would: rows for the first bytes from codeBase on.
    void answer(const GeneratedCodeTables::Look& look, std::size_t rows) {
        std::vector<unwind_row> all(rows);
        for (std::size_t row = 0; row < rows; ++row) {
            all[row].pc = static_cast<std::uint32_t>(16 * row);
            all[row].cfa_rule = UNWIND_CFA_SP;
        }
        auto draft = store->beginGenerated(look.code, codeBase, rows);
        store->append(draft, all);
        store->finish(std::move(draft));
        sandbox::UnwindRows last;
        last.set_base(codeBase);
        last.set_rows_in_all(rows);
        generated.finishLook(look.machine, last);
    }
};

} // namespace

class GeneratedCodeTablesTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
    }

    void anAddressIsAskedAboutOnceAndFoundThen() {
        Tables tables;
        const WaitingProcess process;
        const auto event = wantedCode(process.pid());
        QVERIFY(!tables.generated.wantAgain(event.file));
        QCOMPARE(tables.find(process.pid(), codeBase + 4), RowAnswer::NoRow); // the table of that code was
                                                                              // not requested
        QVERIFY(tables.add(event));
        QVERIFY(tables.generated.wantAgain(event.file));

        sandbox::Request nothing;
        QVERIFY(!tables.generated.beginLook(monotonicTime(), nothing)); // no address of code is known yet
        QCOMPARE(tables.find(process.pid(), codeBase + 4), RowAnswer::Later);
        tables.generated.expect(liveProcess(process.pid()),
                                std::array<std::uint64_t, 2>{codeBase + 5, codeBase + 40});

        sandbox::Request request;
        const auto look = tables.generated.beginLook(monotonicTime(), request);
        QVERIFY(look.has_value() && look->memory >= 0);
        QVERIFY(request.has_unwind_generated());
        QCOMPARE(request.unwind_generated().addresses_size(), 1);
        QCOMPARE(request.unwind_generated().addresses(0), codeBase + 4);
        // The byte before the first return address was requested already.
        QCOMPARE(request.unwind_generated().return_addresses_size(), 1);
        QCOMPARE(request.unwind_generated().return_addresses(0), codeBase + 40);
        QVERIFY(!tables.generated.beginLook(monotonicTime(), nothing)); // one request at a time per process
        QCOMPARE(tables.find(process.pid(), codeBase + 4), RowAnswer::Later);

        tables.answer(*look, 4);
        QCOMPARE(tables.find(process.pid(), codeBase + 4), RowAnswer::Row);
        QVERIFY(!tables.generated.beginLook(monotonicTime() + 60 * second, nothing)); // all addresses are
                                                                                      // answered
    }

    void codeThatCannotBeFollowedIsLeftToFramePointers() {
        Tables tables;
        const WaitingProcess process;
        const auto event = wantedCode(process.pid());
        QVERIFY(tables.add(event));
        QCOMPARE(tables.find(process.pid(), codeBase), RowAnswer::Later);
        sandbox::Request request;
        const auto look = tables.generated.beginLook(monotonicTime(), request);
        QVERIFY(look.has_value());
        tables.generated.finishLook(look->machine, {});
        QVERIFY(!tables.generated.contains(look->machine));
        QVERIFY(tables.store->contains(event.file)); // without rows: programs do not request it again
        QCOMPARE(tables.find(process.pid(), codeBase), RowAnswer::NoRow);
    }

    void theTableOfAProcessThatExitedIsRemoved() {
        Tables tables;
        WaitingProcess process;
        const auto event = wantedCode(process.pid());
        const auto makeTable = [&] {
            if (!tables.add(event)) return false;
            tables.find(process.pid(), codeBase);
            sandbox::Request request;
            const auto look = tables.generated.beginLook(monotonicTime(), request);
            if (!look) return false;
            tables.answer(*look, 4);
            return tables.store->contains(event.file);
        };
        QVERIFY(makeTable());
        tables.generated.programChanged(process.pid(), 1); // this change was before the process was known
        QVERIFY(tables.store->contains(event.file));
        tables.generated.programChanged(process.pid(), monotonicTime());
        QVERIFY(!tables.store->contains(event.file));
        QVERIFY(!tables.generated.wantAgain(event.file));

        QVERIFY(makeTable());
        tables.generated.onJvmMapped(process.pid()); // another kind of table is needed
        QVERIFY(!tables.store->contains(event.file));

        QVERIFY(makeTable());
        tables.generated.tick(monotonicTime() + 2 * second);
        QVERIFY(tables.store->contains(event.file));
        process.end();
        tables.generated.tick(monotonicTime() + 4 * second);
        QVERIFY(!tables.store->contains(event.file));
        QVERIFY(!tables.generated.wantAgain(event.file));
    }

    void noLookBeginsDuringAPause() {
        Tables tables;
        const WaitingProcess process;
        QVERIFY(tables.add(wantedCode(process.pid())));
        QCOMPARE(tables.find(process.pid(), codeBase), RowAnswer::Later);
        const auto now = monotonicTime();
        tables.generated.pause(now);
        sandbox::Request request;
        QVERIFY(!tables.generated.beginLook(now + second, request));
        QVERIFY(tables.generated.beginLook(now + 60 * second, request));
    }

    void aProcessTooManyEvictsAnother() {
        Tables tables;
        const WaitingProcess process;
        for (std::uint32_t generation = 1; generation <= JavaMachines::maximumMachines; ++generation)
            tables.generated.add(wantedCode(process.pid(), generation));
        const auto known = [&] {
            std::size_t count = 0;
            for (std::uint32_t generation = 1; generation <= JavaMachines::maximumMachines + 1; ++generation)
                count += tables.generated.wantAgain(wantedCode(process.pid(), generation).file);
            return count;
        };
        QCOMPARE(known(), JavaMachines::maximumMachines);
        const auto next = wantedCode(process.pid(), JavaMachines::maximumMachines + 1);
        tables.generated.add(next);
        QCOMPARE(known(), JavaMachines::maximumMachines);
        QVERIFY(tables.generated.wantAgain(next.file));
    }
};

QTEST_GUILESS_MAIN(GeneratedCodeTablesTest)
#include "generated_code_tables_test.moc"
