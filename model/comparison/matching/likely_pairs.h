/// Which pairs of two lists of functions are worth comparing. Of short lists, all; of long ones, so few for
/// each function that the work grows with the lists, and not with their product.
#pragma once

#include "model/comparison/matching/open_functions.h"

#include <absl/functional/function_ref.h>

#include <array>
#include <vector>

namespace candela {

/// Functions that share a caller, a callee, a name or a file, heaviest first.
struct SharingFunctions {
    std::vector<FrameGroupIndex> base, newSide;

    bool operator==(const SharingFunctions&) const = default;
    auto operator<=>(const SharingFunctions&) const = default;
};

class LikelyPairs {
public:
    /// Refers to both.
    LikelyPairs(const OpenFunctions& base, const OpenFunctions& newSide);

    using Visit = absl::FunctionRef<void(FrameGroupIndex base, FrameGroupIndex newGroup)>;
    /// Of long lists: the heaviest; those next to each other by weight; and those that have a text in common
    /// (OpenFunction::texts), again by weight if they are many. A pair may be visited again.
    void forEach(const SharingFunctions& functions, Visit visit);
    /// Of lists that may have nearly the same functions, such as the callers of malloc and those of free:
    /// a function is compared within few long ones, the shortest, as they show more.
    void forEachOfAll(std::vector<SharingFunctions> lists, Visit visit);

    /// Whether the function was in a list of which not all pairs were visited.
    bool isPartlyCompared(FrameGroupIndex base, FrameGroupIndex newGroup) const {
        return m_partly[0][base.row()] || m_partly[1][newGroup.row()];
    }

private:
    void notePartly(const SharingFunctions& functions);
    void forEachNear(const SharingFunctions& functions, Visit visit) const;
    void forEachAlike(const SharingFunctions& functions, Visit visit) const;

    const OpenFunctions& m_base;
    const OpenFunctions& m_newSide;
    std::array<std::vector<bool>, 2> m_partly; // of base and of new, by group
};

} // namespace candela
