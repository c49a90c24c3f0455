#include "app/commands/doctor/doctor_sandbox.h"

#include <fmt/format.h>

#include <QProcess>

#include <unistd.h>

namespace candela {

namespace {

constexpr int trialTimeout = 10'000; // milliseconds
constexpr auto recorderUser = "candela-recorder";

} // namespace

std::optional<Check> sandboxCheckOf(const QByteArray& report, TriedAs as) {
    QStringList weaknesses;
    QString user;
    int processes = 0;
    for (const auto& line : QString::fromUtf8(report).split('\n', Qt::SkipEmptyParts)) {
        const auto fields = line.split('\t');
        if (fields.size() != 3) return std::nullopt;
        if (processes++ == 0) user = fields[1];
        if (!fields[2].isEmpty())
            weaknesses << QString("the process that %1 is without %2").arg(fields[0], fields[2]);
    }
    if (processes == 0) return std::nullopt;
    Check check{"sandbox", Finding::Good, {}, {}};
    const auto tried = as == TriedAs::Root ? QString("tried") : QString("tried as this user");
    if (weaknesses.isEmpty()) {
        check.text = fmt::format("{}: {} processes have the full sandbox, the recorder runs as {}",
                                 tried.toStdString(), processes, user.toStdString());
    } else {
        check.finding = Finding::Weak;
        check.text = fmt::format("{}: {}", tried.toStdString(), weaknesses.join("; ").toStdString());
        check.todo =
            "usually a container, a chroot or a kernel setting forbids it; a recording warns when its "
            "own processes lack something";
    }
    if (as == TriedAs::Root && user != recorderUser) {
        check.text += fmt::format(", since there is no user {}", recorderUser);
        if (check.todo.empty())
            check.todo =
                "nothing, in a build tree; where Candela is installed systemd-sysusers makes that user";
    }
    return check;
}

std::optional<Check> triedSandbox(const QString& recorder) {
    if (recorder.isEmpty()) return std::nullopt;
    QProcess trial;
    trial.start(recorder, {"--check-sandbox"});
    if (!trial.waitForFinished(trialTimeout) || trial.exitStatus() != QProcess::NormalExit ||
        trial.exitCode() != 0)
        return std::nullopt;
    return sandboxCheckOf(trial.readAllStandardOutput(), ::geteuid() == 0 ? TriedAs::Root : TriedAs::User);
}

} // namespace candela
