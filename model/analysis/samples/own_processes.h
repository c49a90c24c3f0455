/// Candela's own processes in a recording of a whole machine: the window, the command line, the recorder and
/// its helpers. On an idle machine they are most of what is recorded.
#pragma once

#include "model/analysis/samples/filter.h"

#include <string>
#include <string_view>

namespace candela {

/// For Filter::withoutProcess: the names of Candela's processes, which the kernel cuts after 15 letters.
const std::string& ownProcessPattern();

/// Whether this is a recording of a whole machine by Candela.
bool isOfWholeMachine(const Profile& profile);

/// Whether the process is one of Candela's, by its name. False in recordings of chosen processes, which are
/// Candela's only if they were meant, and in files of other tools.
bool isOwnProcess(const Profile& profile, ProcessIndex process);

/// The same for the name of a process, or a group of processes.
bool isOwnProcessName(const Profile& profile, std::string_view name);

/// The part of the value's weight that is Candela's own, 0 to 1. One pass over the samples; 0 when cancelled.
double ownShare(const Profile& profile, ValueTypeIndex value, const Task& task);

} // namespace candela
