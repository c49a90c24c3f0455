#include "model/comparison/matching/renamed_functions.h"

#include "model/comparison/matching/call_edges.h"
#include "model/comparison/matching/likely_pairs.h"
#include "model/comparison/matching/name_forms.h"
#include "model/comparison/matching/open_functions.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <span>

namespace candela {

namespace {

/// Below this, two functions are not similar; and the best candidate is better than the next one by so much.
constexpr double minimumScore = 0.7, minimumLead = 0.05;
/// Names that are more alike than this, half of their letter pairs, are evidence by themselves.
constexpr double minimumNameSimilarity = 0.5;
/// A lead that leaves no doubt.
constexpr double clearLead = 0.2;
/// The heaviest functions, which are looked at.
constexpr std::size_t maximumFunctions = 4000;
constexpr int maximumRounds = 4;

/// Scores are compared in steps, so that rounding does not decide.
double roundedScore(double score) {
    return std::round(score * 1e6) / 1e6;
}

double shareOf(std::int64_t weight, std::int64_t all) {
    return all == 0 ? 0 : std::abs(static_cast<double>(weight)) / std::abs(static_cast<double>(all));
}

double ratioOf(double left, double right) {
    const double larger = std::max(left, right);
    return larger == 0 ? 1 : std::min(left, right) / larger;
}

using Pair = std::pair<FrameGroupIndex, FrameGroupIndex>;

struct RenamedPair {
    Pair pair;
    /// Whether more than file and weight shows that the two may be one function. Without it, the pair only
    /// takes the lead from others.
    bool hasEvidence = true;
};

/// A mean of what is known about a pair.
class Score {
public:
    void add(double weight, double likeness) {
        m_weight += weight;
        m_sum += weight * likeness;
    }
    double mean() const { return roundedScore(m_sum / m_weight); }

private:
    double m_weight = 0, m_sum = 0;
};

class RenamedMatcher {
public:
    explicit RenamedMatcher(MatchState& state)
        : m_state(state), m_base(state.base(), m_numbers), m_newSide(state.newSide(), m_numbers),
          m_baseEdges(edgesOf(state.base())),
          m_newEdges(edgesOf(state.newSide())), m_sharedStarts{sharedStarts(state.base()),
                                                               sharedStarts(state.newSide())} {}

    /// False if nothing new was found.
    bool round() {
        std::map<FrameGroupIndex, Ranking> ofBase, ofNew;
        std::vector<std::pair<RenamedPair, double>> scored;
        LikelyPairs likely(m_base, m_newSide);
        for (const auto& candidate : candidates(likely)) {
            const auto& pair = candidate.pair;
            const double score = scoreOf(pair.first, pair.second);
            scored.emplace_back(candidate, score);
            ofBase[pair.first].add(score);
            ofNew[pair.second].add(score);
        }
        std::size_t found = 0;
        for (const auto& [candidate, score] : scored) {
            const auto& [pair, hasEvidence] = candidate;
            const auto& base = ofBase[pair.first];
            const auto& newSide = ofNew[pair.second];
            if (!hasEvidence || score < minimumScore || score < base.best || score < newSide.best) continue;
            const double lead = roundedScore(score - std::max(base.second, newSide.second));
            if (lead < minimumLead) continue;
            // A pair that was not compared might be better.
            const bool isClear = lead >= clearLead && !likely.isPartlyCompared(pair.first, pair.second);
            const double certainty = score * (isClear ? 1 : 0.8);
            m_state.match(pair.first, pair.second, MatchEvidence::Renamed,
                          std::round(roundedScore(certainty * confidenceOf(MatchEvidence::Renamed)) * 100) /
                              100);
            ++found;
        }
        m_state.removeMatched();
        return found > 0;
    }

private:
    struct Ranking {
        double best = 0, second = 0;

        void add(double score) {
            if (score > best)
                second = std::exchange(best, score);
            else
                second = std::max(second, score);
        }
    };

    static CallEdges edgesOf(const MatchedSide& side) {
        std::vector<bool> wanted(side.groups().size());
        for (const auto& row : side.unmatched())
            wanted[row.group.row()] = true;
        return {*side.side().shape, *side.side().weights, wanted};
    }

    std::vector<FrameGroupIndex> functions(const MatchedSide& side) const {
        std::vector<FrameGroupIndex> groups;
        for (const auto& row : side.unmatched()) {
            if (groups.size() == maximumFunctions) break;
            if (side.isFunction(row.group)) groups.push_back(row.group);
        }
        return groups;
    }

    /// Pairs of functions that share a caller, a callee, a file or a name without its scope.
    std::vector<RenamedPair> candidates(LikelyPairs& likely) const {
        std::map<std::pair<int, std::uint64_t>, SharingFunctions> byNeighbour;
        std::map<std::string_view, SharingFunctions> byName, byFile;
        const auto addTexts = [&](const OpenFunction& function, FrameGroupIndex group,
                                  std::vector<FrameGroupIndex> SharingFunctions::*list) {
            if (!function.file.empty()) (byFile[function.file].*list).push_back(group);
            if (!function.lastName.empty()) (byName[function.lastName].*list).push_back(group);
        };
        for (const auto group : functions(m_state.base())) {
            for (const auto& edge : m_baseEdges.callers(group))
                if (const auto key = keyOf(edge.group)) byNeighbour[{0, *key}].base.push_back(group);
            for (const auto& edge : m_baseEdges.callees(group))
                if (const auto key = keyOf(edge.group)) byNeighbour[{1, *key}].base.push_back(group);
            addTexts(m_base.of(group), group, &SharingFunctions::base);
        }
        for (const auto group : functions(m_state.newSide())) {
            for (const auto& edge : m_newEdges.callers(group))
                if (const auto key = newKeyOf(edge.group)) byNeighbour[{0, *key}].newSide.push_back(group);
            for (const auto& edge : m_newEdges.callees(group))
                if (const auto key = newKeyOf(edge.group)) byNeighbour[{1, *key}].newSide.push_back(group);
            addTexts(m_newSide.of(group), group, &SharingFunctions::newSide);
        }
        absl::flat_hash_set<Pair> seen;
        std::vector<RenamedPair> pairs;
        const auto addTo = [&](auto hasEvidence) {
            return [&, hasEvidence](FrameGroupIndex base, FrameGroupIndex newGroup) {
                if (seen.insert({base, newGroup}).second && m_state.isAllowed(base, newGroup) &&
                    m_state.modulesFit(base, newGroup))
                    pairs.push_back({{base, newGroup}, hasEvidence(base, newGroup)});
            };
        };
        const auto addWithEvidence = addTo([](FrameGroupIndex, FrameGroupIndex) { return true; });
        std::vector<SharingFunctions> neighbours;
        for (auto& [key, shared] : byNeighbour)
            neighbours.push_back(std::move(shared));
        likely.forEachOfAll(std::move(neighbours), addWithEvidence);
        for (const auto& [key, shared] : byName)
            likely.forEach(shared, addWithEvidence);
        // Any two functions of a file may have about the same weight.
        for (const auto& [key, shared] : byFile)
            likely.forEach(shared, addTo([this](FrameGroupIndex base, FrameGroupIndex newGroup) {
                               return likenessOfNames(base, newGroup) > minimumNameSimilarity ||
                                      haveSameStart(base, newGroup);
                           }));
        return pairs;
    }

    /// 0 as well if one of them has no name.
    double likenessOfNames(FrameGroupIndex base, FrameGroupIndex newGroup) const {
        const auto &own = m_base.of(base), &other = m_newSide.of(newGroup);
        if (!own.hasName || !other.hasName) return 0;
        // Closures have no last names, which are no likeness then.
        const bool haveLastNames = !own.lastName.empty() && !other.lastName.empty();
        return std::max(nameSimilarity(own.source, other.source),
                        haveLastNames ? nameSimilarity(own.lastName, other.lastName) : 0);
    }

    using Start = std::pair<std::string_view, std::uint32_t>; // file, line

    /// Where functions of several names begin, of those starts that functions without a partner have.
    /// Instances of one template, and parts of one function, have one name.
    static absl::flat_hash_set<Start> sharedStarts(const MatchedSide& side) {
        absl::flat_hash_map<Start, std::optional<std::string>> names;
        for (const auto& row : side.unmatched())
            if (side.isFunction(row.group))
                names.try_emplace({side.fileName(row.group), side.startLine(row.group)});
        absl::flat_hash_set<Start> shared;
        for (std::size_t number = 0; number < side.groups().size(); ++number) {
            const FrameGroupIndex group(number);
            if (!side.isFunction(group)) continue;
            const auto found = names.find({side.fileName(group), side.startLine(group)});
            if (found == names.end() || shared.contains(found->first)) continue;
            auto name = sourceName(nameStem(side.name(group)));
            if (!found->second)
                found->second = std::move(name);
            else if (*found->second != name)
                shared.insert(found->first);
        }
        return shared;
    }

    /// Whether two functions of one file begin in the same line, and no others do. The first line is no
    /// evidence: scripts without line breaks have all functions there.
    bool haveSameStart(FrameGroupIndex base, FrameGroupIndex newGroup) const {
        const auto &own = m_base.of(base), &other = m_newSide.of(newGroup);
        return own.startLine > 1 && own.startLine == other.startLine &&
               !m_sharedStarts[0].contains({own.file, own.startLine}) &&
               !m_sharedStarts[1].contains({other.file, other.startLine});
    }

    /// A number for the neighbour, equal for both sides; none for one without a partner.
    std::optional<std::uint64_t> keyOf(FrameGroupIndex base) const {
        if (!base) return std::nullopt; // that both begin stacks is no evidence
        if (m_state.base().partner(base)) return base.row();
        return std::nullopt;
    }
    std::optional<std::uint64_t> newKeyOf(FrameGroupIndex newGroup) const {
        const auto partner = newGroup ? m_state.newSide().partner(newGroup) : FrameGroupIndex();
        return partner ? std::optional<std::uint64_t>(partner.row()) : std::nullopt;
    }

    double scoreOf(FrameGroupIndex base, FrameGroupIndex newGroup) const {
        const auto& baseRow = *m_state.base().rowOf(base);
        const auto& newRow = *m_state.newSide().rowOf(newGroup);
        Score score;
        score.add(0.3, overlap(m_baseEdges.callers(base), m_newEdges.callers(newGroup), 0, 0));
        score.add(
            0.2, overlap(m_baseEdges.callees(base), m_newEdges.callees(newGroup), baseRow.self, newRow.self));
        const auto &own = m_base.of(base), &other = m_newSide.of(newGroup);
        score.add(0.2, ratioOf(own.share, other.share));
        if (own.hasName && other.hasName) score.add(0.2, likenessOfNames(base, newGroup));
        if (own.file.empty() || other.file.empty()) return score.mean();
        const auto line = own.startLine, otherLine = other.startLine;
        const double distance = line != 0 && otherLine != 0
                                    ? std::abs(static_cast<double>(line) - static_cast<double>(otherLine))
                                    : 0;
        score.add(0.15, own.file == other.file ? 1 / (1 + distance / 100) : 0);
        return score.mean();
    }

    /// The part of two functions' weight that has the same callers, or goes to the same callees and the
    /// function itself. Of what has no partner, half is taken for equal.
    double overlap(std::span<const CallEdges::Edge> base, std::span<const CallEdges::Edge> newSide,
                   std::int64_t baseSelf, std::int64_t newSelf) const {
        double baseSum = shareOf(baseSelf, 1), newSum = shareOf(newSelf, 1);
        for (const auto& edge : base)
            baseSum += static_cast<double>(edge.weight);
        for (const auto& edge : newSide)
            newSum += static_cast<double>(edge.weight);
        if (baseSum == 0 || newSum == 0) return baseSum == newSum ? 1 : 0;
        double common = std::min(shareOf(baseSelf, 1) / baseSum, shareOf(newSelf, 1) / newSum);
        absl::flat_hash_map<FrameGroupIndex, double> own; // the base side's partners
        double openBase = 0, openNew = 0;
        for (const auto& edge : base) {
            const double share = static_cast<double>(edge.weight) / baseSum;
            if (!edge.group || m_state.base().partner(edge.group))
                own[edge.group] += share;
            else
                openBase += share;
        }
        for (const auto& edge : newSide) {
            const double share = static_cast<double>(edge.weight) / newSum;
            const auto partner = edge.group ? m_state.newSide().partner(edge.group) : FrameGroupIndex();
            if (edge.group && !partner) {
                openNew += share;
                continue;
            }
            if (const auto found = own.find(partner); found != own.end())
                common += std::min(found->second, share);
        }
        return std::min(common + std::min(openBase, openNew) / 2, 1.0);
    }

    MatchState& m_state;
    TextNumbers m_numbers;
    OpenFunctions m_base, m_newSide;
    CallEdges m_baseEdges, m_newEdges;
    std::array<absl::flat_hash_set<Start>, 2> m_sharedStarts; // of base and of new
};

} // namespace

void matchRenamed(MatchState& state) {
    if (!state.base().side().shape || !state.newSide().side().shape) return;
    if (state.base().unmatched().empty() || state.newSide().unmatched().empty()) return;
    RenamedMatcher matcher(state);
    for (int round = 0; round < maximumRounds && matcher.round(); ++round) {
    }
}

} // namespace candela
