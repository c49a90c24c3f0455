/// What the recorder knows, and has asked for, of one process besides what events tell.
#pragma once

#include "recorder/processes/label_list.h"

#include <cstdint>
#include <memory>

namespace candela {

struct ProcessMetadata {
    std::shared_ptr<const LabelList> labels; ///< null: none yet
    std::uint64_t question = 0;              ///< the one that is not answered yet; 0: none
    std::int64_t askedAt = 0;                ///< CLOCK_MONOTONIC nanoseconds
    std::uint64_t cgroup = 0;                ///< as the kernel reported when it was asked
    std::uint32_t user = 0;
    bool isKnown = false;      ///< nothing has to be asked as long as cgroup and user stay the same
    std::uint64_t lastUse = 0; ///< number of the segment that used it last
};

} // namespace candela
