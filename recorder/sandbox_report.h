/// What each of the recorder's processes is locked in with on this machine: tried with real ones, which end
/// again. For `candela doctor`.
#pragma once

#include "model/base/result.h"

#include <string>

namespace candela {

/// A line a process, with tabs between: what it does ("reads other people's files"), whose it is ("nobody"),
/// and what it is without ("an empty root, memory limits"; nothing where it has all).
Result<std::string> sandboxReport();

} // namespace candela
