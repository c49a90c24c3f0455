/// Made-up pprof messages of a million samples, the same in every run.
#pragma once

#include <string>

namespace candela {

/// Samples that a program would give whose threads walk a deep call tree: a sample has most callers in common
/// with one a little before.
std::string treePprof();
/// Stacks of 50 frames, each of which may be any location: they share little more than their first frame.
std::string unsharedPprof();

} // namespace candela
