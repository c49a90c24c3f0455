#include "model/comparison/matched/kept_matching.h"

#include "model/base/parallel.h"
#include "model/base/wrapping.h"
#include "model/comparison/matching/match_sides.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace candela {

namespace {

/// The groups of one side that weigh something, and what is counted elsewhere.
class KeptSide {
public:
    KeptSide(const MatchSide& side, const CountedSide& whole, std::span<const StackIndex> moved)
        : m_side(side), m_weighs(side.groups->size()), m_isMoved(side.groups->size()),
          m_isListed(side.groups->size()) {
        for (const auto& row : side.rows)
            m_weighs[row.group.row()] = true;
        m_counted.shape = whole.shape;
        countAgain(whole, moved);
    }

    bool weighs(FrameGroupIndex group) const { return group && m_weighs[group.row()]; }
    /// Whether self weight of the group is counted with its callers.
    bool isMoved(FrameGroupIndex group) const { return group && m_isMoved[group.row()]; }
    void list(FrameGroupIndex group) {
        if (group) m_isListed[group.row()] = true;
    }
    /// The side with the rows that were not listed, to be matched by names alone.
    MatchSide rest() const {
        MatchSide rest{.groups = m_side.groups, .rows = {}, .total = m_side.total, .kind = m_side.kind};
        for (const auto& row : m_side.rows)
            if (!m_isListed[row.group.row()]) rest.rows.push_back(row);
        return rest;
    }
    CountedSide takeCounted() { return std::move(m_counted); }

private:
    using Pair = std::pair<FrameGroupIndex, FrameGroupIndex>; // a group, and the one that it is counted with

    void countAgain(const CountedSide& whole, std::span<const StackIndex> stacks) {
        std::vector<std::int64_t> self(m_weighs.size());
        for (const auto& row : m_side.rows)
            self[row.group.row()] = row.self;
        const auto moved = selfBelowCallers(whole.shape.get(), stacks);
        for (auto entry : whole.groups) {
            if (entry.how == CountedWith::Whole) {
                m_isListed[entry.group.row()] = true;
                if (!m_weighs[entry.group.row()]) continue;
                entry.self = self[entry.group.row()];
            } else {
                const auto found = moved.find(Pair(entry.group, entry.with));
                if (found == moved.end()) continue;
                entry.self = found->second;
                m_isMoved[entry.group.row()] = true;
            }
            m_weighs[entry.with.row()] = true;
            m_counted.groups.push_back(entry);
        }
    }

    /// The self weight of moved groups below each nearest function that has a partner, which is where
    /// `counted` counts it.
    absl::flat_hash_map<Pair, std::int64_t> selfBelowCallers(const CallTreeShape* counted,
                                                             std::span<const StackIndex> stacks) const {
        absl::flat_hash_map<Pair, std::int64_t> sums;
        for (const auto stack : stacks) {
            const auto weight = m_side.weights->weight[stack.row()];
            if (weight == 0) continue;
            const auto& shape = *m_side.shape;
            const auto node = shape.nodeOfStack[stack.row()], with = counted->nodeOfStack[stack.row()];
            auto& sum = sums[Pair(shape.group[node.row()], shape.group[with.row()])];
            sum = wrappingSum(sum, weight);
        }
        return sums;
    }

    const MatchSide& m_side;
    std::vector<bool> m_weighs, m_isMoved, m_isListed; ///< by group
    CountedSide m_counted;
};

} // namespace

Matching keptMatching(const Matching& whole, const MatchSide& base, const MatchSide& newSide,
                      const HandLinks& links, std::array<std::span<const StackIndex>, 2> moved) {
    std::array<std::optional<KeptSide>, 2> kept;
    inParallel(2, [&](std::size_t side) {
        kept[side].emplace(side == 0 ? base : newSide, side == 0 ? whole.base : whole.newSide, moved[side]);
    });
    auto& [keptBase, keptNew] = kept;
    Matching result;
    for (const auto& match : whole.matches) {
        keptBase->list(match.base);
        keptNew->list(match.newGroup);
        const bool isInBase = keptBase->weighs(match.base), isInNew = keptNew->weighs(match.newGroup);
        if (!isInBase && !isInNew) continue;
        const bool isMoved = keptBase->isMoved(match.base) || keptNew->isMoved(match.newGroup);
        if ((isInBase && isInNew) || (match.evidence == MatchEvidence::Inlined && isMoved))
            result.matches.push_back(match);
        else if (isInBase)
            result.matches.push_back({match.base, {}, MatchEvidence::OnlyBase, 0});
        else
            result.matches.push_back({{}, match.newGroup, MatchEvidence::OnlyNew, 0});
    }
    const auto restOfBase = keptBase->rest(), restOfNew = keptNew->rest();
    if (!restOfBase.rows.empty() || !restOfNew.rows.empty()) {
        const auto rest = matchSides(restOfBase, restOfNew, links).matches;
        result.matches.insert(result.matches.end(), rest.begin(), rest.end());
    }
    result.base = keptBase->takeCounted();
    result.newSide = keptNew->takeCounted();
    return result;
}

} // namespace candela
