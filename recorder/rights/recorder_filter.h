/// The system calls of the recorder's main process.
///
/// It never starts a program, traces, changes or signals another process, mounts, changes its user, opens a
/// file to write to, or makes memory executable. Such a call ends the process (opening a file fails instead).
/// Any other call that is not listed fails as if the kernel did not know it, and is reported in the recording
/// (ForbiddenCalls). So a recording is not lost if a new C library tries a new call.
#pragma once

#include "recorder/rights/protections.h"

namespace candela {

/// To be called before anything is read from a client: allows what loading and attaching programs and asking
/// polkit need. Needs no_new_privs.
MissingProtections filterCallsOfStart();
/// To be called when all probes are attached: allows only the calls of a running recording. Filters can only
/// forbid more.
MissingProtections filterCallsOfRecording();

} // namespace candela
