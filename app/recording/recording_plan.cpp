#include "app/recording/recording_plan.h"

#include "app/recording/recording_sink.h"
#include "model/base/text/model_text.h"

#include <QDateTime>
#include <QDir>

#include <cmath>
#include <csignal>

namespace candela {
namespace {

constexpr double maximumDuration = 365.0 * 24 * 3600;

Result<void> checkPids(const std::vector<int>& pids) {
    if (pids.empty()) return failure(ModelText::tr("no process to record was chosen"), ErrorCode::Usage);
    for (const int pid : pids) {
        if (pid <= 0)
            return failure(ModelText::tr("process {} can't exist", pid), ErrorCode::Usage,
                           ModelText::tr("A process id is above 0."));
        if (::kill(pid, 0) != 0 && errno == ESRCH)
            return failure(ModelText::tr("process {} does not exist", pid), ErrorCode::Usage,
                           ModelText::tr("It may have ended already."));
    }
    return {};
}

Result<void> checkHost(const QString& host, RecordingPlan::Scope scope) {
    if (host.startsWith('-'))
        return failure(ModelText::tr("invalid host name \"{}\"", host.toStdString()), ErrorCode::Usage);
    if (scope == RecordingPlan::Scope::Command)
        return failure(
            ModelText::tr("a command can be recorded on this machine only"), ErrorCode::Usage,
            ModelText::tr("Start it on the other machine and record its process, or the whole machine."));
    return {};
}

} // namespace

Result<void> RecordingPlan::check() const {
    if (frequency < 1 || frequency > maximumFrequency)
        return failure(ModelText::tr("the frequency must be between 1 and {} Hz", maximumFrequency),
                       ErrorCode::Usage);
    if (!std::isfinite(seconds) || seconds < 0 || seconds > maximumDuration)
        return failure(ModelText::tr("the duration must be a number of seconds above 0"), ErrorCode::Usage);
    if (!host.isEmpty()) TRY(checkHost(host, scope));
    if (scope == Scope::Processes && host.isEmpty()) TRY(checkPids(pids));
    if (scope == Scope::Command && command.words.isEmpty())
        return failure(ModelText::tr("there is no command to record"), ErrorCode::Usage);
    return {};
}

recording::Start RecordingPlan::request(pid_t commandPid) const {
    recording::Start start;
    start.set_scope(scope == Scope::Machine ? recording::Start::MACHINE : recording::Start::PROCESSES);
    if (scope == Scope::Command) start.add_pids(commandPid);
    if (scope == Scope::Processes) {
        for (const int pid : pids)
            start.add_pids(pid);
    }
    start.set_frequency(static_cast<std::uint32_t>(frequency));
    for (const auto& request : probes) {
        start.add_probes(request.probe);
        for (const auto& option : request.options) {
            auto& sent = *start.add_options();
            sent.set_probe(request.probe);
            sent.set_name(option.name);
            sent.set_number(option.number);
        }
    }
    start.set_without_code(kept == KeptOfFunctions::Nothing);
    start.set_maximum_seconds(static_cast<std::uint32_t>(std::ceil(seconds)));
    return start;
}

std::unique_ptr<SourceKeeper> RecordingPlan::sourceKeeper() const {
    if (kept != KeptOfFunctions::CodeAndSource) return nullptr;
    const auto machine = host.isEmpty() ? RecordedMachine::This : RecordedMachine::Another;
    return std::make_unique<SourceKeeper>(sourcePaths, machine);
}

QString freeRecordingName(const QString& folder) {
    const QDir directory(folder.isEmpty() ? QDir::currentPath() : folder);
    const auto stem = "candela-" + QDateTime::currentDateTime().toString("yyyy-MM-dd-HHmmss");
    auto name = stem + ".candela";
    for (int number = 2; directory.exists(name); ++number)
        name = QString("%1-%2.candela").arg(stem).arg(number);
    return folder.isEmpty() ? name : directory.filePath(name);
}

} // namespace candela
