/// Which pairs of two lists of functions are worth comparing. Of short lists, all; of long ones, so few for
/// each function that the work grows with the lists, and not with their product.
#pragma once

#include "model/comparison/matching/open_functions.h"

#include <functional>
#include <vector>

namespace candela {

/// Functions that share a caller, a callee, a name or a file, heaviest first.
struct SharingFunctions {
    std::vector<FrameGroupIndex> base, newSide;
};

class LikelyPairs {
public:
    /// Refers to both.
    LikelyPairs(const OpenFunctions& base, const OpenFunctions& newSide) : m_base(base), m_newSide(newSide) {}

    using Visit = std::function<void(FrameGroupIndex base, FrameGroupIndex newGroup)>;
    /// Of long lists: the heaviest; those next to each other by weight; and those that have a word of their
    /// names or their first line in common, again by weight if they are many. A pair may be visited again.
    void forEach(const SharingFunctions& functions, const Visit& visit) const;

private:
    void forEachNear(const SharingFunctions& functions, const Visit& visit) const;
    void forEachAlike(const SharingFunctions& functions, const Visit& visit) const;

    const OpenFunctions& m_base;
    const OpenFunctions& m_newSide;
};

} // namespace candela
