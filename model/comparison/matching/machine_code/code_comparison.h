/// How much alike two functions are by their machine code, by what they call, and by where they are in the
/// file: compilers and linkers keep the order of functions, even if some of them changed.
#pragma once

#include "model/comparison/matching/machine_code/code_prints.h"
#include "model/comparison/matching/match_state.h"

#include <absl/container/flat_hash_map.h>

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace candela {

class CodeComparison {
public:
    using Row = std::uint32_t; ///< of a print; CodePrints::none
    static constexpr Row none = CodePrints::none;

    /// Of the functions of the state that are open now. Refers to the state.
    explicit CodeComparison(MatchState& state);

    const CodePrints& prints(std::size_t side) const { return m_prints[side]; }
    std::size_t traits() const { return m_traits.size(); }

    /// To be called after functions were matched: these show where the others are.
    void update();

    /// The rows of the partners of a side's functions, or none.
    const std::vector<Row>& partners(std::size_t side) const { return m_partners[side]; }
    /// The row of the function's partner, or none.
    Row partner(std::size_t side, Row row) const { return m_partners[side][row]; }
    /// The part of their code that two functions have in common, 0 to 1. What many functions have counts
    /// less.
    double likeness(Row base, Row newRow);
    /// Whether two functions of equal code call others: one has a partner that the other one does not call in
    /// the same position. Partners are rows by row of the base and of new, or none.
    bool callOthers(Row base, Row newRow, const std::array<std::vector<Row>, 2>& partners) const;
    /// How well the two are at the same position between functions that belong together, 0 to 1.
    double order(Row base, Row newRow) const;
    /// The part of the calls of both that lead to, or come from, functions that belong together; negative if
    /// none of them has a partner.
    double callees(Row base, Row newRow) const {
        return commonCalls(m_callees[0][base], m_callees[1][newRow]);
    }
    double callers(Row base, Row newRow) const {
        return commonCalls(m_callers[0][base], m_callers[1][newRow]);
    }

private:
    using Rows = std::vector<Row>;
    /// The nearest function with a partner before or after a function in the order of the file.
    struct Anchor {
        Row own = none, other = none; ///< rows of both sides
    };
    struct Around {
        Anchor before, after;
    };

    void weighTraits();
    void linkCalls(std::size_t side);
    std::vector<Around> aroundOf(std::size_t side) const;
    double orderOn(std::size_t side, Row row, Row other) const;
    double commonCalls(const Rows& base, const Rows& newSide) const;

    MatchState& m_state;
    CodeTraits m_traits;
    std::array<CodePrints, 2> m_prints;
    std::vector<double> m_weights;                         // by trait
    std::array<std::vector<double>, 2> m_sums;             // by print: the weight of all of its traits
    std::array<std::vector<Rows>, 2> m_callees, m_callers; // by print
    // By print, after update(): the partner's row, and what is around it.
    std::array<Rows, 2> m_partners;
    std::array<std::vector<Around>, 2> m_around;
    absl::flat_hash_map<std::pair<Row, Row>, double> m_likeness;
};

} // namespace candela
