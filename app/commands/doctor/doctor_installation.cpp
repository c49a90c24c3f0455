#include "app/commands/doctor/doctor_installation.h"

#include <fmt/format.h>

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <string>

namespace candela {

namespace {

/// The only folder that every version of polkit reads (Debian 12's reads no other).
constexpr auto actionsFolder = "/usr/share/polkit-1/actions";
constexpr auto policyName = "org.candela.recorder.policy";
constexpr auto socketPath = "/run/candela/recorder.sock";

/// The path of a file in this program's own installation; empty if there is none, as in a build folder.
std::string installed(const QString& pathBelowPrefix) {
    const QFileInfo file(QDir(QCoreApplication::applicationDirPath() + "/.."), pathBelowPrefix);
    return file.isFile() ? QDir::cleanPath(file.absoluteFilePath()).toStdString() : std::string();
}

/// A word of a shell's command line.
std::string quoted(const std::string& path) {
    if (path.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+@") ==
        std::string::npos)
        return path;
    return fmt::format("'{}'", QString::fromStdString(path).replace("'", "'\\''").toStdString());
}

std::string policyTodo() {
    const auto policy = installed(QString("share/polkit-1/actions/") + policyName);
    if (policy.empty())
        return "install Candela (cmake --install) and polkitd, or record as root or through sudo";
    return fmt::format("so that users without root may record: cp {} {}/", quoted(policy), actionsFolder);
}

/// systemd.unit(5); a unit in another folder is only found after `systemctl link`.
bool isSearchedBySystemd(const std::string& folder) {
    for (const auto* searched : {"/usr/lib/systemd/system", "/lib/systemd/system",
                                 "/usr/local/lib/systemd/system", "/etc/systemd/system"}) {
        if (folder == searched) return true;
    }
    return false;
}

std::string serviceTodo() {
    std::string enable = "systemctl enable --now candela-recorder.socket";
    const auto user = installed("lib/sysusers.d/candela-recorder.conf");
    const auto socket = installed("lib/systemd/system/candela-recorder.socket");
    const auto folder = socket.substr(0, socket.rfind('/'));
    if (socket.empty()) return enable + ", to let users without root record";
    if (!isSearchedBySystemd(folder)) {
        std::string units;
        for (const auto* name : {"candela-recorder.socket", "candela-recorder@.service",
                                 "candela-sandbox.socket", "candela-sandbox@.service"})
            units += " " + quoted(fmt::format("{}/{}", folder, name));
        enable = fmt::format("systemctl link{} && {}", units, enable);
    }
    return fmt::format("to let users without root record: systemd-sysusers {} && {}", quoted(user), enable);
}

} // namespace

Check polkitCheck() {
    const bool hasPolicy = QFileInfo::exists(QString("%1/%2").arg(actionsFolder, policyName));
    const bool hasPkexec = !QStandardPaths::findExecutable("pkexec").isEmpty();
    const bool hasBus = QFileInfo::exists("/run/dbus/system_bus_socket");
    if (hasPolicy && hasPkexec && hasBus)
        return {"polkit", Finding::Good, "Candela's policy is installed", {}};
    std::string lacks;
    if (!hasPkexec) lacks += "pkexec is not installed; ";
    if (!hasBus) lacks += "there is no system bus; ";
    if (!hasPolicy) lacks += fmt::format("Candela's policy is not in {}; ", actionsFolder);
    lacks.resize(lacks.size() - 2);
    return {"polkit", Finding::Weak, lacks,
            hasPolicy ? "install polkitd, or record as root or through sudo" : policyTodo()};
}

Check serviceCheck() {
    if (QFileInfo::exists(socketPath))
        return {"service", Finding::Good, fmt::format("listens at {}", socketPath), {}};
    return {"service", Finding::Weak, "is not running", serviceTodo()};
}

} // namespace candela
