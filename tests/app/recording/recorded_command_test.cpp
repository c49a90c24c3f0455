/// The command that a recording starts: held, resumed, and its end reported.
#include "app/recording/recorded_command.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace candela;

namespace {

CommandLine line(const QStringList& words, CommandHome home = CommandHome::Terminal) {
    return {words, {}, home};
}

/// Runs `script` in a shell to its end.
CommandExit runToItsEnd(const QString& script, CommandHome home = CommandHome::Terminal) {
    auto command = RecordedCommand::create(line({"sh", "-c", script}, home));
    if (!command || !(*command)->resume()) return {-1, 0};
    QSignalSpy ended(command->get(), &RecordedCommand::ended);
    if (!(*command)->hasEnded() && !ended.wait(20'000)) return {-2, 0};
    return (*command)->exit();
}

QByteArray contentsOf(const QString& path) {
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class RecordedCommandTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void nothingRunsBeforeTheCommandIsResumed() {
        const auto mark = m_folder->filePath("mark");
        auto command = RecordedCommand::create(line({"touch", mark}));
        QVERIFY(command);
        QVERIFY((*command)->pid() > 0);
        QTest::qWait(100);
        QVERIFY(!QFile::exists(mark));
        QVERIFY(!(*command)->isRunning());
        QSignalSpy ended(command->get(), &RecordedCommand::ended);
        QVERIFY((*command)->resume());
        QVERIFY(ended.wait(20'000));
        QVERIFY(QFile::exists(mark));
    }
    void thePidStaysTheSameThroughTheStart() {
        const auto mark = m_folder->filePath("pid");
        auto command = RecordedCommand::create(line({"sh", "-c", "echo $$ > " + mark}));
        QVERIFY(command);
        QSignalSpy ended(command->get(), &RecordedCommand::ended);
        QVERIFY((*command)->resume());
        QVERIFY(ended.wait(20'000));
        QCOMPARE(contentsOf(mark).trimmed().toInt(), int((*command)->pid()));
    }
    void theExitStatusIsForwarded() {
        QCOMPARE(runToItsEnd("exit 7").shellStatus(), 7);
        QCOMPARE(runToItsEnd("exit 0").shellStatus(), 0);
    }
    void aSignalIsForwardedAsAShellDoes() {
        const auto exit = runToItsEnd("kill -TERM $$");
        QCOMPARE(exit.signal, SIGTERM);
        QCOMPARE(exit.shellStatus(), 128 + SIGTERM);
    }
    void aMissingProgramIsReportedBeforeAnythingStarts() {
        const auto command = RecordedCommand::create(line({"no-such-program-anywhere"}));
        QVERIFY(!command);
        QCOMPARE(command.error().code, ErrorCode::Usage);
        QCOMPARE(QString::fromStdString(command.error().message),
                 QString("the command \"no-such-program-anywhere\" was not found"));
        QVERIFY(!RecordedCommand::create(line({})));
        QVERIFY(!RecordedCommand::create(line({m_folder->path()})));
        QVERIFY(!RecordedCommand::create(line({m_folder->filePath("absent")})));
        QVERIFY(!RecordedCommand::create({{"true"}, m_folder->filePath("absent"), CommandHome::Terminal}));
    }
    void aFileThatIsNoProgramIsRefusedWithAReason() {
        const auto path = m_folder->filePath("text");
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("no program\n");
        file.close();
        QVERIFY(!RecordedCommand::create(line({path}))); // not executable
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        auto command = RecordedCommand::create(line({path}));
        QVERIFY(command);
        const auto started = (*command)->resume();
        QVERIFY(!started);
        QCOMPARE(started.error().code, ErrorCode::Usage);
    }
    void aCommandThatWasNeverResumedEndsWithItsObject() {
        auto command = RecordedCommand::create(line({"sleep", "100"}));
        QVERIFY(command);
        const pid_t pid = (*command)->pid();
        command->reset();
        QCOMPARE(::kill(pid, 0), -1);
        QCOMPARE(errno, ESRCH);
    }
    void aChildThatWasKilledWhileItWaitedIsNoCrash() {
        auto command = RecordedCommand::create(line({"true"}));
        QVERIFY(command);
        QSignalSpy ended(command->get(), &RecordedCommand::ended);
        ::kill((*command)->pid(), SIGKILL);
        QVERIFY(ended.wait(20'000));
        QVERIFY(!(*command)->resume());
    }
    void terminateEndsTheWholeGroupInTheWindow() {
        const auto mark = m_folder->filePath("child");
        auto command = RecordedCommand::create(
            line({"sh", "-c", "sleep 100 & echo $! > " + mark + "; wait"}, CommandHome::Window));
        QVERIFY(command);
        QSignalSpy ended(command->get(), &RecordedCommand::ended);
        QVERIFY((*command)->resume());
        QTRY_VERIFY_WITH_TIMEOUT(contentsOf(mark).endsWith('\n'), 20'000);
        (*command)->terminate();
        QVERIFY(ended.wait(20'000));
        const int child = contentsOf(mark).trimmed().toInt();
        // The command may stay a zombie until its new parent has waited for it.
        QTRY_VERIFY_WITH_TIMEOUT(::kill(child, 0) != 0 ||
                                     contentsOf(QString("/proc/%1/stat").arg(child)).contains(") Z "),
                                 20'000);
    }
    void noDescriptorOfOursIsLeftInTheCommand() {
        const auto list = m_folder->filePath("descriptors");
        const int leaked = ::open("/dev/null", O_RDONLY); // without close-on-exec, as libraries do
        QVERIFY(leaked > 2);
        // Lists the shell's descriptors through its redirected standard output.
        const auto script = "for f in /proc/self/fd/*; do echo ${f##*/}; done > " + list;
        QCOMPARE(runToItsEnd(script, CommandHome::Window).shellStatus(), 0);
        ::close(leaked);
        for (const auto& number : contentsOf(list).trimmed().split('\n'))
            QVERIFY2(number.toInt() != leaked, contentsOf(list));
    }
    void signalsAreAsInAFreshProcess() {
        const auto before = std::signal(SIGPIPE, SIG_IGN);
        sigset_t blocked, old;
        sigemptyset(&blocked);
        sigaddset(&blocked, SIGUSR1);
        pthread_sigmask(SIG_BLOCK, &blocked, &old);
        const auto status = m_folder->filePath("status");
        const auto exit = runToItsEnd("cat /proc/self/status > " + status);
        pthread_sigmask(SIG_SETMASK, &old, nullptr);
        std::signal(SIGPIPE, before);
        QCOMPARE(exit.shellStatus(), 0);
        QVERIFY(contentsOf(status).contains("SigBlk:\t0000000000000000"));
        QVERIFY(contentsOf(status).contains("SigIgn:\t0000000000000000"));
    }
    void theWorkingFolderIsTheCommands() {
        auto command =
            RecordedCommand::create({{"sh", "-c", "pwd > here"}, m_folder->path(), CommandHome::Terminal});
        QVERIFY(command);
        QSignalSpy ended(command->get(), &RecordedCommand::ended);
        QVERIFY((*command)->resume());
        QVERIFY(ended.wait(20'000));
        QCOMPARE(QString(contentsOf(m_folder->filePath("here")).trimmed()),
                 QDir(m_folder->path()).canonicalPath());
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(RecordedCommandTest)
#include "recorded_command_test.moc"
