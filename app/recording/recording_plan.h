/// A user's request to record, from the command line or the record page.
#pragma once

#include "app/recording/recorded_command.h"
#include "app/recording/source_keeper.h"
#include "model/recording/capture_file.h"
#include "model/recording/probe_request.h"
#include "model/recording/recording.pb.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <vector>

namespace candela {

/// The maximum frequency that a recorder accepts.
inline constexpr int maximumFrequency = 10'000;
inline constexpr int defaultFrequency = 99;

/// What a recording keeps of the functions that were hit, besides their names.
enum class KeptOfFunctions : std::uint8_t { Nothing, Code, CodeAndSource };

struct RecordingPlan {
    enum class Scope { Machine, Processes, Command };
    /// What happens to a command that still runs when the recording is stopped.
    enum class AtStop { EndCommand, LeaveCommand };

    Scope scope = Scope::Machine;
    std::vector<int> pids; ///< only for Scope::Processes
    CommandLine command;   ///< only for Scope::Command
    AtStop atStop = AtStop::EndCommand;
    int frequency = defaultFrequency; ///< Hz
    std::vector<ProbeRequest> probes; ///< empty: the recorder's default
    KeptOfFunctions kept = KeptOfFunctions::Code;
    std::vector<PathMapping> sourcePaths; ///< where sources are now, only for CodeAndSource
    double seconds = 0;                   ///< 0: until stopped, or until the command ends
    QString host;                         ///< another machine, over ssh; empty: this one
    QString file;                         ///< the output file; "-" is standard output
    Existing existing = Existing::ReplaceCaptures;

    /// Fails with Usage if the plan contradicts itself or exceeds limits.
    Result<void> check() const;
    /// The request for the recorder. A command is recorded by its pid.
    recording::Start request(pid_t commandPid) const;
    /// Null if no source lines are kept.
    std::unique_ptr<SourceKeeper> sourceKeeper() const;
};

/// "candela-2025-03-01-140509.candela" in the folder (empty: the current one), with a number if that file
/// exists.
QString freeRecordingName(const QString& folder);

} // namespace candela
