/// Whether this user gets a recording here: tried, since rights, sudo's and polkit's rules and containers
/// only show then. It lasts until the recorder sends its first segment, and nothing of it is kept.
#pragma once

#include "app/commands/doctor/doctor_checks.h"
#include "app/recording/recorder_endpoint.h"
#include "model/base/result.h"

namespace candela {

struct RecordingTrial {
    enum class Outcome {
        Records,
        RecordsOwn, ///< this user's own processes; the whole machine is refused
        WillAsk,    ///< for a password, which was not done; whether it is allowed then is not known
        Refused,
    };
    Outcome outcome = Outcome::Refused;
    std::string endpoint; ///< "sudo", for sentences
    Error error;          ///< of the whole machine's recording
};

/// Tries the endpoints that a recording tries, in their order, but never asks for a password. Needs a
/// QCoreApplication; takes a second or two, some ten where nothing answers.
RecordingTrial tryRecording(const RecorderEnvironment& here);

Check trialCheck(const RecordingTrial& trial);
/// The last line: what all of it means.
std::string verdictOf(const std::vector<Check>& checks, const RecordingTrial& trial);

} // namespace candela
