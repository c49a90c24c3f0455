/// What deep_stacks and its library share.
#pragma once

#include <cstdint>

using SpinFunction = void (*)(std::uint64_t);

/// In the library: calls back from two frames below.
extern "C" void library_entry(SpinFunction callback, std::uint64_t rounds);
