/// The program candela-recorder: what its arguments ask for, up to its exit status.
#pragma once

#include <span>

namespace candela {

/// `options` are the arguments without the program's name. Returns the exit status; errors are printed.
int runRecorder(std::span<char* const> options);

} // namespace candela
