#include "tests/screenshots/captures.h"

#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

#include <csignal>
#include <optional>
#include <sys/prctl.h>
#include <unistd.h>

namespace candela {
namespace {

const QString workloads = PROGRAMS "/workloads/";

RecorderEnvironment here() {
    auto found = RecorderEnvironment::find(RecorderEnvironment::Surface::Terminal);
    found.asking = RecorderEnvironment::Asking::NotPossible;
    return found;
}

Result<RecordingOutcome> record(RecordingPlan plan) {
    RecordingRun run(std::move(plan), here(), LiveView::NotWanted);
    std::optional<RecordingOutcome> outcome;
    QObject::connect(&run, &RecordingRun::ended, &run, [&](const RecordingOutcome& how) { outcome = how; });
    TRY(run.start());
    if (!waitUntil([&] { return outcome.has_value(); }))
        return failure("the recording did not end", ErrorCode::NotPossible);
    if (outcome->error) return std::unexpected(*outcome->error);
    return *outcome;
}

} // namespace

BusyMachine::BusyMachine() {
    const std::vector<QStringList> commands{
        {workloads + "shares", "600"},
        {"sh", "-c", "while :; do find /usr -name '*.so*' | sort | md5sum; done"},
        {workloads + "two_builds_slow", "600"}};
    for (const auto& command : commands) {
        auto program = std::make_unique<QProcess>();
        program->setStandardOutputFile(QProcess::nullDevice());
        program->setStandardErrorFile(QProcess::nullDevice());
        program->setProgram(command.front());
        program->setArguments(command.mid(1));
        program->setChildProcessModifier([] {
            ::setpgid(0, 0);
            ::prctl(PR_SET_PDEATHSIG, SIGKILL); // also if this program is killed
        });
        program->start();
        m_programs.push_back(std::move(program));
    }
}

BusyMachine::~BusyMachine() {
    for (auto& program : m_programs) {
        if (program->processId() > 0) ::kill(static_cast<pid_t>(-program->processId()), SIGKILL);
        program->waitForFinished();
    }
}

Result<void> canRecord(const QString& folder) {
    RecordingPlan plan;
    plan.seconds = 1;
    plan.file = folder + "/probe.candela";
    TRY(record(plan));
    return {};
}

Result<QString> recordCommand(const QString& folder, const QString& name, const QStringList& command,
                              double seconds) {
    RecordingPlan plan;
    plan.scope = RecordingPlan::Scope::Command;
    plan.command.words = command;
    plan.command.home = CommandHome::Window;
    plan.frequency = 997;
    plan.seconds = seconds;
    plan.file = folder + "/" + name;
    return TRY(record(plan)).file.path;
}

bool waitUntil(const std::function<bool()>& isTrue, int milliseconds) {
    QElapsedTimer since;
    since.start();
    while (!isTrue()) {
        if (since.hasExpired(milliseconds)) return false;
        QEventLoop loop;
        QTimer::singleShot(20, &loop, &QEventLoop::quit);
        loop.exec();
    }
    return true;
}

} // namespace candela
