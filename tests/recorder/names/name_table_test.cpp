/// Names of code: requested from children for the files and maps of processes, kept, and given up for files
/// that kill children.
#include "model/symbols/lookup/module_symbols.h"
#include "recorder/names/name_table.h"
#include "tests/recorder/held_program.h"
#include "tests/recorder/recorder_program.h"
#include "tests/recorder/run_until.h"
#include "tests/recorder/started_fork_server.h"

#include <fmt/format.h>

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <memory>
#include <unistd.h>
#include <vector>

using namespace candela;

namespace {

constexpr const char* attemptingProgram = PROGRAMS "/attempting_fork_server";

/// The perf map of the test itself.
class OwnPerfMap {
public:
    OwnPerfMap() : m_file(QString("/tmp/perf-%1.map").arg(::getpid())) {}
    OwnPerfMap(const OwnPerfMap&) = delete;
    OwnPerfMap& operator=(const OwnPerfMap&) = delete;
    ~OwnPerfMap() { m_file.remove(); }
    void append(const char* text) { write(text, QFile::Append); }
    void rewrite(const char* text) { write(text, QFile::WriteOnly); }

private:
    void write(const char* text, QFile::OpenMode mode) {
        if (!m_file.open(mode) || m_file.write(text) < 0) qFatal("no perf map");
        m_file.close();
    }
    QFile m_file;
};

/// This test's own program as a module of this process.
struct OwnModule {
    ModuleTable modules;
    SharedProcess process = std::make_shared<LiveProcess>();
    ModuleNumber number;
    ModuleNumber library; // another one

    OwnModule() {
        process->identity->pid = ::getpid();
        auto space = std::make_shared<AddressSpace>();
        for (const auto& mapping : readMaps(readSystemFile("/proc/self/maps"))) {
            const auto row = modules.intern(mapping);
            space->insert({mapping.start, mapping.end, mapping.fileOffset, row});
            if (modules[row].path == QCoreApplication::applicationFilePath().toStdString()) number = row;
            if (modules[row].path.ends_with("/libc.so.6")) library = row;
        }
        process->space = space;
        if (number.isNone() || library.isNone()) qFatal("this program maps itself or libc nowhere");
    }
    CodeLocation location(std::uint64_t offset) const { return {CodeKind::Module, number, offset}; }
};

/// The offset of a function in the file of two_builds_base.
std::uint64_t offsetOf(const char* function) {
    QFile file(PROGRAMS "/workloads/two_builds_base");
    if (!file.open(QFile::ReadOnly)) qFatal("no workload");
    auto symbols = ModuleSymbols::create(file.handle());
    for (std::uint64_t offset = 0; offset < static_cast<std::uint64_t>(file.size()); ++offset) {
        const auto address = symbols->addressOfFileOffset(offset);
        if (!address) continue;
        const auto frames = symbols->resolve(*address);
        if (!frames.empty() && frames.back().name == function) return offset;
    }
    qFatal("there is no %s", function);
}

/// The processes that a NameTable asks, and the loop that receives their answers.
struct Helpers {
    explicit Helpers(const char* program = recorderProgram, const SymbolClient::Timeouts& timeouts = {})
        : client(startedForkServer(program, ForkServer::Kind::Symbols), *loop, timeouts),
          opener(startedForkServer(recorderProgram, ForkServer::Kind::Openers), *loop) {}

    std::unique_ptr<EventLoop> loop = std::move(*EventLoop::create());
    SymbolClient client;
    FileOpener opener;
};

} // namespace

class NameTableTest : public QObject {
    Q_OBJECT
private slots:
    void aFileThatTakesTooLongIsNamedAndNotAskedAgain() {
        Helpers helpers{attemptingProgram, {200'000'000, 60'000'000'000}};
        auto& [loop, client, opener] = helpers;
        OwnModule own;
        std::vector<recording::Failure> failures;
        NameTable names(own.modules, client, opener,
                        [&](auto failure) { failures.push_back(std::move(failure)); }, {});
        names.want(own.location(0x1000), own.process);
        names.pump();
        QVERIFY(runUntil(*loop, client, [&] { return client.child() != 0; })); // started after opening
        QVERIFY(!names.isSettled(own.location(0x1000)));
        QVERIFY(runUntil(*loop, client, [&] { return !failures.empty(); }));
        const auto message = QString::fromStdString(failures.front().message());
        const auto ownFile = QFileInfo(QCoreApplication::applicationFilePath()).fileName();
        QVERIFY2(message.contains(ownFile + "\" could not be read"), qPrintable(message));
        QVERIFY(message.endsWith("took too long"));
        QVERIFY(names.isSettled(own.location(0x1000)));
        names.want(own.location(0x2000), own.process);
        names.pump();
        QVERIFY(names.isSettled(own.location(0x2000)));
        QCOMPARE(client.child(), 0);
        QCOMPARE(failures.size(), 1u);
    }

    void aFileThatChildrenDieOfIsTriedTwice() {
        Helpers helpers{attemptingProgram};
        auto& [loop, client, opener] = helpers;
        OwnModule own;
        std::vector<recording::Failure> failures;
        NameTable names(own.modules, client, opener,
                        [&](auto failure) { failures.push_back(std::move(failure)); }, {});
        for (int death = 1; death <= 2; ++death) {
            QVERIFY(failures.empty());
            names.want(own.location(0x1000), own.process);
            names.pump();
            QVERIFY(runUntil(*loop, client, [&] { return client.child() != 0; })); // started after opening
            const auto child = client.child();
            ::kill(child, SIGKILL);
            QVERIFY(runUntil(*loop, client, [&] { return client.child() != child; }));
        }
        QCOMPARE(failures.size(), 1u);
        QVERIFY(QString::fromStdString(failures.front().message()).endsWith("failed"));
        QVERIFY(names.isSettled(own.location(0x1000)));
    }

    void namesWaitUntilThereIsRoomForTheirFile() {
        Helpers helpers;
        auto& [loop, client, opener] = helpers;
        OwnModule own;
        NameTable names(own.modules, client, opener, [](auto) {}, {.openFiles = 1});
        const CodeLocation first{CodeKind::Module, own.number, 0x1000};
        const CodeLocation second{CodeKind::Module, own.library, 0x30000};
        names.want(first, own.process);
        names.want(second, own.process);
        names.wantFile(own.library, own.process);
        QVERIFY(!names.isSettled(second));
        QVERIFY(!names.isFileSettled(own.library));
        QCOMPARE(names.openFiles(), 1u);
        names.pump();
        QVERIFY(runUntil(*loop, client, [&] { return names.isSettled(first) && names.isSettled(second); }));
        QVERIFY(names.isFileSettled(own.library));
        QVERIFY(!names.find(own.library)->buildId().empty());
        QVERIFY(names.find(own.library)->knows(second.address));
        QCOMPARE(names.openFiles(), 1u);
        QCOMPARE(names.unasked(), 0u);
    }

    /// This holds however many modules are requested at once.
    void theChildHasFewFilesOpen() {
        Helpers helpers;
        auto& [loop, client, opener] = helpers;
        OwnModule own;
        NameTable names(own.modules, client, opener, [](auto) {}, {.openModules = 1});
        std::vector<CodeLocation> locations;
        for (const auto& range : own.process->space->ranges()) {
            if (own.modules[range.module].kind == ModuleKind::File)
                locations.push_back({CodeKind::Module, range.module, range.fileOffset});
        }
        QVERIFY(locations.size() > 5);
        for (const auto& location : locations)
            names.want(location, own.process);
        names.pump();
        std::size_t most = 0;
        QVERIFY(runUntil(*loop, client, [&] {
            most = std::max(most, names.openModules());
            return std::ranges::all_of(locations,
                                       [&](const auto& location) { return names.isSettled(location); });
        }));
        QVERIFY2(most <= 2, qPrintable(QString::number(most)));
        QCOMPARE(names.unasked(), 0u);
    }

    /// Otherwise its file system could not be unmounted.
    void aFileThatNoProcessMapsIsClosed() {
        Helpers helpers;
        auto& [loop, client, opener] = helpers;
        OwnModule own;
        NameTable names(own.modules, client, opener, [](auto) {}, {});
        const auto ask = [&](std::uint64_t address) {
            names.want(own.location(address), own.process);
            names.pump();
            return runUntil(*loop, client, [&] { return names.isSettled(own.location(address)); });
        };
        QVERIFY(ask(0x1000));
        std::vector<bool> isMapped(own.modules.capacity(), true);
        for (int call = 0; call < 3; ++call)
            names.closeUnmapped(isMapped);
        QCOMPARE(names.openFiles(), 1u);
        QCOMPARE(names.openModules(), 1u);
        isMapped.assign(isMapped.size(), false);
        names.closeUnmapped(isMapped);
        QCOMPARE(names.openFiles(), 1u); // the file may be mapped again in a moment
        names.closeUnmapped(isMapped);
        QCOMPARE(names.openFiles(), 0u);
        QCOMPARE(names.openModules(), 0u);
        QVERIFY(names.find(own.number)->knows(0x1000));
        QVERIFY(ask(0x2000));
        QVERIFY(names.find(own.number)->knows(0x2000));
    }

    void aFileIsReadAfterItWasDeletedAndItsProcessExited() {
        QTemporaryDir folder;
        const auto path = folder.filePath("gone");
        QVERIFY(QFile::copy(PROGRAMS "/workloads/two_builds_base", path));
        // Mapping it takes more memory than a child may use. The file has a hole behind the program.
        QVERIFY(QFile::resize(path, qint64{3} << 30));
        ModuleTable modules;
        ModuleNumber number;
        Helpers helpers;
        auto& [loop, client, opener] = helpers;
        QStringList failures;
        NameTable names(modules, client, opener,
                        [&](const auto& failure) { failures << QString::fromStdString(failure.message()); },
                        {});
        const auto process = std::make_shared<LiveProcess>();
        {
            HeldProgram program({path, "60"});
            program.go();
            process->identity->pid = program.pid();
            while (number.isNone()) {
                auto space = std::make_shared<AddressSpace>();
                for (const auto& mapping :
                     readMaps(readSystemFile(fmt::format("/proc/{}/maps", program.pid())))) {
                    const auto row = modules.intern(mapping);
                    space->insert({mapping.start, mapping.end, mapping.fileOffset, row});
                    if (mapping.path != path.toStdString()) continue;
                    number = row;
                    names.prefetchFile(row, program.pid(), mapping);
                }
                process->space = space;
                ::usleep(1000);
            }
            QVERIFY(runUntil(*loop, client, [&] { return names.openFiles() > 0; }));
            QVERIFY(QFile::remove(path));
        }
        QVERIFY(names.find(number)); // the module's file was opened
        const CodeLocation location{CodeKind::Module, number, offsetOf("read_rows")};
        names.want(location, process);
        names.pump();
        QVERIFY(runUntil(*loop, client, [&] { return names.isSettled(location); }));
        const auto lines = names.find(number)->find(location.address);
        QVERIFY2(!lines.empty(), qPrintable(failures.join('\n')));
        QCOMPARE(names.find(number)->function(lines.back().function).name, "read_rows");
    }

    void namesOfGeneratedCodeAreReadWhenTheyAreWritten() {
        Helpers helpers;
        auto& [loop, client, opener] = helpers;
        ModuleTable modules;
        NameTable names(modules, client, opener, [](auto) {}, {});
        const auto process = std::make_shared<LiveProcess>();
        process->identity->pid = ::getpid();
        process->space = std::make_shared<AddressSpace>();
        const auto number = modules.internGenerated(::getpid(), 1);
        OwnPerfMap map;
        const auto nameAt = [&](std::uint64_t address) {
            const CodeLocation location{CodeKind::Module, number, address};
            names.want(location, process);
            names.pump();
            if (!runUntil(*loop, client, [&] { return names.isSettled(location); }))
                return std::string("hangs");
            const auto lines = names.find(number)->find(address);
            return lines.empty() ? std::string() : names.find(number)->function(lines.back().function).name;
        };
        map.append("1000 100 first\n");
        QCOMPARE(nameAt(0x1080), "first");
        QCOMPARE(nameAt(0x2080), "");
        map.append("2000 100 second\n");
        QCOMPARE(nameAt(0x2080), "second");
        map.append("3000 100 third\n4000 100 in the writer's bu");
        QCOMPARE(nameAt(0x3080), "third");
        QCOMPARE(nameAt(0x4080), "");
        map.append("ffer\n");
        QCOMPARE(nameAt(0x4080), "in the writer's buffer");
        map.rewrite(
            "1000 100 first again\n5000 100 fifth\n6000 80 longer than before, with one name or two\n");
        QCOMPARE(nameAt(0x5080), "fifth");
    }

    void aMapThatIsWrittenLateIsFound() {
        Helpers helpers;
        auto& [loop, client, opener] = helpers;
        ModuleTable modules;
        NameTable names(modules, client, opener, [](auto) {}, {});
        const auto process = std::make_shared<LiveProcess>();
        process->identity->pid = ::getpid();
        process->space = std::make_shared<AddressSpace>();
        const CodeLocation location{CodeKind::Module, modules.internGenerated(::getpid(), 1), 0x1080};
        names.want(location, process);
        names.askNamelessAgain(NameTable::NamelessOf::AllModules);
        QVERIFY(
            runUntil(*loop, client, [&] { return names.isSettled(location); })); // there is no process to ask
        QVERIFY(names.takeLateNames().empty());
        names.makeRoom(1); // the segment was sent
        OwnPerfMap map;
        map.append("1000 100 late\n");
        names.askNamelessAgain(NameTable::NamelessOf::AllModules);
        QVERIFY(!names.isSettled(location));
        QVERIFY(runUntil(*loop, client, [&] { return names.isSettled(location); }));
        const auto late = names.takeLateNames();
        QCOMPARE(late.size(), 1u);
        QCOMPARE(late.front().process, process->identity);
        QCOMPARE(late.front().addresses, std::vector<std::uint64_t>{0x1080});
        QVERIFY(names.takeLateNames().empty());
    }
};

QTEST_GUILESS_MAIN(NameTableTest)
#include "name_table_test.moc"
