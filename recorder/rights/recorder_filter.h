/// The system calls of the recorder's main process.
///
/// Nothing in it ever starts a program, follows or changes another process, signals one, mounts, changes its
/// user, opens a file to write to, or makes memory executable. A call that does, but for the opening, ends
/// the process; any other that is on no list fails as unknown and is reported in the recording
/// (ForbiddenCalls): a recording is not to be lost for what a new C library tries first.
#pragma once

#include "recorder/rights/protections.h"

namespace candela {

/// Before anything of a client's is read: what loading and attaching programs needs, and what asking polkit
/// does. Needs that no new privileges can be gained.
MissingProtections filterCallsOfStart();
/// When all is attached: what a recording needs. It can only take away.
MissingProtections filterCallsOfRecording();

} // namespace candela
