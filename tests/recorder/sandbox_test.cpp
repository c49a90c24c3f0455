/// How children that read other people's files are locked in, and what becomes of files that they die of.
#include "model/symbols/module_symbols.h"
#include "recorder/name_table.h"
#include "recorder/sandbox/nursery.h"
#include "recorder/sandbox/symbol_client.h"
#include "tests/recorder/held_program.h"

#include <fmt/format.h>

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstring>
#include <functional>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>

using namespace candela;

namespace {

constexpr const char* recorderProgram = PROGRAMS "/candela-recorder";
constexpr const char* attemptingProgram = PROGRAMS "/attempting_nursery";

Nursery::Child childOf(const char* program, std::unique_ptr<Nursery>& nursery) {
    auto started = Nursery::start(program);
    if (!started) qFatal("no nursery: %s", started.error().message.c_str());
    nursery = std::make_unique<Nursery>(std::move(*started));
    auto child = nursery->createChild();
    if (!child) qFatal("no child: %s", child.error().message.c_str());
    return std::move(*child);
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

/// Where a link of /proc leads to.
QString linkOf(const QString& path) {
    char target[256] = {};
    const auto size = ::readlink(qPrintable(path), target, sizeof target - 1);
    return size > 0 ? QString::fromLocal8Bit(target, static_cast<int>(size)) : QString();
}

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

enum class Outcome { Possible, Refused, Deadly };

Outcome outcomeOf(PacketSocket& child, const char* attempt) {
    std::string answer;
    std::vector<FileDescriptor> none;
    std::int32_t errorNumber = -1;
    const auto question = std::as_bytes(std::span(attempt, std::strlen(attempt)));
    if (child.send(question, {}, PacketSocket::Wait::Yes) != PacketSocket::Outcome::Done ||
        child.receive(answer, none, PacketSocket::Wait::Yes) != PacketSocket::Outcome::Done)
        return Outcome::Deadly;
    if (answer.size() != sizeof errorNumber) qFatal("an answer of another kind");
    std::memcpy(&errorNumber, answer.data(), sizeof errorNumber);
    if (errorNumber == -1) qFatal("%s is no attempt", attempt);
    return errorNumber == 0 ? Outcome::Possible : Outcome::Refused;
}

/// A loop that runs until something is so, or a minute has passed.
bool runUntil(EventLoop& loop, SymbolClient& client, const std::function<bool()>& isSo) {
    int ticks = 6000;
    const auto isOver = std::make_shared<bool>(false); // a timer stays with its loop
    const auto timer = loop.addTimer(std::chrono::milliseconds(10), [&, isOver] {
        if (*isOver) return;
        client.watch(monotonicTime());
        if (isSo() || --ticks <= 0) loop.stop();
    });
    if (!timer) return false;
    loop.run();
    *isOver = true;
    return isSo();
}

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
            if (modules[row].path.ends_with("sandbox_test")) number = row;
            if (modules[row].path.ends_with("/libc.so.6")) library = row;
        }
        process->space = space;
        if (number.isNone() || library.isNone()) qFatal("this program maps itself or libc nowhere");
    }
    CodePlace place(std::uint64_t offset) const { return {CodeKind::Module, number, offset}; }
};

/// Of a function in the file of two_builds_base.
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

} // namespace

Q_DECLARE_METATYPE(Outcome)

class SandboxTest : public QObject {
    Q_OBJECT
private slots:
    void aChildHasNoRightsAndSeesNothing() {
        std::unique_ptr<Nursery> nursery;
        const auto child = childOf(recorderProgram, nursery);
        const auto proc = QString("/proc/%1/").arg(child.pid);
        const auto status = contentOf(proc + "status");
        QVERIFY(status.contains("Name:\tcandela-symbols\n"));
        for (const auto* line :
             {"CapInh:\t0000000000000000\n", "CapPrm:\t0000000000000000\n", "CapEff:\t0000000000000000\n",
              "CapAmb:\t0000000000000000\n", "NoNewPrivs:\t1\n"})
            QVERIFY2(status.contains(line), line);
        const auto limits = contentOf(proc + "limits");
        QVERIFY(QRegularExpression("Max core file size +0 +0 ").match(limits).hasMatch());
        QVERIFY(QRegularExpression("Max file size +0 +0 ").match(limits).hasMatch());
        QVERIFY(QRegularExpression("Max processes +0 +0 ").match(limits).hasMatch());
        if (isSanitized) QSKIP("a build with sanitizers has no filter and no memory limit");
        QVERIFY(status.contains("Seccomp:\t2\n"));
        QVERIFY(QRegularExpression("Max data size +1073741824 +1073741824 ").match(limits).hasMatch());
        if (::geteuid() != 0) QSKIP("only root can look at it closer");

        if (child.missing.text().find("a user") != std::string::npos)
            QSKIP("root here can't become another user");
        QVERIFY(status.contains("Uid:\t65534\t65534\t65534\t65534\n"));
        QVERIFY(status.contains("Gid:\t65534\t65534\t65534\t65534\n"));
        QVERIFY(status.contains("Groups:\t \n"));
        QVERIFY(status.contains("CapBnd:\t0000000000000000\n"));
        const auto descriptors = QDir(proc + "fd").entryList(QDir::Files | QDir::System, QDir::Name);
        QCOMPARE(descriptors, (QStringList{"0", "1", "2", "3"}));
        for (const auto* number : {"0", "1", "2"})
            QCOMPARE(linkOf(proc + "fd/" + number), "/dev/null");
        QVERIFY(linkOf(proc + "fd/3").startsWith("socket:"));
        if (!child.missing.isEmpty()) QSKIP(("this machine lacks " + child.missing.text()).c_str());

        QVERIFY(QDir(proc + "root")
                    .entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot)
                    .isEmpty());
        QVERIFY(!QFile(proc + "root/file").open(QFile::WriteOnly));
        for (const auto* name : {"mnt", "net", "pid", "ipc"})
            QVERIFY2(linkOf(proc + "ns/" + name) != linkOf(QString("/proc/self/ns/") + name), name);
        QCOMPARE(contentOf(proc + "net/dev").count(':'), 1); // the loopback interface
    }

    void theNurseryHasNoRightsEither() {
        std::unique_ptr<Nursery> nursery;
        const auto child = childOf(recorderProgram, nursery);
        auto pid = child.pid;
        for (int generation = 0; generation < 2; ++generation) {
            pid = parentOf(pid);
            const auto status = contentOf(QString("/proc/%1/status").arg(pid));
            for (const auto* line :
                 {"CapPrm:\t0000000000000000\n", "CapEff:\t0000000000000000\n", "NoNewPrivs:\t1\n"})
                QVERIFY2(status.contains(line), line);
        }
        QCOMPARE(parentOf(pid), ::getpid());
    }

    void everythingEndsWithTheRecorder() {
        std::unique_ptr<Nursery> nursery;
        auto child = childOf(recorderProgram, nursery);
        const auto first = parentOf(parentOf(child.pid));
        nursery.reset(); // its socket is all that holds them
        int status = -1;
        QCOMPARE(::waitpid(first, &status, 0), first);
        QCOMPARE(status, 0);
        QTRY_VERIFY(::kill(child.pid, 0) != 0);
    }

    void anAttempt_data() {
        QTest::addColumn<Outcome>("outcome");
        QTest::newRow("nothing") << Outcome::Possible;
        QTest::newRow("allocate a megabyte") << Outcome::Possible;
        for (const auto* name :
             {"allocate two gigabytes", "map executable memory", "map shared memory", "open a file",
              "open a file of the old root", "make a file", "look at a file", "make memory a file",
              "write to standard output", "set a process option", "raise a limit"})
            QTest::newRow(name) << Outcome::Refused;
        for (const auto* name : {"make a socket", "make a local socket", "execute", "fork", "trace",
                                 "trace itself", "kill the nursery", "mount", "enter a user namespace",
                                 "become root", "load a BPF program", "use memory that is not there"})
            QTest::newRow(name) << Outcome::Deadly;
    }
    void anAttempt() {
        if (isSanitized) QSKIP("a build with sanitizers has no filter");
        QFETCH(Outcome, outcome);
        std::unique_ptr<Nursery> nursery;
        auto child = childOf(attemptingProgram, nursery);
        QCOMPARE(outcomeOf(child.socket, QTest::currentDataTag()), outcome);
        if (outcome != Outcome::Deadly) return;
        // It is replaced, and the next one is as it should be.
        nursery->endChild(child);
        auto next = nursery->createChild();
        QVERIFY(next.has_value());
        QCOMPARE(outcomeOf(next->socket, "nothing"), Outcome::Possible);
    }

    void aFileThatTakesTooLongIsNamedAndNotAskedAgain() {
        const auto loop = std::move(*EventLoop::create());
        auto nursery = std::make_shared<Nursery>(std::move(*Nursery::start(attemptingProgram)));
        SymbolClient client(nursery, *loop, {200'000'000, 60'000'000'000});
        OwnModule own;
        std::vector<recording::Failure> failures;
        NameTable names(own.modules, client, [&](auto failure) { failures.push_back(std::move(failure)); },
                        {});
        names.want(own.place(0x1000), own.process);
        names.pump();
        QVERIFY(client.child() != 0);
        QVERIFY(!names.isSettled(own.place(0x1000)));
        QVERIFY(runUntil(*loop, client, [&] { return !failures.empty(); }));
        QVERIFY(
            QString::fromStdString(failures.front().message()).contains("sandbox_test could not be read"));
        QVERIFY(QString::fromStdString(failures.front().message()).endsWith("took too long"));
        QVERIFY(names.isSettled(own.place(0x1000)));
        names.want(own.place(0x2000), own.process);
        names.pump();
        QVERIFY(names.isSettled(own.place(0x2000)));
        QCOMPARE(client.child(), 0);
        QCOMPARE(failures.size(), 1u);
    }

    void aFileThatChildrenDieOfIsTriedTwice() {
        const auto loop = std::move(*EventLoop::create());
        auto nursery = std::make_shared<Nursery>(std::move(*Nursery::start(attemptingProgram)));
        SymbolClient client(nursery, *loop);
        OwnModule own;
        std::vector<recording::Failure> failures;
        NameTable names(own.modules, client, [&](auto failure) { failures.push_back(std::move(failure)); },
                        {});
        for (int death = 1; death <= 2; ++death) {
            QVERIFY(failures.empty());
            names.want(own.place(0x1000), own.process);
            names.pump();
            const auto child = client.child();
            QVERIFY(child != 0);
            ::kill(child, SIGKILL);
            QVERIFY(runUntil(*loop, client, [&] { return client.child() != child; }));
        }
        QCOMPARE(failures.size(), 1u);
        QVERIFY(QString::fromStdString(failures.front().message()).endsWith("failed"));
        QVERIFY(names.isSettled(own.place(0x1000)));
    }

    void namesWaitUntilThereIsRoomForTheirFile() {
        const auto loop = std::move(*EventLoop::create());
        auto nursery = std::make_shared<Nursery>(std::move(*Nursery::start(recorderProgram)));
        SymbolClient client(nursery, *loop);
        OwnModule own;
        NameTable names(own.modules, client, [](auto) {}, {.openFiles = 1});
        const CodePlace first{CodeKind::Module, own.number, 0x1000};
        const CodePlace second{CodeKind::Module, own.library, 0x30000};
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

    /// Its file system could not be unmounted else.
    void aFileThatNobodyMapsIsClosed() {
        const auto loop = std::move(*EventLoop::create());
        auto nursery = std::make_shared<Nursery>(std::move(*Nursery::start(recorderProgram)));
        SymbolClient client(nursery, *loop);
        OwnModule own;
        NameTable names(own.modules, client, [](auto) {}, {});
        const auto ask = [&](std::uint64_t address) {
            names.want(own.place(address), own.process);
            names.pump();
            return runUntil(*loop, client, [&] { return names.isSettled(own.place(address)); });
        };
        QVERIFY(ask(0x1000));
        std::vector<bool> isMapped(own.modules.capacity(), true);
        for (int call = 0; call < 3; ++call)
            names.closeUnmapped(isMapped);
        QCOMPARE(names.openFiles(), 1u);
        QCOMPARE(names.openModules(), 1u);
        isMapped.assign(isMapped.size(), false);
        names.closeUnmapped(isMapped);
        QCOMPARE(names.openFiles(), 1u); // it may be mapped again in a moment
        names.closeUnmapped(isMapped);
        QCOMPARE(names.openFiles(), 0u);
        QCOMPARE(names.openModules(), 0u);
        QVERIFY(names.find(own.number)->knows(0x1000));
        QVERIFY(ask(0x2000));
        QVERIFY(names.find(own.number)->knows(0x2000));
    }

    void aFileIsReadAfterItWasDeletedAndItsProcessIsGone() {
        QTemporaryDir folder;
        const auto path = folder.filePath("gone");
        QVERIFY(QFile::copy(PROGRAMS "/workloads/two_builds_base", path));
        // Mapping it takes more than a child may have of its own. Nothing is stored behind the program.
        QVERIFY(QFile::resize(path, qint64{3} << 30));
        ModuleTable modules;
        ModuleNumber number;
        const auto loop = std::move(*EventLoop::create());
        auto nursery = std::make_shared<Nursery>(std::move(*Nursery::start(recorderProgram)));
        SymbolClient client(nursery, *loop);
        NameTable names(modules, client, [](auto) {}, {});
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
                    names.foresee(row, program.pid(), mapping);
                }
                process->space = space;
                ::usleep(1000);
            }
            QVERIFY(QFile::remove(path));
        }
        QVERIFY(names.find(number)); // it was opened
        const CodePlace place{CodeKind::Module, number, offsetOf("read_rows")};
        names.want(place, process);
        names.pump();
        QVERIFY(runUntil(*loop, client, [&] { return names.isSettled(place); }));
        const auto lines = names.find(number)->find(place.address);
        QVERIFY(!lines.empty());
        QCOMPARE(names.find(number)->function(lines.back().function).name, "read_rows");
    }

    void namesOfGeneratedCodeAreReadWhenTheyAreWritten() {
        const auto loop = std::move(*EventLoop::create());
        auto nursery = std::make_shared<Nursery>(std::move(*Nursery::start(recorderProgram)));
        SymbolClient client(nursery, *loop);
        ModuleTable modules;
        NameTable names(modules, client, [](auto) {}, {});
        const auto process = std::make_shared<LiveProcess>();
        process->identity->pid = ::getpid();
        process->space = std::make_shared<AddressSpace>();
        const auto number = modules.internGenerated(::getpid(), 1);
        OwnPerfMap map;
        const auto nameAt = [&](std::uint64_t address) {
            const CodePlace place{CodeKind::Module, number, address};
            names.want(place, process);
            names.pump();
            if (!runUntil(*loop, client, [&] { return names.isSettled(place); })) return std::string("hangs");
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
        const auto loop = std::move(*EventLoop::create());
        auto nursery = std::make_shared<Nursery>(std::move(*Nursery::start(recorderProgram)));
        SymbolClient client(nursery, *loop);
        ModuleTable modules;
        NameTable names(modules, client, [](auto) {}, {});
        const auto process = std::make_shared<LiveProcess>();
        process->identity->pid = ::getpid();
        process->space = std::make_shared<AddressSpace>();
        const CodePlace place{CodeKind::Module, modules.internGenerated(::getpid(), 1), 0x1080};
        names.want(place, process);
        names.askNamelessAgain(NameTable::NamelessOf::AllModules);
        QVERIFY(names.isSettled(place)); // there is nobody to ask
        QVERIFY(names.takeLateNames().empty());
        names.makeRoom(1); // the segment was sent
        OwnPerfMap map;
        map.append("1000 100 late\n");
        names.askNamelessAgain(NameTable::NamelessOf::AllModules);
        QVERIFY(!names.isSettled(place));
        QVERIFY(runUntil(*loop, client, [&] { return names.isSettled(place); }));
        const auto late = names.takeLateNames();
        QCOMPARE(late.size(), 1u);
        QCOMPARE(late.front().process, process->identity);
        QCOMPARE(late.front().addresses, std::vector<std::uint64_t>{0x1080});
        QVERIFY(names.takeLateNames().empty());
    }

    void childrenThatDieOneAfterTheOtherAreReplacedAfterARest() {
        const auto loop = std::move(*EventLoop::create());
        auto nursery = std::make_shared<Nursery>(std::move(*Nursery::start(attemptingProgram)));
        SymbolClient client(nursery, *loop);
        int deaths = 0;
        client.setCallbacks(
            {[](const auto&) {}, [&](const auto& culprit) { deaths += culprit.has_value(); }});
        sandbox::Request request;
        request.mutable_unwind();
        const auto ask = [&] {
            if (client.hasRoom() && client.child() == 0) client.send(request, {});
            return client.isHopeless();
        };
        QVERIFY(runUntil(*loop, client, ask));
        QVERIFY(deaths >= 50 && deaths < 60);
        const auto before = deaths;
        QVERIFY(runUntil(*loop, client, [&] { return ask(), deaths > before; }));
    }
};

QTEST_GUILESS_MAIN(SandboxTest)
#include "sandbox_test.moc"
