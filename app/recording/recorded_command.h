/// The command that a recording is about: a child of this program, with this user's rights, held before its
/// first instruction until resume(), so that the recorder sees it from the start. Nothing of this program is
/// left in it.
#pragma once

#include "model/base/file.h"
#include "model/base/result.h"

#include <QObject>
#include <QSocketNotifier>
#include <QString>
#include <QStringList>

#include <memory>
#include <sys/types.h>

namespace candela {

/// Where the command lives, and what it keeps.
enum class CommandHome {
    Terminal, ///< the terminal's: its input, process group and what the shell passed on stay as they are
    Window,   ///< a process group of its own, no input, no descriptor above 2
};

struct CommandLine {
    /// The program (looked up in PATH), then its arguments, as exactText(); no shell in between.
    QStringList words;
    QString workingFolder; ///< empty: the one of this program
    CommandHome home = CommandHome::Terminal;
};

/// How a command ended.
struct CommandExit {
    int status = 0; ///< of exit()
    int signal = 0; ///< that ended it; 0: it ended by itself

    /// The status that a shell would report: 128 + signal where a signal ended it.
    int shellStatus() const { return signal != 0 ? 128 + signal : status; }
};

class RecordedCommand : public QObject {
    Q_OBJECT
public:
    /// Forks; the child waits. Fails with Usage on a program that is not there, NotPermitted on one that may
    /// not be run, BadInput on a working folder that can't be entered.
    static Result<std::unique_ptr<RecordedCommand>> create(const CommandLine& command);
    /// A command that was not resumed ends without having run; a resumed one goes on.
    ~RecordedCommand() override;

    pid_t pid() const { return m_pid; }
    bool isRunning() const { return m_isResumed && !m_hasEnded; }
    bool isResumed() const { return m_isResumed; }
    bool hasEnded() const { return m_hasEnded; }
    const CommandExit& exit() const { return m_exit; }

    /// Lets the child run. Fails where the kernel refuses the program after all ("not in a format that can be
    /// run").
    Result<void> resume();
    /// Asks the command to end (SIGTERM); in the window with all of its process group.
    void terminate();

signals:
    void ended(const candela::CommandExit& exit);

private:
    RecordedCommand(pid_t pid, CommandHome home, FileDescriptor process, FileDescriptor gate,
                    FileDescriptor refusal);
    void reap();

    pid_t m_pid;
    CommandHome m_home;
    FileDescriptor m_process; // pidfd: readable when the child has ended
    FileDescriptor m_gate;    // a byte written here lets the child run; its end of file ends the child
    FileDescriptor m_refusal; // gives the errno of a failed exec, or end of file when exec worked
    QSocketNotifier m_endNotifier;
    bool m_isResumed = false;
    bool m_hasEnded = false;
    CommandExit m_exit;
};

} // namespace candela
