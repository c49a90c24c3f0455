/// A program that a test starts, holds until it is recorded, and asks for the true values.
#pragma once

#include "tests/program_arguments.h"

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

#include <csignal>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace candela {

/// The folder of the programs of tests/workloads.
inline const QString workloads = PROGRAMS "/workloads/";

/// A program that is stopped before its first instruction, as the app starts recorded commands. Its children
/// end with it: CTest waits for every process that has a test's output, and they would slow down other tests.
class HeldProgram {
public:
    explicit HeldProgram(const QStringList& words, int user = 0) {
        const ProgramArguments arguments(words);
        int go[2], output[2];
        if (::pipe2(go, O_CLOEXEC) != 0 || ::pipe2(output, O_CLOEXEC) != 0) qFatal("no pipe");
        m_pid = ::fork();
        if (m_pid < 0) qFatal("no process");
        ::setpgid(m_pid, 0); // in both processes, so that the group exists for each
        if (m_pid == 0) {
            char byte = 0;
            ::close(go[1]); // so that the program ends if the test is killed
            ::dup2(output[1], STDOUT_FILENO);
            if (user != 0 && !become(static_cast<uid_t>(user))) ::_exit(126);
            ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); // Ctrl-C reaches the test only
            if (::read(go[0], &byte, 1) != 1) ::_exit(0);
            ::execvp(arguments.program(), arguments.data());
            ::_exit(127);
        }
        ::close(go[0]);
        ::close(output[1]);
        m_go = go[1];
        m_output = output[0];
    }
    HeldProgram(const HeldProgram&) = delete;
    HeldProgram& operator=(const HeldProgram&) = delete;
    ~HeldProgram() {
        ::close(m_go);
        ::close(m_output);
        ::kill(-m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
    pid_t pid() const { return m_pid; }
    void go() {
        if (::write(m_go, "g", 1) != 1) qFatal("the program is gone");
    }
    /// Whether it has exited. Reads its output meanwhile, so that it does not wait until that is read.
    bool hasExited() {
        for (pollfd output{m_output, POLLIN, 0}; ::poll(&output, 1, 0) > 0 && readOutput();) {
        }
        siginfo_t end{};
        return ::waitid(P_PID, static_cast<id_t>(m_pid), &end, WEXITED | WNOHANG | WNOWAIT) != 0 ||
               end.si_pid == m_pid;
    }
    /// Waits for its end; returns its output.
    QJsonObject result() {
        while (readOutput()) {
        }
        return QJsonDocument::fromJson(m_text).object();
    }

private:
    /// Acts as if that user, whose group has the same number, had started the test.
    static bool become(uid_t user) {
        return ::setgroups(0, nullptr) == 0 && ::setgid(user) == 0 && ::setuid(user) == 0 &&
               ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0;
    }

    /// Reads a part of its output; false at the end of it.
    bool readOutput() {
        char part[4096];
        const auto size = ::read(m_output, part, sizeof part);
        if (size > 0) m_text.append(part, static_cast<int>(size));
        return size > 0;
    }

    QByteArray m_text;
    pid_t m_pid = -1;
    int m_go = -1;
    int m_output = -1;
};

} // namespace candela
