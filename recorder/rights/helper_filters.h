/// The system calls of the recorder's small processes, each of which has one thing to do. What makes
/// processes or reaches beyond them ends them at once, any other call that they have no use for fails as
/// unknown. All need that no new privileges can be gained.
#pragma once

#include "recorder/rights/protections.h"

namespace candela {

/// Opens perf events of whole processors and gives them away.
MissingProtections filterCallsOfEventOpener();
/// Gives a file its name, or removes it.
MissingProtections filterCallsOfFileKeeper();
/// Opens files of other processes to read, reads what the kernel tells about these, and gives it away. It
/// writes to no file and no memory but copies in memory of its own.
MissingProtections filterCallsOfFileOpener();
/// Starts and ends processes like itself, each of which takes another of these filters or that of the
/// sandbox.
MissingProtections filterCallsOfForkServer();

} // namespace candela
