/// Runs the command or the window that the program's arguments name. Scripts depend on it: candela(1).
#pragma once

namespace candela {

/// Runs to the end; returns the exit status.
int runCommandLine(int argc, char** argv);

} // namespace candela
