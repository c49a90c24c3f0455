/// Turns the program's arguments into a command or the window. Scripts depend on it: candela(1).
#pragma once

namespace candela {

/// Runs to the end; returns the exit status.
int runCommandLine(int argc, char** argv);

} // namespace candela
