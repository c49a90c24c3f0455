#include "model/comparison/matching/likely_pairs.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
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
/// In how many long lists a function is compared.
constexpr std::size_t maximumLongLists = 4;

bool fits(const SharingFunctions& functions, std::size_t maximum) {
    return functions.base.size() <= maximum && functions.newSide.size() <= maximum;
}

void forEachPair(Groups base, Groups newSide, LikelyPairs::Visit visit) {
    for (const auto own : base)
        for (const auto other : newSide)
            visit(own, other);
}

std::vector<double> sharesOf(Groups groups, const OpenFunctions& functions) {
    std::vector<double> shares;
    shares.reserve(groups.size());
    for (const auto group : groups)
        shares.push_back(functions.of(group).share);
    return shares;
}

/// Calls visit(one, other) for each of one list with those of the other list that weigh about as much. Many
/// functions may weigh the same, such as those of one sample: among these, with the ones in the same
/// position. Shares of two sides are hardly ever equal, so these are looked for on either side.
template<typename Visit>
void forEachNearOf(Groups list, const OpenFunctions& functions, Groups others,
                   const OpenFunctions& otherFunctions, Visit&& visit) {
    const auto shares = sharesOf(list, functions), otherShares = sharesOf(others, otherFunctions);
    const auto visitAround = [&](FrameGroupIndex one, std::size_t next) {
        const auto first = next - std::min(next, maximumNear);
        for (const auto other : others.subspan(first, std::min(others.size(), next + maximumNear) - first))
            visit(one, other);
    };
    std::size_t begin = 0; // of those with the share of this one
    for (std::size_t number = 0; number < list.size(); ++number) {
        if (shares[number] != shares[begin]) begin = number;
        const auto visitRun = [&](double share) {
            const auto run = std::ranges::equal_range(otherShares, share, std::greater());
            visitAround(list[number], static_cast<std::size_t>(run.begin() - otherShares.begin()) +
                                          std::min(number - begin, run.size()));
        };
        const auto lighter = std::ranges::lower_bound(otherShares, shares[number], std::greater());
        if (lighter != otherShares.end()) visitRun(*lighter);
        if (lighter != otherShares.begin() && (lighter == otherShares.end() || *lighter != shares[number]))
            visitRun(*std::prev(lighter));
    }
}

} // namespace

LikelyPairs::LikelyPairs(const OpenFunctions& base, const OpenFunctions& newSide)
    : m_base(base),
      m_newSide(newSide), m_partly{std::vector<bool>(base.groups()), std::vector<bool>(newSide.groups())} {}

void LikelyPairs::notePartly(const SharingFunctions& functions) {
    for (const auto group : functions.base)
        m_partly[0][group.row()] = true;
    for (const auto group : functions.newSide)
        m_partly[1][group.row()] = true;
}

void LikelyPairs::forEach(const SharingFunctions& functions, Visit visit) {
    const Groups base = functions.base, newSide = functions.newSide;
    forEachPair(base.first(std::min(base.size(), maximumHeaviest)),
                newSide.first(std::min(newSide.size(), maximumHeaviest)), visit);
    if (fits(functions, maximumHeaviest)) return;
    notePartly(functions);
    forEachNear(functions, visit);
    forEachAlike(functions, visit);
}

void LikelyPairs::forEachOfAll(std::vector<SharingFunctions> lists, Visit visit) {
    std::erase_if(lists, [](const auto& list) { return list.base.empty() || list.newSide.empty(); });
    const auto sizeOf = [](const SharingFunctions& list) { return list.base.size() + list.newSide.size(); };
    std::ranges::sort(lists, [&](const SharingFunctions& left, const SharingFunctions& right) {
        return sizeOf(left) != sizeOf(right) ? sizeOf(left) < sizeOf(right) : left < right;
    });
    lists.erase(std::unique(lists.begin(), lists.end()), lists.end());

    using Counts = std::vector<std::uint32_t>; // by group
    std::array<Counts, 2> visited{Counts(m_partly[0].size()), Counts(m_partly[1].size())};
    const auto isVisited = [&](std::size_t side) {
        return [&, side](FrameGroupIndex group) { return visited[side][group.row()] >= maximumLongLists; };
    };
    for (auto list = lists.begin(); list != lists.end();) {
        // Which of the equally long ones is the first must not decide: exchanged sides have another order.
        const auto end = std::find_if(list, lists.end(),
                                      [&](const auto& other) { return sizeOf(other) != sizeOf(*list); });
        const std::span equallyLong(list, end);
        for (auto& functions : equallyLong) {
            if (!fits(functions, maximumHeaviest)) {
                notePartly(functions);
                std::erase_if(functions.base, isVisited(0));
                std::erase_if(functions.newSide, isVisited(1));
                forEach(functions, visit);
            } else {
                forEach(functions, visit);
                functions = {};
            }
        }
        for (const auto& functions : equallyLong) {
            for (const auto group : functions.base)
                ++visited[0][group.row()];
            for (const auto group : functions.newSide)
                ++visited[1][group.row()];
        }
        list = end;
    }
}

void LikelyPairs::forEachNear(const SharingFunctions& functions, Visit visit) const {
    const Groups base = functions.base, newSide = functions.newSide;
    forEachNearOf(base, m_base, newSide, m_newSide, visit);
    forEachNearOf(newSide, m_newSide, base, m_base,
                  [&](FrameGroupIndex other, FrameGroupIndex own) { visit(own, other); });
}

void LikelyPairs::forEachAlike(const SharingFunctions& functions, Visit visit) const {
    using TextOf = std::pair<TextNumbers::Number, FrameGroupIndex>;
    // Heaviest first within a text, as in the list.
    const auto sorted = [](const OpenFunctions& side, Groups groups) {
        std::vector<TextOf> texts;
        for (const auto group : groups)
            for (const auto text : side.of(group).texts)
                texts.emplace_back(text, group);
        std::ranges::stable_sort(texts, {}, &TextOf::first);
        return texts;
    };
    const auto base = sorted(m_base, functions.base), newSide = sorted(m_newSide, functions.newSide);
    const auto takeOf = [](auto& next, auto end, TextNumbers::Number text,
                           std::vector<FrameGroupIndex>& groups) {
        for (groups.clear(); next != end && next->first == text; ++next)
            groups.push_back(next->second);
    };
    SharingFunctions alike;
    for (auto own = base.begin(), other = newSide.begin(); own != base.end() && other != newSide.end();) {
        const auto text = std::min(own->first, other->first);
        takeOf(own, base.end(), text, alike.base);
        takeOf(other, newSide.end(), text, alike.newSide);
        if (fits(alike, maximumAlike))
            forEachPair(alike.base, alike.newSide, visit);
        else
            forEachNear(alike, visit);
    }
}

} // namespace candela
