/// How much alike two functions without a partner are. What one function is compared by is looked up once for
/// all of its pairs.
#pragma once

#include "model/comparison/matching/call_edges.h"
#include "model/comparison/matching/name_forms.h"
#include "model/comparison/matching/open_functions.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace candela {

/// Scores are compared in steps, so that rounding does not decide.
double roundedScore(double score);

/// The best scores of one function.
struct Ranking {
    double best = 0, second = 0;

    void add(double score) {
        if (score > best)
            second = std::exchange(best, score);
        else
            second = std::max(second, score);
    }
};

class PairScores {
public:
    /// Refers to the functions, and to the numbers of their texts and letter pairs.
    PairScores(MatchState& state, const OpenFunctions& base, const OpenFunctions& newSide,
               const TextNumbers& texts, const LetterPairs& letters);

    /// The functions of the pairs that follow, with the partners that their callers and callees have now.
    void begin(std::span<const FrameGroupIndex> base, std::span<const FrameGroupIndex> newSide);
    /// The base function of the pairs that follow: its position in the span.
    void select(std::size_t base);

    /// The part of their words that the selected and another function have in common, 0 to 1. A word counts
    /// the less, the more functions of a span have it: of "handle_move_event" that is now
    /// "process_move_event" among many events, "move" counts.
    double wordsInCommon(std::size_t newNumber) const;
    enum class Words {
        Undecided,
        Shared,    ///< both functions have most words in common with each other
        Elsewhere, ///< one of them has most words in common with a third function
    };

    struct Score {
        double mean = 0; ///< of callers, callees, weight, names and files: 0 to 1
        /// Half of their letter pairs or the first line, of functions of one file.
        bool haveSimilarNameOrStart = false;
        bool areComparedByCode = false; ///< because one of them has no name
    };
    /// `wordsInCommon` is that of the pair.
    Score of(std::size_t newNumber, Words words, double wordsInCommon) const;

    struct Neighbour {
        std::uint32_t pair = 0; ///< the row of the base group of its pair, or noCaller()
        double share = 0;       ///< of all weight of the neighbours and the function itself
    };
    /// The callers or callees that have a partner, heaviest first, and that a function has none. `side` is 0
    /// for base and 1 for new.
    std::span<const Neighbour> callers(std::size_t side, std::size_t number) const {
        return m_sides[side].callers[number].known;
    }
    std::span<const Neighbour> callees(std::size_t side, std::size_t number) const {
        return m_sides[side].callees[number].known;
    }
    std::uint32_t noCaller() const { return m_noCaller; }

private:
    /// Where the weight of a function comes from, or goes to.
    struct Neighbours {
        std::vector<Neighbour> known;
        double self = 0, open = 0; ///< shares of the function itself, and of neighbours without a partner
        bool isEmpty = true;       ///< nothing has any weight
    };
    struct Side {
        MatchedSide& side;
        const OpenFunctions& open;
        CallEdges edges;
        std::vector<const OpenFunction*> functions; ///< those of begin()
        std::vector<std::uint32_t> codeRows;        ///< of their code prints; CodePrints::none
        std::vector<Neighbours> callers, callees;
    };
    /// The shares of one function's neighbours, by pair.
    class Shares {
    public:
        explicit Shares(std::size_t pairs) : m_shares(pairs, absent) {}
        /// The neighbours are not looked at after their round.
        void set(const Neighbours& neighbours);
        /// The part of two functions' weight that has the same neighbours. Of what has no partner, half is
        /// taken for equal.
        double overlap(const Neighbours& other) const;

    private:
        static constexpr double absent = -1;
        const Neighbours* m_neighbours = nullptr;
        std::vector<std::uint32_t> m_set; // the pairs that have a share
        std::vector<double> m_shares;     // by pair
    };

    void findCode(std::size_t side, std::span<const FrameGroupIndex> groups);
    void weighWords();
    static CallEdges edgesOf(const MatchedSide& side);
    Neighbours neighboursOf(std::size_t side, std::span<const CallEdges::Edge> edges,
                            std::int64_t self) const;
    void fill(std::size_t side, std::span<const FrameGroupIndex> groups);

    MatchState& m_state;
    std::array<Side, 2> m_sides; // base and new
    std::uint32_t m_noCaller;
    const TextNumbers& m_texts;
    const LetterPairs& m_letters;
    std::vector<double> m_wordWeights;    // by the number of the text
    const OpenFunction* m_base = nullptr; // the selected one
    std::uint32_t m_baseCode = 0;         // its row of the code prints
    ComparedName m_source, m_last;
    Shares m_callers, m_callees;
};

} // namespace candela
