/// Whether this user can record here. It is tried, because the effects of rights, of the rules of sudo and
/// polkit, and of containers only show then. The trial ends with the recorder's first segment, and nothing is
/// kept.
#pragma once

#include "app/commands/doctor/doctor_checks.h"
#include "app/recording/recorder_endpoint.h"
#include "model/base/result.h"

namespace candela {

struct RecordingTrial {
    enum class Outcome {
        Records,
        RecordsOwn, ///< the user can record own processes only
        WillAsk,    ///< a password is needed; whether recording is then allowed is not known
        Refused,
    };
    Outcome outcome = Outcome::Refused;
    std::string endpoint; ///< "sudo", for sentences
    Error error;          ///< why the whole machine was not recorded
};

/// Tries the same endpoints as a recording, in their order, but never asks for a password. Needs a
/// QCoreApplication; takes a second or two, or some ten if nothing answers.
RecordingTrial tryRecording(const RecorderEnvironment& here);

Check trialCheck(const RecordingTrial& trial);
/// The last line: a summary of the checks.
std::string verdictOf(const std::vector<Check>& checks, const RecordingTrial& trial);

} // namespace candela
