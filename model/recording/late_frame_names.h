/// Names that a just-in-time compiler published late, for frames of samples that were read before. They apply
/// to one process each.
#pragma once

#include "model/profile/profile.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>

namespace candela {

class LateFrameNames {
public:
    /// Frames of the process without a function, at this address and in this frame's mapping, get replaced by
    /// this frame.
    void add(ProcessIndex process, std::uint64_t address, FrameIndex frame) {
        m_names[process].insert_or_assign(address, frame);
    }
    /// Applies the names to a profile that contains the rows added here. Takes O(samples + stacks) if there
    /// are names, else nothing.
    void apply(Profile& profile) const;

private:
    using ByAddress = absl::flat_hash_map<std::uint64_t, FrameIndex>;
    class Replacement;

    absl::flat_hash_map<ProcessIndex, ByAddress> m_names;
};

} // namespace candela
