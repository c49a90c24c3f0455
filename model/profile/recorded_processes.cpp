#include "model/profile/recorded_processes.h"

#include <algorithm>
#include <vector>

namespace candela {

std::size_t recordedProcesses(const Profile& profile) {
    if (profile.threads.empty()) return profile.processes.size();
    std::vector<bool> isRecorded(profile.processes.size());
    for (const auto& thread : profile.threads)
        if (thread.process) isRecorded[thread.process.row()] = true;
    return static_cast<std::size_t>(std::ranges::count(isRecorded, true));
}

} // namespace candela
