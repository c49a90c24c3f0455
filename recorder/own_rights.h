/// The recorder's own privileges: takes the few that recording needs, and gives up each as soon as it can.
#pragma once

#include "model/base/result.h"

namespace candela {

/// Fails, with a hint, where we lack what nothing works without.
Result<void> checkNeededRights();
/// Keeps only what recording needs, and makes sure that nothing can be gained any more.
void keepNeededRights();
/// After the probes are attached: what was only needed for that goes too.
void keepRunningRights();

} // namespace candela
