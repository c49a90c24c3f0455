/// The command to record: a child of this program with this user's rights. It is held before its first
/// instruction until resume(), so that the recorder sees it from the start. It inherits nothing of this
/// program.
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

/// Where the command runs, and what it inherits.
enum class CommandHome {
    Terminal, ///< in the terminal: its input, process group and inherited descriptors stay
    Window,   ///< its own process group, no input, no descriptor above 2
};

struct CommandLine {
    /// The program (looked up in PATH) and its arguments, as exactText(); no shell is involved.
    QStringList words;
    QString workingFolder; ///< empty: the current one
    CommandHome home = CommandHome::Terminal;
};

/// How a command ended.
struct CommandExit {
    int status = 0; ///< argument of exit()
    int signal = 0; ///< the signal that ended it; 0: it exited by itself

    /// The status as a shell reports it: 128 + signal if a signal ended it.
    int shellStatus() const { return signal != 0 ? 128 + signal : status; }
};

class RecordedCommand : public QObject {
    Q_OBJECT
public:
    /// Forks; the child waits. Fails with Usage if there is no such program, NotPermitted if it may not be
    /// run, BadInput if the working folder can't be entered.
    static Result<std::unique_ptr<RecordedCommand>> create(const CommandLine& command);
    /// A command that was not resumed ends without having run; a resumed one continues.
    ~RecordedCommand() override;

    pid_t pid() const { return m_pid; }
    bool isRunning() const { return m_isResumed && !m_hasEnded; }
    bool isResumed() const { return m_isResumed; }
    bool hasEnded() const { return m_hasEnded; }
    const CommandExit& exit() const { return m_exit; }

    /// Lets the child run. Fails if the kernel then refuses
    /// the program ("not in a format that can be run").
    Result<void> resume();
    /// Asks the command to end (SIGTERM); in the window, its whole process group.
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
    FileDescriptor m_gate;    // writing a byte lets the child run; closing it ends the child
    FileDescriptor m_refusal; // the errno of a failed exec, or end of file if it succeeded
    QSocketNotifier m_endNotifier;
    bool m_isResumed = false;
    bool m_hasEnded = false;
    CommandExit m_exit;
};

} // namespace candela
