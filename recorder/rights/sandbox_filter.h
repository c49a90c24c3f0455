/// The system calls of a process that reads what it is given and answers.
#pragma once

#include "recorder/rights/protections.h"

namespace candela {

/// From now on: memory that can't be executed, reading and mapping of open files, packets on open sockets,
/// the clock, its own end. A call that makes processes, changes what they are, or reaches beyond them ends
/// the process at once. Any other call is answered as by a kernel that does not know it, which every C
/// library copes with. Needs that no new privileges can be gained.
MissingProtections filterSystemCalls();

} // namespace candela
