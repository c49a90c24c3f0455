/// `candela annotate --against`: one function in two builds, side by side.
#pragma once

#include "app/commands/profiles/annotate_options.h"

namespace candela {

/// Prints source lines, instructions or both; instructions if neither was requested. Fails if the function
/// has no counterpart, or if a side lacks what was requested.
Result<void> annotateAgainst(const AnnotateOptions& options);

} // namespace candela
