/// The results of requests to open files: those that hang fail, and no other request waits for them.
#include <QTest>

#include "recorder/base/clock.h"
#include "recorder/base/proc_files.h"
#include "recorder/metadata/observed_process.h"
#include "recorder/opener/file_opener.h"
#include "recorder/opener/opened_file.h"
#include "recorder/opener/prompt_opener.h"
#include "tests/recorder/opener/hanging_openers.h"
#include "tests/recorder/recorder_program.h"
#include "tests/recorder/started_fork_server.h"

#include <fmt/format.h>

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <csignal>
#include <functional>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

using namespace candela;

namespace {

constexpr const char* hangingProgram = PROGRAMS "/hanging_openers";

std::shared_ptr<ForkServer> forkServerOf(const char* program) {
    return startedForkServer(program, ForkServer::Kind::Openers);
}

opening::Request requestForText(std::int32_t pid) {
    opening::Request request;
    request.mutable_read_text()->set_pid(pid);
    return request;
}

/// Requests whose answers arrive through a loop.
class Asking {
public:
    explicit Asking(const char* program, const FileOpener::Timeouts& timeouts)
        : m_opener(forkServerOf(program), *m_loop, timeouts) {
        m_opener.setReport([this](const auto& failure) { failures.push_back(failure.message()); });
        if (!m_loop->addTimer(std::chrono::milliseconds(5), [this] { tick(); })) qFatal("no timer");
    }
    /// Each answer gets an entry, "none" if it is empty.
    void ask(std::int32_t pid, const char* path = "") {
        m_opener.ask(requestForText(pid), {pid, 0, path},
                     [this](auto* answer) { answers.push_back(answer ? answer->reply.text() : "none"); });
    }
    bool runUntil(const std::function<bool()>& isSo) {
        m_isSo = isSo;
        m_timer.start();
        m_loop->run();
        return isSo();
    }
    FileOpener& opener() { return m_opener; }

    std::vector<std::string> answers;
    std::vector<std::string> failures;

private:
    void tick() {
        m_opener.watch(monotonicTime());
        if (m_isSo() || m_timer.elapsed() > 60'000) m_loop->stop();
    }
    std::unique_ptr<EventLoop> m_loop = std::move(*EventLoop::create());
    FileOpener m_opener;
    std::function<bool()> m_isSo;
    QElapsedTimer m_timer;
};

constexpr std::int64_t millisecond = 1'000'000;
constexpr std::int64_t hour = 3'600'000'000'000;

bool isLiving(const std::string& pid) {
    return ::kill(std::stoi(pid), 0) == 0;
}

} // namespace

class FileOpenerTest : public QObject {
    Q_OBJECT
private slots:
    void othersDoNotWaitForARequestThatHangs() {
        Asking asking(hangingProgram, {10 * millisecond, 10 * millisecond, hour, hour, hour});
        asking.ask(hangingProcess);
        asking.ask(someProcess);
        asking.ask(otherProcess);
        QVERIFY(asking.runUntil([&] { return asking.answers.size() == 2; }));
        QCOMPARE(asking.answers[0], asking.answers[1]); // one opener answered both
        asking.ask(hangingProcess);
        asking.ask(someProcess);
        QVERIFY(asking.runUntil([&] { return asking.answers.size() == 3; }));
        QCOMPARE(asking.answers[2], asking.answers[0]);
        QCOMPARE(asking.opener().processes().size(), 2u); // one opener hangs, with both of the equal requests
        QCOMPARE(asking.opener().waiting(), 2u);
        QVERIFY(asking.opener().areAllHanging());
    }

    /// Otherwise all programs on a disk would wait for one file that has to be fetched from it.
    void oneFileThatHangsDoesNotHoldUpTheOthersOfItsFileSystem() {
        Asking asking(hangingProgram, {10 * millisecond, 10 * millisecond, hour, hour, hour});
        const auto ask = [&](std::int32_t process, const char* path) {
            asking.opener().ask(requestForText(process), {0, 7, path}, [&](auto* answer) {
                asking.answers.push_back(answer ? answer->reply.text() : "none");
            });
        };
        ask(hangingProcess, "/slow");
        ask(hangingProcess, "/slow");
        ask(someProcess, "/fast");
        QVERIFY(asking.runUntil([&] { return asking.answers.size() == 1; }));
        QCOMPARE(asking.opener().processes().size(), 2u);
        // A second hanging file makes the file system suspect: it gets no third opener.
        ask(hangingProcess, "/other");
        ask(someProcess, "/third");
        ask(someProcess, "/fourth");
        QVERIFY(asking.runUntil([&] { return asking.opener().areAllHanging(); }));
        QCOMPARE(asking.answers.size(), 1u);
        QCOMPARE(asking.opener().processes().size(), 2u);
        asking.ask(someProcess);
        QVERIFY(asking.runUntil([&] { return asking.answers.size() == 2; }));
    }

    void aRequestThatIsNeverAnsweredFailsAndIsReportedOnce() {
        Asking asking(hangingProgram,
                      {10 * millisecond, 10 * millisecond, 20 * millisecond, 50 * millisecond, hour});
        asking.ask(hangingProcess, "/mnt/file");
        asking.ask(hangingProcess, "/mnt/other");
        QVERIFY(asking.runUntil([&] { return asking.answers.size() == 2; }));
        QCOMPARE(asking.answers, (std::vector<std::string>{"none", "none"}));
        QCOMPARE(asking.failures.size(), 1u);
        QVERIFY(asking.failures.front().starts_with(
            fmt::format("\"/mnt/file\", which process {} uses,", hangingProcess)));
        // The file is not tried again.
        asking.ask(hangingProcess, "/mnt/file");
        QVERIFY(asking.runUntil([&] { return asking.answers.size() == 3; }));
        QCOMPARE(asking.answers.back(), "none");
        QVERIFY(asking.opener().processes().empty());
        asking.ask(someProcess);
        QVERIFY(asking.runUntil([&] { return asking.answers.size() == 4; }));
        QVERIFY(asking.answers.back() != "none");
        QCOMPARE(asking.failures.size(), 1u);
    }

    void theProcessThatHangsIsEnded() {
        Asking asking(hangingProgram,
                      {10 * millisecond, 10 * millisecond, 20 * millisecond, 50 * millisecond, hour});
        asking.ask(someProcess);
        QVERIFY(asking.runUntil([&] { return asking.answers.size() == 1; }));
        const auto process = asking.answers.front();
        QVERIFY(isLiving(process));
        asking.ask(hangingProcess);
        QVERIFY(asking.runUntil([&] { return asking.answers.size() == 2 && !isLiving(process); }));
    }

    void anOpenerThatEndsCostsOneAnswer() {
        Asking asking(hangingProgram, {hour, hour, hour, hour, hour});
        asking.ask(deadlyProcess);
        asking.ask(someProcess);
        asking.ask(otherProcess);
        QVERIFY(asking.runUntil([&] { return asking.answers.size() == 3; }));
        QCOMPARE(std::ranges::count(asking.answers, "none"), 1);
    }

    void thereIsALimitToHowManyHang() {
        Asking asking(hangingProgram, {10 * millisecond, 10 * millisecond, hour, hour, hour});
        for (std::uint64_t device = 1; device <= OpenerSupply::maximumOpeners; ++device)
            asking.opener().ask(requestForText(hangingProcess), {0, device, "/file"}, [](auto*) {});
        asking.ask(someProcess);
        QVERIFY(asking.runUntil([&] { return !asking.answers.empty(); }));
        QCOMPARE(asking.answers.front(), "none");
        QCOMPARE(asking.failures.size(), 1u);
        QVERIFY(asking.failures.front().starts_with("8 processes that open files"));
    }

    void waitingForAnAnswerHasATimeout() {
        PromptOpener opener(forkServerOf(hangingProgram), {millisecond, hour, hour, hour, hour, 0});
        QVERIFY(!opener.ask(requestForText(hangingProcess), {hangingProcess, 0, {}}));
        QCOMPARE(opener.takeFailures().size(), 1u);
        const auto answer = opener.ask(requestForText(someProcess), {someProcess, 0, {}});
        QVERIFY(answer);
        // The process is not asked again, and the opener stays.
        QVERIFY(!opener.ask(requestForText(hangingProcess), {hangingProcess, 0, {}}));
        const auto next = opener.ask(requestForText(someProcess), {someProcess, 0, {}});
        QVERIFY(next);
        QCOMPARE(next->reply.text(), answer->reply.text());
        QVERIFY(opener.takeFailures().empty());
    }

    /// This happens on a busy machine.
    void whatIsSlowIsAskedAgainAndDoesNotHang() {
        PromptOpener opener(forkServerOf(hangingProgram),
                            {100 * millisecond, millisecond, hour, hour, hour, hour});
        QTRY_VERIFY(opener.ask(requestForText(someProcess), {someProcess, 0, {}})); // until the opener has
                                                                                    // started
        const auto process = opener.process();
        QVERIFY(!opener.ask(requestForText(slowProcess), {slowProcess, 0, {}}));
        QVERIFY(!opener.ask(requestForText(someProcess), {someProcess, 0, {}})); // fails without being sent
        std::optional<OpeningAnswer> answer;
        QTRY_VERIFY((answer = opener.ask(requestForText(someProcess), {someProcess, 0, {}})));
        QCOMPARE(answer->reply.text(), std::to_string(process));
        QVERIFY(opener.takeFailures().empty());
    }

    /// The opener uses no processor, like a process that waits for a lock or for a disk.
    void whatAnswersLateDoesNotHang() {
        PromptOpener opener(forkServerOf(hangingProgram), {100 * millisecond, hour, hour, hour, hour, hour});
        QVERIFY(!opener.ask(requestForText(lateProcess), {lateProcess, 0, {}}));
        QTRY_VERIFY(
            opener.ask(requestForText(someProcess), {someProcess, 0, {}})); // others do not wait for it
        QTRY_VERIFY(opener.ask(requestForText(lateProcess), {lateProcess, 0, {}}));
        QVERIFY(opener.takeFailures().empty());
    }

    void whatIsTooSlowHangs() {
        PromptOpener opener(forkServerOf(hangingProgram),
                            {100 * millisecond, millisecond, hour, hour, hour, 0});
        QTRY_VERIFY(opener.ask(requestForText(someProcess), {someProcess, 0, {}}));
        const auto process = opener.process();
        QVERIFY(!opener.ask(requestForText(slowProcess), {slowProcess, 0, {}}));
        std::optional<OpeningAnswer> answer;
        QTRY_VERIFY((answer = opener.ask(requestForText(someProcess), {someProcess, 0, {}})));
        QVERIFY(answer->reply.text() != std::to_string(process));
        QCOMPARE(opener.takeFailures().size(), 1u);
        QVERIFY(!opener.ask(requestForText(slowProcess), {slowProcess, 0, {}})); // fails for an hour
        QCOMPARE(opener.process(), std::stoi(answer->reply.text()));
    }

    void labelsOfAProcessThatHangsAreLeftOut() {
        PromptOpener opener(forkServerOf(hangingProgram), {millisecond, hour, hour, hour, hour, 0});
        CgroupTree cgroups{std::string()};
        ObservedProcess hanging(opener, {.pid = hangingProcess}, cgroups);
        QVERIFY(!hanging.isThere());
        QCOMPARE(hanging.read("cmdline", 100), "");
        const auto failures = opener.takeFailures();
        QCOMPARE(failures.size(), 1u);
        QCOMPARE(failures.front().message(), fmt::format("what process {} has in memory can't be read: its "
                                                         "provider does not answer",
                                                         hangingProcess));
        ObservedProcess other(opener, {.pid = someProcess}, cgroups);
        QVERIFY(other.isThere());
        QCOMPARE(other.read("cmdline", 100), std::to_string(opener.process()));
    }

    void waitingInVainHasABudget() {
        PromptOpener opener(forkServerOf(hangingProgram), {millisecond, hour, millisecond, hour, hour, 0});
        QVERIFY(!opener.ask(requestForText(hangingProcess), {hangingProcess, 0, {}}));
        QVERIFY(!opener.ask(requestForText(someProcess), {someProcess, 0, {}}));
        QCOMPARE(opener.process(), 0); // fails without being sent
    }

    void aModuleIsOpenedAndIsTheOneThatWasMapped() {
        if (::geteuid() != 0) QSKIP("mappings of processes are opened by root");
        PromptOpener opener(forkServerOf(recorderProgram));
        opening::Request request;
        auto& module = *request.mutable_open_module();
        FileMapping own;
        for (const auto& mapping : readMaps(readSystemFile("/proc/self/maps"))) {
            if (mapping.path == QCoreApplication::applicationFilePath().toStdString()) own = mapping;
        }
        QVERIFY(!own.path.empty());
        module.set_pid(::getpid());
        module.set_path(own.path);
        setIdentity(own.file, *module.mutable_file());
        auto& range = *module.add_ranges();
        range.set_start(own.start);
        range.set_end(own.end);
        auto answer = opener.ask(request, {});
        QVERIFY(answer);
        struct stat status {};
        QCOMPARE(::stat(own.path.c_str(), &status), 0);
        auto wrong = own.file;
        ++wrong.inode;
        QVERIFY(!takeModuleFile(*answer, wrong, own.path).file.isOpen());
        const auto opened = takeModuleFile(*answer, own.file, own.path);
        QVERIFY(opened.file.isOpen());
        QVERIFY(!opened.isCopy);
        QCOMPARE(opened.size, static_cast<std::uint64_t>(status.st_size));
        QCOMPARE(opened.modifiedSeconds, status.st_mtim.tv_sec);
    }

    /// A program's debug link leads to any path that its author chose, and the openers may read everything.
    void privateFilesAreNoDebugFilesOfOthersPrograms() {
        if (::geteuid() != 0) QSKIP("files of others are opened by root");
        const QTemporaryDir folder;
        const auto secret = folder.filePath("secret");
        QFile file(secret);
        QVERIFY(file.open(QFile::WriteOnly) && file.write("secret") == 6);
        file.close();
        QVERIFY(QFile::link(secret, folder.filePath("program.debug")));
        PromptOpener opener(forkServerOf(recorderProgram));
        const auto given = [&](mode_t mode, uid_t owner, std::uint32_t owns, std::int32_t root) {
            if (::chmod(qPrintable(secret), mode) != 0 || ::chown(qPrintable(secret), owner, 0) != 0)
                qFatal("the file's rights can't be set");
            opening::Request request;
            auto& wanted = *request.mutable_open_debug_files();
            wanted.set_root_pid(root);
            wanted.set_module_path(folder.filePath("program").toStdString());
            wanted.set_link("program.debug");
            wanted.set_owner(owns);
            const auto answer = opener.ask(request, {});
            return answer ? answer->reply.files_size() : -1;
        };
        constexpr uid_t root = 0;
        constexpr uid_t alice = 12345;
        constexpr uid_t bob = 12346;
        QCOMPARE(given(0644, root, alice, 0), 1);
        QCOMPARE(given(0600, root, alice, 0), 0);
        QCOMPARE(given(0640, bob, alice, 0), 0);
        QCOMPARE(given(0600, alice, alice, 0), 1);
        QCOMPARE(given(0600, root, root, 0), 1);
        // A process with its own root may name any file as its debug file, including root's programs.
        QCOMPARE(given(0600, root, root, ::getpid()), 0);
        QCOMPARE(given(0600, alice, alice, ::getpid()), 1);
    }

    void threadsOfTheKernelAreReadWithoutAnOpener() {
        if (!seesAllProcesses()) QSKIP("this machine's processes are not visible");
        const auto thread = ProcFiles::kernelThread(2);
        const auto expected = ProcFiles().snapshot(2);
        QVERIFY(thread && expected);
        QCOMPARE(thread->name, std::string("kthreadd"));
        QCOMPARE(thread->pid, expected->pid);
        QCOMPARE(thread->parentPid, expected->parentPid);
        QCOMPARE(thread->startTime, expected->startTime);
        QCOMPARE(thread->threads, expected->threads);
        QVERIFY(thread->mappings.empty() && expected->mappings.empty());
        QVERIFY(!ProcFiles::kernelThread(::getpid()));
    }
    void aProcessIsReadAsItIs() {
        if (::geteuid() != 0) QSKIP("processes are read by root");
        PromptOpener opener(forkServerOf(recorderProgram));
        opening::Request request;
        request.mutable_read_processes()->add_pids(::getpid());
        const auto answer = opener.ask(request, {});
        QVERIFY(answer);
        const auto expected = ProcFiles().snapshot(::getpid());
        QVERIFY(expected);
        QCOMPARE(answer->reply.processes_size(), 1);
        const auto& process = answer->reply.processes(0);
        QCOMPARE(process.pid(), ::getpid());
        QCOMPARE(process.parent_pid(), ::getppid());
        QCOMPARE(process.name(), expected->name);
        QCOMPARE(process.executable(), expected->executable);
        QCOMPARE(process.mappings_size(), static_cast<int>(expected->mappings.size()));
        QVERIFY(process.mappings(0).path() == expected->mappings[0].path);
    }
};

QTEST_GUILESS_MAIN(FileOpenerTest)
#include "file_opener_test.moc"
