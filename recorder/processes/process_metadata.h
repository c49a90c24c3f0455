/// Known facts about a process's labels besides the kernel's events, and the pending requests.
#pragma once

#include "recorder/processes/label_list.h"

#include <cstdint>
#include <memory>

namespace candela {

struct ProcessMetadata {
    std::shared_ptr<const LabelList> labels; ///< null: none yet
    std::uint64_t question = 0;              ///< number of the unanswered question; 0: none
    std::int64_t askedAt = 0;                ///< CLOCK_MONOTONIC nanoseconds
    std::uint64_t cgroup = 0;                ///< the group that the kernel reported when the question was
                                             ///< asked
    std::uint32_t user = 0;
    bool isKnown = false;      ///< nothing to ask while cgroup and user stay the same
    std::uint64_t lastUse = 0; ///< number of the segment that used it last
};

} // namespace candela
