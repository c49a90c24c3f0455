/// The system calls of a process that parses its input and answers.
#pragma once

#include "recorder/rights/protections.h"

namespace candela {

/// Allows from now on: memory that is not executable, reading and mapping open files, packets on open
/// sockets, the clock, and exit. A call that creates processes, changes their rights, or affects others ends
/// the process at once. Any other call fails as if the kernel did not know it, which every C library can
/// handle. Needs no_new_privs.
MissingProtections filterSystemCalls();

} // namespace candela
