#include "model/comparison/matching/moved_cost.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>

namespace candela {

namespace {

/// The minimum part of a function's self weight by which its callers weigh more on the other side.
constexpr double minimumFound = 0.1;
/// The minimum part of a function's self weight that has matched callers.
constexpr double minimumAnchored = 0.5;
/// Where only one side names inlined functions, there is no doubt which of them lack a partner.
constexpr double certainConfidence = 0.95;

/// Lighter functions have too few samples for a ratio.
constexpr double minimumShare = 0.002;

bool namesInlined(const Profile& profile) {
    return std::ranges::any_of(profile.frames.kind,
                               [](FrameKind kind) { return kind == FrameKind::Inlined; });
}

/// Rounds to hundredths, so that the order in which sums are added does not decide.
double rounded(double confidence) {
    return std::round(std::round(confidence * 1e9) / 1e7) / 100;
}

/// A function without a partner, with its self weight below each matched function.
struct Candidate {
    std::size_t side = 0;
    FrameGroupIndex group;
    std::map<FrameGroupIndex, std::int64_t> below = {}; ///< by the matched function, of the same side
    std::int64_t anchored = 0, self = 0;
    double size = 0; ///< the self weight in the scale of both sides
    std::string_view name;
    bool isMoved = false;
};

class CostMover {
public:
    explicit CostMover(MatchState& state) : m_state(state) {
        // Half of the ratio on each side, so that exchanging them changes nothing.
        const double root = std::sqrt(usualRatio());
        m_factors = {root, 1 / root};
    }

    std::array<std::vector<CountedGroup>, 2> run() {
        std::array<std::vector<CountedGroup>, 2> result;
        std::vector<Candidate> candidates;
        for (std::size_t side = 0; side < 2; ++side)
            collect(side, candidates);
        std::ranges::stable_sort(candidates, [](const Candidate& left, const Candidate& right) {
            return left.size != right.size ? left.size > right.size : left.name < right.name;
        });
        // A function that was moved may make room for another one.
        for (int pass = 0; pass < 2; ++pass)
            for (auto& candidate : candidates)
                if (!candidate.isMoved) decide(candidate, result);
        return result;
    }

private:
    MatchedSide& sideAt(std::size_t side) { return side == 0 ? m_state.base() : m_state.newSide(); }

    void collect(std::size_t number, std::vector<Candidate>& candidates) {
        const auto& side = sideAt(number);
        const auto& shape = *side.side().shape;
        const auto self = callNodeSelf(shape, *side.side().weights);
        absl::flat_hash_map<FrameGroupIndex, Candidate> found;
        for (const auto& row : side.unmatched())
            if (side.isFunction(row.group) && row.self > 0 && !m_state.joined[number].contains(row.group))
                found.emplace(row.group, Candidate{.side = number,
                                                   .group = row.group,
                                                   .self = row.self,
                                                   .size = scaled(row.self, number),
                                                   .name = side.name(row.group)});
        if (found.empty()) return;
        std::vector<CallNodeIndex> anchors(shape.size()); // the nearest node whose function has a partner
        for (std::size_t node = 0; node < shape.size(); ++node) {
            const auto above = shape.parent[node];
            if (side.partner(shape.group[node]))
                anchors[node] = CallNodeIndex(node);
            else if (above)
                anchors[node] = anchors[above.row()];
            if (self[node] == 0 || !anchors[node]) continue;
            const auto candidate = found.find(shape.group[node]);
            if (candidate == found.end()) continue;
            candidate->second.below[shape.group[anchors[node].row()]] += self[node];
            candidate->second.anchored += self[node];
        }
        for (const auto& row : side.unmatched())
            if (const auto candidate = found.find(row.group); candidate != found.end())
                candidates.push_back(std::move(candidate->second));
    }

    /// The median, over functions, of the self weight on the new side divided by that on the base side. The
    /// ratio of the totals would be wrong: they differ by what is new.
    double usualRatio() {
        const auto base = static_cast<double>(m_state.base().side().total);
        const auto newSide = static_cast<double>(m_state.newSide().side().total);
        std::vector<double> ratios;
        for (const auto& match : m_state.matches) {
            const auto* own = m_state.base().rowOf(match.base);
            const auto* other = m_state.newSide().rowOf(match.newGroup);
            if (static_cast<double>(own->self) < minimumShare * base ||
                static_cast<double>(other->self) < minimumShare * newSide)
                continue;
            ratios.push_back(static_cast<double>(other->self) / static_cast<double>(own->self));
        }
        if (ratios.empty()) return newSide / base;
        std::ranges::sort(ratios);
        const auto middle = ratios.size() / 2;
        return ratios.size() % 2 ? ratios[middle] : std::sqrt(ratios[middle - 1] * ratios[middle]);
    }

    /// A weight in a scale that both sides share.
    double scaled(std::int64_t weight, std::size_t side) const {
        return static_cast<double>(weight) * m_factors[side];
    }

    /// The pair of a matched function, by its base group.
    FrameGroupIndex pairOf(std::size_t side, FrameGroupIndex group) {
        return side == 0 ? group : m_state.newSide().partner(group);
    }

    /// How much more self weight a pair has on the new side, after the moves that were decided so far.
    double& surplusOf(FrameGroupIndex base) {
        const auto [found, isNew] = m_surplus.try_emplace(base, 0);
        if (isNew) {
            const auto* own = m_state.base().rowOf(base);
            const auto* other = m_state.newSide().rowOf(m_state.base().partner(base));
            found->second = (other ? scaled(other->self, 1) : 0) - (own ? scaled(own->self, 0) : 0);
        }
        return found->second;
    }

    bool isCertain(const Candidate& candidate) {
        const auto& side = sideAt(candidate.side);
        if (side.groups()[candidate.group].kind != FrameKind::Inlined) return false;
        auto& known = m_namesInlined[1 - candidate.side];
        if (!known) known = namesInlined(sideAt(1 - candidate.side).profile());
        return !*known;
    }

    void decide(Candidate& candidate, std::array<std::vector<CountedGroup>, 2>& result) {
        if (static_cast<double>(candidate.anchored) < minimumAnchored * static_cast<double>(candidate.self))
            return;
        const double direction = candidate.side == 0 ? -1 : 1;
        double found = 0, sum = 0;
        for (const auto& [group, weight] : candidate.below) {
            const double size = scaled(weight, candidate.side);
            const double surplus = surplusOf(pairOf(candidate.side, group));
            // Inlined code is often cheaper than the call was, so that only a part of it is found again.
            found += std::clamp(-direction * surplus, 0.0, size);
            sum += size;
        }
        const bool sure = isCertain(candidate);
        if (sum <= 0 || (!sure && found < minimumFound * sum)) return;
        candidate.isMoved = true;
        const double full = confidenceOf(MatchEvidence::Inlined);
        const double confidence = sure ? certainConfidence : rounded(full * (0.5 + 0.5 * (found / sum)));
        for (const auto& [group, weight] : candidate.below) {
            surplusOf(pairOf(candidate.side, group)) += direction * scaled(weight, candidate.side);
            result[candidate.side].push_back(
                {candidate.group, group, CountedWith::Callers, weight, confidence});
        }
        const bool isBase = candidate.side == 0;
        m_state.matches.push_back({isBase ? candidate.group : FrameGroupIndex(),
                                   isBase ? FrameGroupIndex() : candidate.group, MatchEvidence::Inlined,
                                   confidence});
    }

    MatchState& m_state;
    absl::flat_hash_map<FrameGroupIndex, double> m_surplus; // by the base group
    std::array<std::optional<bool>, 2> m_namesInlined;
    std::array<double, 2> m_factors{1, 1};
};

} // namespace

std::array<std::vector<CountedGroup>, 2> moveInlinedCost(MatchState& state) {
    for (auto* side : {&state.base(), &state.newSide()})
        if (!side->side().shape || side->side().total <= 0) return {};
    return CostMover(state).run();
}

} // namespace candela
