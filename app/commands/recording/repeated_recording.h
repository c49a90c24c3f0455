/// `candela record --runs`: a command that is recorded several times, or two commands in turns. Each run
/// becomes a capture of its own, from which comparisons measure how much runs vary.
#pragma once

#include "app/commands/command.h"
#include "app/recording/recorder_endpoint.h"
#include "app/recording/recording_plan.h"

#include <optional>
#include <string>
#include <vector>

namespace candela {

inline constexpr int maximumRuns = 1000;

struct RepeatedRecording {
    int runs = 1;                       ///< of each command, up to maximumRuns
    std::optional<CommandLine> against; ///< the command of the new build
    QString folder;                     ///< see createCaptureFolder()
};

/// A command line as a shell splits it into words: quotes, variables and patterns work, anything that needs a
/// shell (pipes, several commands, `$(…)`) fails with Usage.
Result<CommandLine> commandLineFromText(const std::string& text);

struct PlannedRun {
    RecordingPlan plan;
    std::string title; ///< "run 2 of 8, new"
};

/// The recordings in their order. Their files are FOLDER/run-N.candela, or FOLDER/base/run-N.candela and
/// FOLDER/new/run-N.candela. Two commands alternate as base, new, new, base, ..., so that a machine that gets
/// slower or faster over time affects both alike.
std::vector<PlannedRun> plannedRuns(const RecordingPlan& plan, const RepeatedRecording& repeated);

/// Makes the recordings, up to the first that fails, is stopped by the user, or whose command does not exit
/// with 0; that one's status is the result.
ExitStatus recordRepeatedly(const RecordingPlan& plan, const RepeatedRecording& repeated,
                            const RecorderEnvironment& environment);

} // namespace candela
