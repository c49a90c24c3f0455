/// Pairs of groups that the user took apart. A link takes apart all groups of one name from all of another,
/// so that links are kept, and not pairs.
#pragma once

#include "model/analysis/grouping/grouping.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <span>
#include <vector>

namespace candela {

class ForbiddenPairs {
public:
    using Links = std::vector<std::uint32_t>; ///< numbers, ascending

    /// No group of base may be matched with one of new.
    void add(std::span<const FrameGroupIndex> base, std::span<const FrameGroupIndex> newSide);
    bool contains(FrameGroupIndex base, FrameGroupIndex newGroup) const;

    /// The links of a base group; null if there are none.
    const Links* linksOf(FrameGroupIndex base) const;
    /// Whether one of the links forbids the group of new.
    bool contains(const Links& links, FrameGroupIndex newGroup) const;

private:
    std::uint32_t m_count = 0;
    absl::flat_hash_map<FrameGroupIndex, Links> m_base, m_newSide;
};

} // namespace candela
