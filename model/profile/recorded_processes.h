/// How many processes a profile is about.
#pragma once

#include "model/profile/profile.h"

#include <cstddef>

namespace candela {

/// The processes with threads: of the others, such as the parents of a recorded command, only names are
/// known. All processes, where a format has no threads.
std::size_t recordedProcesses(const Profile& profile);

} // namespace candela
