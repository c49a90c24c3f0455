/// The endpoints of a recorder and the order in which they are tried. Nothing here starts anything.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace candela {

/// One way to reach a recorder. All but Service start `program` with `arguments`; its standard input and
/// output are our socket.
struct RecorderEndpoint {
    enum class Kind {
        Service, ///< the installed service's socket, at the path `program`
        Direct,  ///< the recorder itself
        Pkexec,  ///< the recorder through pkexec; a dialog may ask for a password
        Sudo,    ///< the recorder through sudo; the terminal may ask for a password
        Ssh,     ///< a recorder on another machine
    };
    Kind kind = Kind::Direct;
    QString program;
    QStringList arguments;

    /// Whether the user may be asked something before the recorder answers.
    bool mayAsk() const { return kind != Kind::Direct; }
    /// "sudo", "the recorder service": for sentences.
    QString name() const;
};

/// What decides about the endpoints. find() fills it once; tests set it themselves.
struct RecorderEnvironment {
    enum class Surface { Terminal, Window };
    enum class Asking { Possible, NotPossible }; ///< whether there is a terminal for a password

    Surface surface = Surface::Terminal;
    Asking asking = Asking::NotPossible;
    bool isRoot = false;
    bool isRecorderCapable = false; ///< the recorder's file carries capabilities
    QString socket;                 ///< of the service; empty: there is none
    QString recorder;               ///< path of candela-recorder; empty: not found
    QString namedRecorder; ///< by CANDELA_RECORDER; never set when this program runs with raised privileges
    QString pkexec, sudo, ssh; ///< paths; empty: not installed

    static RecorderEnvironment find(Surface surface);
};

/// In the order in which they are to be tried; empty if there is none. `host` is another machine; empty: this
/// one.
std::vector<RecorderEndpoint> recorderEndpoints(const RecorderEnvironment& environment, const QString& host);

} // namespace candela
