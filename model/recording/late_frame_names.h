/// Names for frames of samples that were read before, process by process: what a just-in-time compiler wrote
/// down later.
#pragma once

#include "model/profile/profile.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>

namespace candela {

class LateFrameNames {
public:
    /// Frames of the process that have no function, at this address and in this frame's mapping, are this
    /// frame.
    void add(ProcessIndex process, std::uint64_t address, FrameIndex frame) {
        m_names[process].insert_or_assign(address, frame);
    }
    /// To a profile with the rows that were added. O(samples + stacks), where there are any.
    void apply(Profile& profile) const;

private:
    using ByAddress = absl::flat_hash_map<std::uint64_t, FrameIndex>;
    class Replacement;

    absl::flat_hash_map<ProcessIndex, ByAddress> m_names;
};

} // namespace candela
