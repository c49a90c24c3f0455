#include "model/comparison/matching/machine_code/matched_code.h"

#include "model/comparison/matching/machine_code/code_comparison.h"
#include "model/comparison/matching/pair_scores.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace candela {

namespace {

/// Functions that are equal and have so many are one without doubt.
constexpr std::size_t clearInstructions = 12;
/// Below these, two functions are not similar; and the best candidate is better than the next one by so much.
constexpr double minimumLikeness = 0.08, minimumCodeScore = 0.45, minimumCodeLead = 0.06;
/// Of functions that are the only ones between two pairs: others may be there that were not sampled.
constexpr double minimumLikenessBetween = 0.04, certaintyBetween = 0.6;
/// A lead that leaves no doubt.
constexpr double clearCodeLead = 0.2;
/// A trait of more functions shows little about one of them.
constexpr std::size_t maximumSharers = 24;
constexpr int maximumCodeRounds = 12;

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
        for (int round = 0; round < maximumCodeRounds && (matchSimilar() || matchBetween()); ++round) {
        }
    }

private:
    using Row = CodeComparison::Row;
    using RowPairs = std::vector<std::pair<Row, Row>>; ///< of base and new
    struct Pair {
        Row base = 0, newRow = 0;
        double likeness = 0, score = 0;
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

    /// Functions whose code is the same but for addresses, if only one on each side has it. Instances of a
    /// template may differ only in what they call.
    void matchEqual() {
        std::map<std::pair<std::size_t, std::uint64_t>, std::array<std::vector<Row>, 2>> equal;
        for (std::size_t side = 0; side < 2; ++side)
            for (const auto row : openRows(side))
                if (const auto& print = printOf(side, row); print.whole)
                    equal[{print.instructions, *print.whole}][side].push_back(row);
        RowPairs pairs;
        for (const auto& [code, rows] : equal) {
            const auto& [base, newSide] = rows;
            if (base.size() != 1 || newSide.size() != 1 || code.first < clearInstructions) continue;
            if (mayMatch(base.front(), newSide.front())) pairs.emplace_back(base.front(), newSide.front());
        }
        // The order of hashes differs from run to run.
        std::ranges::sort(pairs);
        for (const auto& [base, newRow] : withoutOtherCallees(pairs))
            match(base, newRow, 1);
        finishRound();
    }

    /// The pairs that call what belongs together if the others are right. A wrong pair makes its callers
    /// look wrong: these return once it is gone.
    RowPairs withoutOtherCallees(const RowPairs& all) const {
        auto kept = all;
        for (const bool isReturn : {false, true, false}) {
            const auto partners = partnersWith(kept);
            kept = isReturn ? all : kept;
            std::erase_if(
                kept, [&](const auto& pair) { return m_code.callOthers(pair.first, pair.second, partners); });
        }
        return kept;
    }

    std::array<std::vector<Row>, 2> partnersWith(const RowPairs& pairs) const {
        std::array partners{m_code.partners(0), m_code.partners(1)};
        for (const auto& [base, newRow] : pairs) {
            partners[0][base] = newRow;
            partners[1][newRow] = base;
        }
        return partners;
    }

    void finishRound() {
        m_state.removeMatched();
        m_code.update();
    }

    /// The open functions that have a trait, for all traits, one after the other.
    struct Sharers {
        std::vector<std::uint32_t> begin; ///< by trait, and one more
        std::vector<Row> rows;

        std::span<const Row> of(std::size_t trait) const {
            return std::span(rows).subspan(begin[trait], begin[trait + 1] - begin[trait]);
        }
    };

    Sharers sharersOf(std::size_t side, const std::vector<Row>& open) const {
        Sharers sharers;
        sharers.begin.resize(m_code.traits() + 1);
        for (const auto row : open)
            for (const auto& trait : printOf(side, row).traits)
                ++sharers.begin[trait.trait + 1];
        std::partial_sum(sharers.begin.begin(), sharers.begin.end(), sharers.begin.begin());
        sharers.rows.resize(sharers.begin.back());
        auto next = sharers.begin;
        for (const auto row : open)
            for (const auto& trait : printOf(side, row).traits)
                sharers.rows[next[trait.trait]++] = row;
        return sharers;
    }

    /// Calls visit(base, newRow) for pairs that have a trait in common that few others have, once each.
    void visitCandidates(auto&& visit) const {
        const auto open = openRows(0);
        const auto base = sharersOf(0, open), newSide = sharersOf(1, openRows(1));
        std::vector<Row> visitedBy(m_code.prints(1).all().size(), CodeComparison::none);
        for (const auto own : open) {
            for (const auto& trait : printOf(0, own).traits) {
                const auto others = newSide.of(trait.trait);
                if (others.size() > maximumSharers || base.of(trait.trait).size() > maximumSharers) continue;
                for (const auto other : others)
                    if (std::exchange(visitedBy[other], own) != own && mayMatch(own, other))
                        visit(own, other);
            }
        }
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
        pair.score = roundedScore(sum / weights);
    }

    /// False if nothing new was found.
    bool matchSimilar() {
        std::vector<Pair> pairs;
        std::vector<Ranking> ofBase(m_code.prints(0).all().size()), ofNew(m_code.prints(1).all().size());
        visitCandidates([&](Row base, Row newRow) {
            Pair pair{base, newRow};
            score(pair);
            ofBase[base].add(pair.score);
            ofNew[newRow].add(pair.score);
            if (pair.score >= minimumCodeScore) pairs.push_back(pair);
        });
        bool isAny = false;
        for (const auto& pair : pairs) {
            const auto &own = ofBase[pair.base], &other = ofNew[pair.newRow];
            if (pair.score < own.best || pair.score < other.best) continue;
            const double lead = roundedScore(pair.score - std::max(own.second, other.second));
            if (lead < minimumCodeLead) continue;
            match(pair.base, pair.newRow, pair.score * (lead >= clearCodeLead ? 1 : 0.8));
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
            const bool isOneModule =
                base[row - 1].file == base[row + 1].file && newSide[before].file == newSide[after].file;
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
