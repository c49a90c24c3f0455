/// Which protections each of the recorder's processes has on this machine, tried with real ones that end
/// again. For `candela doctor`.
#pragma once

#include "model/base/result.h"

#include <string>

namespace candela {

/// One line for each process, with fields separated by tabs: what it does ("reads other people's files"), its
/// user ("nobody"), and the missing protections ("an empty root, memory limits"; empty if none is missing).
Result<std::string> sandboxReport();

} // namespace candela
