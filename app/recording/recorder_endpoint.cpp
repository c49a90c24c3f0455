#include "app/recording/recorder_endpoint.h"

#include "model/base/text/model_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace candela {
namespace {

constexpr auto servicePath = "/run/candela/recorder.sock";

/// The path of the recorder: in this program's folder (a build folder), else where `cmake --install` puts it.
QString findRecorder() {
    const QDir folder(QCoreApplication::applicationDirPath());
    for (const auto* candidate : {"candela-recorder", CANDELA_LIBEXEC_FOLDER "/candela-recorder"}) {
        const QFileInfo file(folder, candidate);
        if (file.isFile() && file.isExecutable()) return file.canonicalFilePath();
    }
    return {};
}

bool hasTerminal() {
    const int terminal = ::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal >= 0) ::close(terminal);
    return terminal >= 0;
}

RecorderEndpoint sudoEndpoint(const RecorderEnvironment& here) {
    QStringList arguments;
    // Without a terminal, sudo can't ask for a password; with -n it prints a shorter error.
    if (here.asking == RecorderEnvironment::Asking::NotPossible) arguments << "-n";
    return {RecorderEndpoint::Kind::Sudo, here.sudo, arguments << "--" << here.recorder << "--stdio"};
}

} // namespace

QString RecorderEndpoint::name() const {
    switch (kind) {
    case Kind::Service:
        return QString::fromStdString(ModelText::tr("the recorder service"));
    case Kind::Direct:
        return QString::fromStdString(ModelText::tr("the recorder"));
    case Kind::Pkexec:
        return "pkexec";
    case Kind::Sudo:
        return "sudo";
    case Kind::Ssh:
        return "ssh";
    }
    return {};
}

RecorderEnvironment RecorderEnvironment::find(Surface surface) {
    RecorderEnvironment here;
    here.surface = surface;
    here.asking = hasTerminal() ? Asking::Possible : Asking::NotPossible;
    here.isRoot = ::geteuid() == 0;
    here.recorder = findRecorder();
    here.isRecorderCapable =
        ::getxattr(QFile::encodeName(here.recorder).constData(), "security.capability", nullptr, 0) > 0;
    if (QFileInfo::exists(servicePath)) here.socket = servicePath;
    if (::getauxval(AT_SECURE) == 0) here.namedRecorder = qEnvironmentVariable("CANDELA_RECORDER");
    here.pkexec = QStandardPaths::findExecutable("pkexec");
    here.sudo = QStandardPaths::findExecutable("sudo");
    here.ssh = QStandardPaths::findExecutable("ssh");
    return here;
}

std::vector<RecorderEndpoint> recorderEndpoints(const RecorderEnvironment& here, const QString& host) {
    using Kind = RecorderEndpoint::Kind;
    if (!host.isEmpty()) {
        if (here.ssh.isEmpty()) return {};
        // The installed recorder is not in the user's PATH; `env` works with every shell of the other
        // machine.
        const QString path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:"
                             "/usr/local/libexec:/usr/libexec";
        return {{Kind::Ssh,
                 here.ssh,
                 {"-T", "-e", "none", "--", host, "env", path, "candela-recorder", "--stdio"}}};
    }
    // A program named by an environment variable is started without privileges.
    if (!here.namedRecorder.isEmpty()) return {{Kind::Direct, here.namedRecorder, {"--stdio"}}};

    std::vector<RecorderEndpoint> endpoints;
    if (!here.socket.isEmpty()) endpoints.push_back({Kind::Service, here.socket, {}});
    if (here.recorder.isEmpty()) return endpoints;
    const RecorderEndpoint direct{Kind::Direct, here.recorder, {"--stdio"}};
    const RecorderEndpoint pkexec{Kind::Pkexec, here.pkexec, {here.recorder, "--stdio"}};
    if (here.isRoot || here.isRecorderCapable)
        endpoints.push_back(direct);
    else if (here.surface == RecorderEnvironment::Surface::Window && !here.pkexec.isEmpty())
        endpoints.push_back(pkexec);
    else if (!here.sudo.isEmpty())
        endpoints.push_back(sudoEndpoint(here));
    else if (!here.pkexec.isEmpty())
        endpoints.push_back(pkexec);
    else
        endpoints.push_back(direct); // the recorder itself reports missing rights
    return endpoints;
}

} // namespace candela
