/// The system calls of the recorder's small processes, each of which has one task. A call that creates
/// processes, or affects others, ends the process. Any other call that the process does not need fails as if
/// the kernel did not know it. All filters need no_new_privs.
#pragma once

#include "recorder/rights/protections.h"

namespace candela {

/// For the process that opens perf events of processors and passes them on.
MissingProtections filterCallsOfEventOpener();
/// For the process that gives a file its name, or removes it.
MissingProtections filterCallsOfFileKeeper();
/// For the process that opens files of other processes, and reads and passes on the kernel's facts about
/// them. It can write to no file, and to no memory but its own.
MissingProtections filterCallsOfFileOpener();
/// For the process that starts and ends processes like itself, each of which loads another of these filters
/// or that of the sandbox.
MissingProtections filterCallsOfForkServer();

} // namespace candela
