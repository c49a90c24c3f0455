/// The recorder's own privileges: keeps the few that recording needs, and gives up each as soon as possible.
#pragma once

#include "model/base/result.h"
#include "recorder/rights/protections.h"

namespace candela {

/// Fails, with a hint, if a right is missing that every recording needs.
Result<void> checkNeededRights();
/// Becomes recorderUser(), keeps only the rights that starting a recording needs, and makes sure that no
/// right can be gained any more. Must be called before anything is read from a client, while the process has
/// one thread.
MissingProtections keepStartingRights();
/// For the process that opens files for the recorder: keeps the rights to inspect other processes and to
/// read.
MissingProtections keepOpeningRights();
/// After the probes are attached: drops the rights that were only needed for that.
MissingProtections keepRunningRights();

} // namespace candela
