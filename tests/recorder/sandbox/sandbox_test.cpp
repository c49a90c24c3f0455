/// The sandbox of children that read other people's files, and the treatment of files that kill them.
#include "recorder/base/proc_files.h"
#include "recorder/sandbox/fork_server.h"
#include "recorder/sandbox/symbol_client.h"
#include "tests/recorder/recorder_program.h"
#include "tests/recorder/run_until.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <csignal>
#include <cstring>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>

using namespace candela;

namespace {

constexpr const char* attemptingProgram = PROGRAMS "/attempting_fork_server";

ForkServer::Child childOf(const char* program, std::unique_ptr<ForkServer>& forkServer) {
    auto started = ForkServer::start(program);
    if (!started) qFatal("no fork server: %s", started.error().message.c_str());
    forkServer = std::make_unique<ForkServer>(std::move(*started));
    auto child = forkServer->createChild();
    if (!child) qFatal("no child: %s", child.error().message.c_str());
    return std::move(*child);
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

/// The target of a link in /proc.
QString linkOf(const QString& path) {
    char target[256] = {};
    const auto size = ::readlink(qPrintable(path), target, sizeof target - 1);
    return size > 0 ? QString::fromLocal8Bit(target, static_cast<int>(size)) : QString();
}

enum class AttemptOutcome { Possible, Refused, Deadly };

AttemptOutcome outcomeOf(PacketSocket& child, const char* attempt) {
    std::string answer;
    std::vector<FileDescriptor> none;
    std::int32_t errorNumber = -1;
    const auto question = std::as_bytes(std::span(attempt, std::strlen(attempt)));
    if (child.send(question, {}, PacketSocket::Wait::Yes) != PacketSocket::Outcome::Done ||
        child.receive(answer, none, PacketSocket::Wait::Yes) != PacketSocket::Outcome::Done)
        return AttemptOutcome::Deadly;
    if (answer.size() != sizeof errorNumber) qFatal("an answer of another kind");
    std::memcpy(&errorNumber, answer.data(), sizeof errorNumber);
    if (errorNumber == -1) qFatal("%s is no attempt", attempt);
    return errorNumber == 0 ? AttemptOutcome::Possible : AttemptOutcome::Refused;
}

} // namespace

Q_DECLARE_METATYPE(AttemptOutcome)

class SandboxTest : public QObject {
    Q_OBJECT
private slots:
    void aChildHasNoRightsAndSeesNothing() {
        std::unique_ptr<ForkServer> forkServer;
        const auto child = childOf(recorderProgram, forkServer);
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

    void aChildReportsThatItLacksTheDisassembler() {
        std::unique_ptr<ForkServer> withIt;
        QVERIFY(!childOf(recorderProgram, withIt).lacksDisassembler);
        std::unique_ptr<ForkServer> withoutIt;
        QVERIFY(childOf(attemptingProgram, withoutIt).lacksDisassembler);
    }

    void theForkServerHasNoRightsEither() {
        std::unique_ptr<ForkServer> forkServer;
        const auto child = childOf(recorderProgram, forkServer);
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
        std::unique_ptr<ForkServer> forkServer;
        auto child = childOf(recorderProgram, forkServer);
        const auto first = parentOf(parentOf(child.pid));
        forkServer.reset(); // only its socket keeps them running
        int status = -1;
        QCOMPARE(::waitpid(first, &status, 0), first);
        QCOMPARE(status, 0);
        QTRY_VERIFY(::kill(child.pid, 0) != 0);
    }

    void anAttempt_data() {
        QTest::addColumn<AttemptOutcome>("outcome");
        QTest::newRow("nothing") << AttemptOutcome::Possible;
        QTest::newRow("allocate a megabyte") << AttemptOutcome::Possible;
        for (const auto* name :
             {"allocate two gigabytes", "map executable memory", "map shared memory", "open a file",
              "open a file of the old root", "make a file", "look at a file", "make memory a file",
              "write to standard output", "set a process option", "raise a limit"})
            QTest::newRow(name) << AttemptOutcome::Refused;
        for (const auto* name : {"make a socket", "make a local socket", "execute", "fork", "trace",
                                 "trace itself", "kill the fork server", "mount", "enter a user namespace",
                                 "become root", "load a BPF program", "use memory that is not there"})
            QTest::newRow(name) << AttemptOutcome::Deadly;
    }
    void anAttempt() {
        if (isSanitized) QSKIP("a build with sanitizers has no filter");
        QFETCH(AttemptOutcome, outcome);
        std::unique_ptr<ForkServer> forkServer;
        auto child = childOf(attemptingProgram, forkServer);
        QCOMPARE(outcomeOf(child.socket, QTest::currentDataTag()), outcome);
        if (outcome != AttemptOutcome::Deadly) return;
        // The child is replaced, and the next one works.
        forkServer->endChild(child);
        auto next = forkServer->createChild();
        QVERIFY(next.has_value());
        QCOMPARE(outcomeOf(next->socket, "nothing"), AttemptOutcome::Possible);
    }

    void childrenThatDieOneAfterTheOtherAreReplacedAfterABackoff() {
        const auto loop = std::move(*EventLoop::create());
        auto forkServer = std::make_shared<ForkServer>(std::move(*ForkServer::start(attemptingProgram)));
        SymbolClient client(forkServer, *loop);
        int deaths = 0;
        client.setCallbacks({[](const auto&) {}, [&](const auto& failed) { deaths += failed.has_value(); }});
        sandbox::Request request;
        request.mutable_unwind();
        const auto ask = [&] {
            if (client.hasRoom() && client.child() == 0) client.send(request, {});
            return client.isUnavailable();
        };
        QVERIFY(runUntil(*loop, client, ask));
        QVERIFY(deaths >= 50 && deaths < 60);
        const auto before = deaths;
        QVERIFY(runUntil(*loop, client, [&] { return ask(), deaths > before; }));
    }
};

QTEST_GUILESS_MAIN(SandboxTest)
#include "sandbox_test.moc"
