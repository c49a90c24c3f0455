#include "model/comparison/matching/likely_pairs.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <utility>

namespace candela {

namespace {

using Groups = std::span<const FrameGroupIndex>;

/// The heaviest of a list that are compared with all of these on the other side.
constexpr std::size_t maximumHeaviest = 40;
/// As many, of those that have a text in common.
constexpr std::size_t maximumAlike = 12;
/// How many next to a function by weight are compared with it: lighter ones, and as many that are heavier.
constexpr std::size_t maximumNear = 4;

bool fits(const SharingFunctions& functions, std::size_t maximum) {
    return functions.base.size() <= maximum && functions.newSide.size() <= maximum;
}

void forEachPair(Groups base, Groups newSide, const LikelyPairs::Visit& visit) {
    for (const auto own : base)
        for (const auto other : newSide)
            visit(own, other);
}

/// Calls visit(one, other) for each of one list with those of the other list that weigh about as much.
template<typename Visit>
void forEachNearOf(Groups list, const OpenFunctions& functions, Groups others,
                   const OpenFunctions& otherFunctions, Visit&& visit) {
    for (const auto one : list) {
        const auto found =
            std::ranges::lower_bound(others, functions.of(one).share, std::greater(),
                                     [&](FrameGroupIndex other) { return otherFunctions.of(other).share; });
        const auto next = static_cast<std::size_t>(found - others.begin());
        const auto first = next - std::min(next, maximumNear);
        for (const auto other : others.subspan(first, std::min(others.size(), next + maximumNear) - first))
            visit(one, other);
    }
}

} // namespace

void LikelyPairs::forEach(const SharingFunctions& functions, const Visit& visit) const {
    const Groups base = functions.base, newSide = functions.newSide;
    forEachPair(base.first(std::min(base.size(), maximumHeaviest)),
                newSide.first(std::min(newSide.size(), maximumHeaviest)), visit);
    if (fits(functions, maximumHeaviest)) return;
    forEachNear(functions, visit);
    forEachAlike(functions, visit);
}

void LikelyPairs::forEachNear(const SharingFunctions& functions, const Visit& visit) const {
    const Groups base = functions.base, newSide = functions.newSide;
    forEachNearOf(base, m_base, newSide, m_newSide, visit);
    forEachNearOf(newSide, m_newSide, base, m_base,
                  [&](FrameGroupIndex other, FrameGroupIndex own) { visit(own, other); });
}

void LikelyPairs::forEachAlike(const SharingFunctions& functions, const Visit& visit) const {
    using Text = std::pair<std::string_view, std::uint32_t>; // a word, or a file with a line
    std::map<Text, SharingFunctions> byText;
    const auto add = [&](const OpenFunctions& side, Groups groups,
                         std::vector<FrameGroupIndex> SharingFunctions::*list) {
        for (const auto group : groups) {
            const auto& function = side.of(group);
            for (const auto& word : function.words)
                (byText[{word, 0}].*list).push_back(group);
            if (!function.file.empty() && function.startLine != 0)
                (byText[{function.file, function.startLine}].*list).push_back(group);
        }
    };
    add(m_base, functions.base, &SharingFunctions::base);
    add(m_newSide, functions.newSide, &SharingFunctions::newSide);
    for (const auto& [text, alike] : byText) {
        if (fits(alike, maximumAlike))
            forEachPair(alike.base, alike.newSide, visit);
        else
            forEachNear(alike, visit);
    }
}

} // namespace candela
