#include "app/commands/doctor/doctor_trial.h"

#include "app/recording/recorder_connection.h"
#include "model/recording/recording_reader.h"

#include <fmt/format.h>

#include <QEventLoop>

#include <algorithm>
#include <unistd.h>

namespace candela {

namespace {

using namespace std::chrono_literals;

constexpr RecorderConnection::Timeouts timeouts{
    .answer = 10s, .authentication = 10s, .silence = 10s, .stop = 5s};

recording::Start requestFor(recording::Start::Scope scope) {
    recording::Start start;
    start.set_scope(scope);
    if (scope == recording::Start::PROCESSES) start.add_pids(::getpid());
    start.set_maximum_seconds(1);
    start.set_without_code(true);
    return start;
}

struct Attempt {
    std::string endpoint;
    std::optional<Error> error;
};

Attempt attempt(const std::vector<RecorderEndpoint>& endpoints, recording::Start::Scope scope) {
    Attempt result;
    QEventLoop loop;
    RecordingReader reader(RecordingReader::Purpose::Status);
    RecorderConnection connection(timeouts);
    QObject::connect(&connection, &RecorderConnection::received, &loop, [&](const QByteArray& bytes) {
        reader.feed(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
        if (connection.endpoint()) result.endpoint = connection.endpoint()->name().toStdString();
        if (reader.progress().segments > 0) connection.stop();
    });
    QObject::connect(&connection, &RecorderConnection::ended, &loop, [&](const std::optional<Error>& error) {
        result.error = error;
        loop.quit();
    });
    connection.open(endpoints, requestFor(scope));
    loop.exec();
    for (const auto& failure : reader.failures()) {
        if (failure.isFatal) result.error = failure.error;
    }
    if (!result.error && reader.progress().segments == 0)
        result.error = reader.progress().needsNewerReader.value_or(
            Error{"the recorder ended without recording anything", {}, ErrorCode::NotPossible});
    return result;
}

} // namespace

RecordingTrial tryRecording(const RecorderEnvironment& here) {
    using Outcome = RecordingTrial::Outcome;
    auto silent = here;
    silent.asking = RecorderEnvironment::Asking::NotPossible;
    auto endpoints = recorderEndpoints(silent, {});
    const auto isPkexec = [](const RecorderEndpoint& endpoint) {
        return endpoint.kind == RecorderEndpoint::Kind::Pkexec;
    };
    const auto asks = [&](const RecorderEndpoint& endpoint) {
        const bool isSudo = endpoint.kind == RecorderEndpoint::Kind::Sudo;
        return isPkexec(endpoint) || (isSudo && here.asking == RecorderEnvironment::Asking::Possible);
    };
    const auto asking = std::ranges::find_if(endpoints, asks);
    const auto askingName = asking == endpoints.end() ? std::string() : asking->name().toStdString();
    std::erase_if(endpoints, isPkexec); // pkexec can't be tried without a dialog
    RecordingTrial trial;
    if (!endpoints.empty() || askingName.empty()) {
        const auto machine = attempt(endpoints, recording::Start::MACHINE);
        if (!machine.error) return {Outcome::Records, machine.endpoint, {}};
        trial.error = *machine.error;
        const bool isForbidden = trial.error.code == ErrorCode::NotPermitted;
        if (const auto own = isForbidden ? attempt(endpoints, recording::Start::PROCESSES) : machine;
            !own.error)
            return {Outcome::RecordsOwn, own.endpoint, trial.error};
    }
    if (!askingName.empty()) return {Outcome::WillAsk, askingName, trial.error};
    return trial;
}

Check trialCheck(const RecordingTrial& trial) {
    switch (trial.outcome) {
    case RecordingTrial::Outcome::Records:
        return {"recording",
                Finding::Good,
                fmt::format("tried: {} records the whole machine", trial.endpoint),
                {}};
    case RecordingTrial::Outcome::RecordsOwn:
        return {"recording", Finding::Weak,
                fmt::format("tried: {} records this user's own processes, not the whole machine: {}",
                            trial.endpoint, trial.error.message),
                trial.error.hint};
    case RecordingTrial::Outcome::WillAsk:
        return {"recording", Finding::Weak,
                fmt::format("{} asks for a password when a recording starts; only then is it known whether "
                            "it allows the recording",
                            trial.endpoint),
                "candela record -d 1 tries it"};
    case RecordingTrial::Outcome::Refused:
        break;
    }
    return {"recording", Finding::Missing, "tried: " + trial.error.message, trial.error.hint};
}

std::string verdictOf(const std::vector<Check>& checks, const RecordingTrial& trial) {
    const auto isMissing = [](const Check& check) { return check.finding == Finding::Missing; };
    if (std::ranges::any_of(checks, isMissing)) return "This machine can't record as it is.\n";
    switch (trial.outcome) {
    case RecordingTrial::Outcome::RecordsOwn:
        return "This user can record own processes here, and not the whole machine.\n";
    case RecordingTrial::Outcome::WillAsk:
        return fmt::format("This machine can record, if {} allows it to this user.\n", trial.endpoint);
    case RecordingTrial::Outcome::Records:
    case RecordingTrial::Outcome::Refused:
        break;
    }
    return "This machine can record.\n";
}

} // namespace candela
