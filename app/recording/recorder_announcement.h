/// What a recorder announces that it can record: its probes, their values and options. Command line,
/// completion and record page show that and have no list of their own, so a recorder of another version works
/// with them.
#pragma once

#include "app/recording/recorder_endpoint.h"
#include "model/base/result.h"
#include "model/recording/recording.pb.h"

#include <QByteArray>

namespace candela {

/// Reads the stream that answers Describe. Fails on a recorder that serves no client as old as this one.
Result<recording::Announcement> readAnnouncement(const QByteArray& stream);

/// Asks the recorder of this machine; no rights are needed, and no password is asked for. Waits for the
/// answer: some milliseconds, and five seconds at most.
Result<recording::Announcement> askRecorder(const RecorderEnvironment& here);

} // namespace candela
