/// Made-up pprof messages of a million samples, the same in every run.
#pragma once

#include <string>

namespace candela {

/// Samples of a program whose threads walk a deep call tree: a sample shares most callers with those shortly
/// before.
std::string treePprof();
/// Stacks of 50 frames, each at a random location: they share little more than their first frame.
std::string unsharedPprof();

} // namespace candela
