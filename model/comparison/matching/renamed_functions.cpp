#include "model/comparison/matching/renamed_functions.h"

#include "model/comparison/matching/likely_pairs.h"
#include "model/comparison/matching/open_functions.h"
#include "model/comparison/matching/pair_scores.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace candela {

namespace {

/// Below this, two functions are not similar; and the best candidate is better than the next one by so much.
constexpr double minimumScore = 0.7, minimumLead = 0.05;
/// With code and position there is more that has to fit, and that other options of the compiler change.
constexpr double minimumScoreByCode = 0.5;
/// Functions that have this part of their words in common, and less with others, may be one.
constexpr float minimumWords = 0.5F;
/// A lead that leaves no doubt.
constexpr double clearLead = 0.2;
/// The heaviest functions, which are looked at.
constexpr std::size_t maximumFunctions = 4000;
constexpr int maximumRounds = 4;

/// Numbers of two functions in this round.
struct RenamedPair {
    std::uint16_t base = 0, newFunction = 0;
    /// Whether more than file and weight shows that the two may be one function. Without it, the pair only
    /// takes the lead from others.
    bool hasEvidence = true;
    bool isByCode = false; ///< PairScores::Score::areComparedByCode
    float words = 0;       ///< PairScores::wordsInCommon()
    double score = 0;
};
static_assert(maximumFunctions < 1 << 16);

/// The functions of one side in a round, heaviest first.
class RoundSide {
public:
    explicit RoundSide(const MatchedSide& side) : m_numberOf(side.groups().size()) {
        for (const auto& row : side.unmatched()) {
            if (m_groups.size() == maximumFunctions) break;
            if (!side.isFunction(row.group)) continue;
            m_numberOf[row.group.row()] = static_cast<std::uint16_t>(m_groups.size());
            m_groups.push_back(row.group);
        }
    }
    const std::vector<FrameGroupIndex>& groups() const { return m_groups; }
    std::uint16_t numberOf(FrameGroupIndex group) const { return m_numberOf[group.row()]; }

private:
    std::vector<FrameGroupIndex> m_groups;
    std::vector<std::uint16_t> m_numberOf; // by group
};

/// Pairs of a round in the order in which they were found, each once.
class FoundPairs {
public:
    FoundPairs(const MatchState& state, const RoundSide& base, const RoundSide& newSide)
        : m_state(state), m_base(base), m_newSide(newSide),
          m_isSeen(base.groups().size() * newSide.groups().size()) {}

    void add(FrameGroupIndex base, FrameGroupIndex newGroup, bool hasEvidence) {
        const auto own = m_base.numberOf(base), other = m_newSide.numberOf(newGroup);
        const auto at = own * m_newSide.groups().size() + other;
        if (m_isSeen[at]) return;
        m_isSeen[at] = true;
        if (m_state.isAllowed(base, newGroup) && m_state.modulesFit(base, newGroup))
            pairs.push_back({own, other, hasEvidence});
    }

    std::vector<RenamedPair> pairs;

private:
    const MatchState& m_state;
    const RoundSide& m_base;
    const RoundSide& m_newSide;
    std::vector<bool> m_isSeen; // by both numbers
};

class RenamedMatcher {
public:
    explicit RenamedMatcher(MatchState& state)
        : m_state(state), m_base(state.base(), m_numbers, m_letters),
          m_newSide(state.newSide(), m_numbers, m_letters),
          m_scores(state, m_base, m_newSide, m_numbers, m_letters) {}

    /// False if nothing new was found.
    bool round() {
        const RoundSide base(m_state.base()), newSide(m_state.newSide());
        m_scores.begin(base.groups(), newSide.groups());
        LikelyPairs likely(m_base, m_newSide);
        auto pairs = candidates(likely, base, newSide);
        addScores(pairs, base.groups().size(), newSide.groups().size());
        std::vector<Ranking> ofBase(base.groups().size()), ofNew(newSide.groups().size());
        for (const auto& pair : pairs) {
            ofBase[pair.base].add(pair.score);
            ofNew[pair.newFunction].add(pair.score);
        }
        std::size_t found = 0;
        for (const auto& pair : pairs) {
            const auto& own = ofBase[pair.base];
            const auto& other = ofNew[pair.newFunction];
            const double score = pair.score;
            const double minimum = pair.isByCode ? minimumScoreByCode : minimumScore;
            if (!pair.hasEvidence || score < minimum || score < own.best || score < other.best) continue;
            const double lead = roundedScore(score - std::max(own.second, other.second));
            if (lead < minimumLead) continue;
            const auto group = base.groups()[pair.base], newGroup = newSide.groups()[pair.newFunction];
            // A pair that was not compared might be better.
            const bool isClear = lead >= clearLead && !likely.isPartlyCompared(group, newGroup);
            const double certainty = score * (isClear ? 1 : 0.8);
            m_state.match(group, newGroup, MatchEvidence::Renamed,
                          std::round(roundedScore(certainty * confidenceOf(MatchEvidence::Renamed)) * 100) /
                              100);
            ++found;
        }
        m_state.removeMatched();
        return found > 0;
    }

private:
    void addScores(std::vector<RenamedPair>& pairs, std::size_t baseFunctions, std::size_t newFunctions) {
        std::vector<float> mostOfBase(baseFunctions), mostOfNew(newFunctions);
        forEachByBase(pairs, baseFunctions, [&](RenamedPair& pair) {
            pair.words = static_cast<float>(m_scores.wordsInCommon(pair.newFunction));
            mostOfBase[pair.base] = std::max(mostOfBase[pair.base], pair.words);
            mostOfNew[pair.newFunction] = std::max(mostOfNew[pair.newFunction], pair.words);
        });
        forEachByBase(pairs, baseFunctions, [&](RenamedPair& pair) {
            const auto most = std::max(mostOfBase[pair.base], mostOfNew[pair.newFunction]);
            const auto words = most < minimumWords ? PairScores::Words::Undecided
                               : pair.words == most && mostOfBase[pair.base] == mostOfNew[pair.newFunction]
                                   ? PairScores::Words::Shared
                                   : PairScores::Words::Elsewhere;
            const auto score = m_scores.of(pair.newFunction, words, static_cast<double>(pair.words));
            pair.score = score.mean;
            pair.hasEvidence |= score.haveSimilarNameOrStart;
            pair.isByCode = score.areComparedByCode;
        });
    }

    /// Visits the pairs of one base function after those of another, which is selected.
    template<typename Visit>
    void forEachByBase(std::vector<RenamedPair>& pairs, std::size_t baseFunctions, Visit&& visit) {
        std::vector<std::uint32_t> begins(baseFunctions + 1);
        for (const auto& pair : pairs)
            ++begins[pair.base + std::size_t{1}];
        for (std::size_t number = 0; number < baseFunctions; ++number)
            begins[number + 1] += begins[number];
        std::vector<std::uint32_t> byBase(pairs.size());
        auto next = begins;
        for (std::size_t row = 0; row < pairs.size(); ++row)
            byBase[next[pairs[row].base]++] = static_cast<std::uint32_t>(row);
        for (std::size_t number = 0; number < baseFunctions; ++number) {
            if (begins[number] == begins[number + 1]) continue;
            m_scores.select(number);
            for (auto row = begins[number]; row < begins[number + 1]; ++row)
                visit(pairs[byBase[row]]);
        }
    }

    /// Pairs of functions that share a caller, a callee, a file or a name without its scope.
    std::vector<RenamedPair> candidates(LikelyPairs& likely, const RoundSide& base,
                                        const RoundSide& newSide) const {
        FoundPairs found(m_state, base, newSide);
        const auto addWithEvidence = [&](FrameGroupIndex own, FrameGroupIndex other) {
            found.add(own, other, true);
        };
        likely.forEachOfAll(sharingNeighbours(base, newSide), addWithEvidence);
        for (const auto& [name, shared] : sharingText(base, newSide, &OpenFunction::lastName))
            likely.forEach(shared, addWithEvidence);
        // Any two functions of a file may have about the same weight.
        for (const auto& [file, shared] : sharingText(base, newSide, &OpenFunction::file))
            likely.forEach(shared,
                           [&](FrameGroupIndex own, FrameGroupIndex other) { found.add(own, other, false); });
        return std::move(found.pairs);
    }

    /// A list for each caller and each callee that has a partner. That two functions begin stacks is no
    /// evidence.
    std::vector<SharingFunctions> sharingNeighbours(const RoundSide& base, const RoundSide& newSide) const {
        std::vector<SharingFunctions> lists;
        const std::size_t pairs = m_scores.noCaller();
        std::vector<std::uint32_t> ofCaller(pairs), ofCallee(pairs); // one more than the list; 0: none
        const auto listOf = [&](std::uint32_t& number) -> SharingFunctions& {
            if (number == 0) {
                lists.emplace_back();
                number = static_cast<std::uint32_t>(lists.size());
            }
            return lists[number - 1];
        };
        const auto add = [&](std::size_t side, const RoundSide& functions,
                             std::vector<FrameGroupIndex> SharingFunctions::*list) {
            for (std::size_t number = 0; number < functions.groups().size(); ++number) {
                const auto group = functions.groups()[number];
                for (const auto& caller : m_scores.callers(side, number))
                    if (caller.pair != pairs) (listOf(ofCaller[caller.pair]).*list).push_back(group);
                for (const auto& callee : m_scores.callees(side, number))
                    (listOf(ofCallee[callee.pair]).*list).push_back(group);
            }
        };
        add(0, base, &SharingFunctions::base);
        add(1, newSide, &SharingFunctions::newSide);
        return lists;
    }

    std::map<std::string_view, SharingFunctions> sharingText(const RoundSide& base, const RoundSide& newSide,
                                                             std::string_view OpenFunction::*text) const {
        std::map<std::string_view, SharingFunctions> lists;
        for (const auto group : base.groups())
            if (const auto& own = m_base.of(group).*text; !own.empty()) lists[own].base.push_back(group);
        for (const auto group : newSide.groups())
            if (const auto found = lists.find(m_newSide.of(group).*text); found != lists.end())
                found->second.newSide.push_back(group);
        std::erase_if(lists, [](const auto& list) { return list.second.newSide.empty(); });
        return lists;
    }

    MatchState& m_state;
    TextNumbers m_numbers;
    LetterPairs m_letters;
    OpenFunctions m_base, m_newSide;
    PairScores m_scores;
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
