#include "model/comparison/matching/forbidden_pairs.h"

namespace candela {

void ForbiddenPairs::add(std::span<const FrameGroupIndex> base, std::span<const FrameGroupIndex> newSide) {
    for (const auto group : base)
        m_base[group].push_back(m_count);
    for (const auto group : newSide)
        m_newSide[group].push_back(m_count);
    ++m_count;
}

const ForbiddenPairs::Links* ForbiddenPairs::linksOf(FrameGroupIndex base) const {
    const auto found = m_base.find(base);
    return found == m_base.end() ? nullptr : &found->second;
}

bool ForbiddenPairs::contains(FrameGroupIndex base, FrameGroupIndex newGroup) const {
    const auto* links = linksOf(base);
    return links && contains(*links, newGroup);
}

bool ForbiddenPairs::contains(const Links& links, FrameGroupIndex newGroup) const {
    const auto found = m_newSide.find(newGroup);
    if (found == m_newSide.end()) return false;
    const auto& others = found->second;
    for (auto own = links.begin(), other = others.begin(); own != links.end() && other != others.end();) {
        if (*own == *other) return true;
        ++(*own < *other ? own : other);
    }
    return false;
}

} // namespace candela
