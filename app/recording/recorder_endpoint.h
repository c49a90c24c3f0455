/// The endpoints of a recorder and the order in which they are tried. Nothing here starts anything.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace candela {

/// One way to reach a recorder. All kinds but Service start `program` with `arguments`, with one end of a
/// socket pair as standard input and output.
struct RecorderEndpoint {
    enum class Kind {
        Service, ///< the installed service's socket; `program` is its path
        Direct,  ///< the recorder itself
        Pkexec,  ///< the recorder through pkexec; a dialog may ask for a password
        Sudo,    ///< the recorder through sudo; the terminal may ask for a password
        Ssh,     ///< a recorder on another machine
    };
    Kind kind = Kind::Direct;
    QString program;
    QStringList arguments;

    /// Whether the user may be asked for a password before the recorder answers.
    bool mayAsk() const { return kind != Kind::Direct; }
    /// "sudo", "the recorder service": for messages.
    QString name() const;
};

/// The facts that decide which endpoints exist. find() collects them once; tests set them.
struct RecorderEnvironment {
    enum class Surface { Terminal, Window };
    enum class Asking { Possible, NotPossible }; ///< whether a terminal can ask for a password

    Surface surface = Surface::Terminal;
    Asking asking = Asking::NotPossible;
    bool isRoot = false;
    bool isRecorderCapable = false; ///< the recorder's file has capabilities
    QString socket;                 ///< path of the service's socket; empty: no service
    QString recorder;               ///< path of candela-recorder; empty: not found
    QString namedRecorder;          ///< CANDELA_RECORDER; not set if this program runs with raised privileges
    QString pkexec, sudo, ssh;      ///< paths; empty: not installed

    static RecorderEnvironment find(Surface surface);
};

/// The endpoints, in the order in which they are tried; empty if there is none. `host` is another machine;
/// empty: this one.
std::vector<RecorderEndpoint> recorderEndpoints(const RecorderEnvironment& environment, const QString& host);

} // namespace candela
