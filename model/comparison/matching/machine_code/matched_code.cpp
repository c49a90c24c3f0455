#include "model/comparison/matching/machine_code/matched_code.h"

#include "model/comparison/matching/machine_code/code_comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace candela {

namespace {

/// Shorter functions are not compared; those that are equal and have so many are one without doubt.
constexpr std::size_t minimumInstructions = 4, clearInstructions = 12;
/// Below these, two functions are not similar; and the best candidate is better than the next one by so much.
constexpr double minimumLikeness = 0.08, minimumScore = 0.45, minimumLead = 0.06;
/// Of functions that are the only ones between two pairs: others may be there that were not sampled.
constexpr double minimumLikenessBetween = 0.04, certaintyBetween = 0.6;
/// A lead that leaves no doubt.
constexpr double clearLead = 0.2;
/// A trait of more functions shows little about one of them.
constexpr std::size_t maximumSharers = 24;
constexpr int maximumRounds = 12;

bool isAnyNameless(const MatchedSide& side) {
    return std::ranges::any_of(side.unmatched(), [&](const GroupWeight& row) {
        return side.isFunction(row.group) && side.isStart(row.group);
    });
}

class CodeMatcher {
public:
    CodeMatcher(MatchState& state, CodeComparison& code) : m_state(state), m_code(code) {}

    void run() {
        matchEqual();
        for (int round = 0; round < maximumRounds && (matchSimilar() || matchBetween()); ++round) {
        }
    }

private:
    using Row = CodeComparison::Row;
    struct Pair {
        Row base = 0, newRow = 0;
        double likeness = 0, score = 0;
    };
    struct Best {
        double first = 0, second = 0;
        void add(double score) {
            if (score > first)
                second = std::exchange(first, score);
            else
                second = std::max(second, score);
        }
    };

    const CodePrint& printOf(std::size_t side, Row row) const { return m_code.prints(side).all()[row]; }
    std::vector<Row> openRows(std::size_t side) const {
        const auto& matched = side == 0 ? m_state.base() : m_state.newSide();
        const auto prints = m_code.prints(side).all();
        std::vector<Row> rows;
        for (Row row = 0; row < prints.size(); ++row)
            if (prints[row].instructions >= minimumInstructions && !matched.partner(prints[row].group))
                rows.push_back(row);
        return rows;
    }

    bool mayMatch(Row base, Row newRow) const {
        const auto own = printOf(0, base).group, other = printOf(1, newRow).group;
        return (m_state.base().isStart(own) || m_state.newSide().isStart(other)) &&
               m_state.isAllowed(own, other) && m_state.modulesFit(own, other);
    }

    void match(Row base, Row newRow, double certainty) {
        const double confidence = std::min(certainty, 1.0) * confidenceOf(MatchEvidence::Code);
        m_state.match(printOf(0, base).group, printOf(1, newRow).group, MatchEvidence::Code,
                      std::round(confidence * 100) / 100);
    }

    /// Functions whose code is the same but for addresses, if only one on each side has it.
    void matchEqual() {
        std::map<std::pair<std::size_t, std::uint64_t>, std::array<std::vector<Row>, 2>> equal;
        for (std::size_t side = 0; side < 2; ++side)
            for (const auto row : openRows(side))
                equal[{printOf(side, row).instructions, printOf(side, row).whole}][side].push_back(row);
        for (const auto& [code, rows] : equal) {
            const auto& [base, newSide] = rows;
            if (base.size() != 1 || newSide.size() != 1 || code.first < clearInstructions) continue;
            if (mayMatch(base.front(), newSide.front())) match(base.front(), newSide.front(), 1);
        }
        finishRound();
    }

    void finishRound() {
        m_state.removeMatched();
        m_code.update();
    }

    /// Pairs that have a trait in common that few others have.
    std::vector<Pair> candidates() {
        std::array<std::vector<std::vector<Row>>, 2> byTrait;
        for (std::size_t side = 0; side < 2; ++side) {
            byTrait[side].resize(m_code.traits());
            for (const auto row : openRows(side))
                for (const auto& trait : printOf(side, row).traits)
                    byTrait[side][trait.trait].push_back(row);
        }
        std::vector<std::pair<Row, Row>> sharing;
        for (std::size_t trait = 0; trait < m_code.traits(); ++trait) {
            const auto &base = byTrait[0][trait], &newSide = byTrait[1][trait];
            if (base.size() > maximumSharers || newSide.size() > maximumSharers) continue;
            for (const auto own : base)
                for (const auto other : newSide)
                    sharing.emplace_back(own, other);
        }
        std::ranges::sort(sharing);
        const auto repeated = std::ranges::unique(sharing);
        sharing.erase(repeated.begin(), repeated.end());
        std::vector<Pair> pairs;
        for (const auto& [own, other] : sharing)
            if (mayMatch(own, other)) pairs.push_back({own, other});
        return pairs;
    }

    void score(Pair& pair) {
        pair.likeness = m_code.likeness(pair.base, pair.newRow);
        if (pair.likeness < minimumLikeness) return;
        double sum = 0, weights = 0;
        const auto add = [&](double weight, double value) {
            if (value < 0) return;
            sum += weight * value;
            weights += weight;
        };
        add(0.6, pair.likeness);
        add(0.15, m_code.callees(pair.base, pair.newRow));
        add(0.15, m_code.callers(pair.base, pair.newRow));
        add(0.3, m_code.order(pair.base, pair.newRow));
        pair.score = std::round(sum / weights * 1e6) / 1e6;
    }

    /// False if nothing new was found.
    bool matchSimilar() {
        auto pairs = candidates();
        std::vector<Best> ofBase(m_code.prints(0).all().size()), ofNew(m_code.prints(1).all().size());
        for (auto& pair : pairs) {
            score(pair);
            ofBase[pair.base].add(pair.score);
            ofNew[pair.newRow].add(pair.score);
        }
        bool isAny = false;
        for (const auto& pair : pairs) {
            const auto &own = ofBase[pair.base], &other = ofNew[pair.newRow];
            if (pair.score < minimumScore || pair.score < own.first || pair.score < other.first) continue;
            const double lead = pair.score - std::max(own.second, other.second);
            if (lead < minimumLead) continue;
            match(pair.base, pair.newRow, pair.score * (lead >= clearLead ? 1 : 0.8));
            isAny = true;
        }
        finishRound();
        return isAny;
    }

    /// Functions that are the only ones between two pairs in the order of the file, on both sides. False if
    /// nothing new was found.
    bool matchBetween() {
        const auto base = m_code.prints(0).all(), newSide = m_code.prints(1).all();
        bool isAny = false;
        for (Row row = 1; row + 1 < base.size(); ++row) {
            const auto before = m_code.partner(0, row - 1), after = m_code.partner(0, row + 1);
            if (before == CodeComparison::none || after != before + 2) continue;
            const auto other = before + 1;
            const bool isOpen =
                !m_state.base().partner(base[row].group) && !m_state.newSide().partner(newSide[other].group);
            const bool isOneModule = base[row - 1].module == base[row + 1].module &&
                                     newSide[before].module == newSide[after].module;
            if (!isOpen || !isOneModule || !mayMatch(row, other)) continue;
            if (m_code.likeness(row, other) < minimumLikenessBetween) continue;
            match(row, other, certaintyBetween);
            isAny = true;
        }
        finishRound();
        return isAny;
    }

    MatchState& m_state;
    CodeComparison& m_code;
};

} // namespace

void matchCode(MatchState& state) {
    for (auto* side : {&state.base(), &state.newSide()})
        if (side->profile().code.empty()) return;
    if (!isAnyNameless(state.base()) && !isAnyNameless(state.newSide())) return;
    state.code = std::make_shared<CodeComparison>(state);
    CodeMatcher(state, *state.code).run();
}

} // namespace candela
