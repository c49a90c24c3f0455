/// The announcement of a recorder: its probes, their values and options. The command line, completion and
/// record page show the announcement and have no list of their own, so they work with recorders of other
/// versions.
#pragma once

#include "app/recording/recorder_endpoint.h"
#include "model/base/result.h"
#include "model/recording/recording.pb.h"

#include <QByteArray>

namespace candela {

/// Reads the stream that answers Describe. Fails if the recorder supports no client as old as this one.
Result<recording::Announcement> readAnnouncement(const QByteArray& stream);

/// Asks the recorder of this machine; needs no rights and never asks for a password. Waits for the answer:
/// some milliseconds, five seconds at most.
Result<recording::Announcement> askRecorder(const RecorderEnvironment& here);

} // namespace candela
