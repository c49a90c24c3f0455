/// The recorder's own privileges: takes the few that recording needs, and gives up each as soon as it can.
#pragma once

#include "model/base/result.h"
#include "recorder/rights/protections.h"

namespace candela {

/// Fails, with a hint, where we lack what nothing works without.
Result<void> checkNeededRights();
/// Before anything of a client's is read, and with one thread only: becomes recorderUser(), keeps only what
/// starting a recording needs, and makes sure that nothing can be gained any more.
MissingProtections keepStartingRights();
/// Of the process that opens files for the recorder: to look at other processes, and to read.
MissingProtections keepOpeningRights();
/// After the probes are attached: what was only needed for that goes too.
MissingProtections keepRunningRights();

} // namespace candela
