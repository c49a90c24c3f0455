#include "model/comparison/matching/pair_scores.h"

#include "model/comparison/matching/machine_code/code_comparison.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace candela {

namespace {

/// Names that are more alike than this, half of their letter pairs, are evidence by themselves.
constexpr double minimumNameSimilarity = 0.5;
/// Other options of the compiler may change half of a function's code.
constexpr double fullLikeness = 2.5;

double ratioOf(double left, double right) {
    const double larger = std::max(left, right);
    return larger == 0 ? 1 : std::min(left, right) / larger;
}

/// A mean of what is known about a pair.
class WeighedMean {
public:
    void add(double weight, double likeness) {
        m_weight += weight;
        m_sum += weight * likeness;
    }
    double mean() const { return roundedScore(m_sum / m_weight); }

private:
    double m_weight = 0, m_sum = 0;
};

/// Whether two functions of one file begin in the same line, and no others do.
bool haveSameStart(const OpenFunction& base, const OpenFunction& newFunction) {
    return base.startsAlone && newFunction.startsAlone && base.startLine == newFunction.startLine;
}

} // namespace

double roundedScore(double score) {
    return std::round(score * 1e6) / 1e6;
}

PairScores::PairScores(MatchState& state, const OpenFunctions& base, const OpenFunctions& newSide,
                       const TextNumbers& texts, const LetterPairs& letters)
    : m_state(state), m_sides{Side{state.base(), base, edgesOf(state.base()), {}, {}, {}, {}},
                              Side{state.newSide(), newSide, edgesOf(state.newSide()), {}, {}, {}, {}}},
      m_noCaller(static_cast<std::uint32_t>(state.base().groups().size())), m_texts(texts),
      m_letters(letters), m_callers(m_noCaller + 1), m_callees(m_noCaller + 1) {}

CallEdges PairScores::edgesOf(const MatchedSide& side) {
    std::vector<bool> wanted(side.groups().size());
    for (const auto& row : side.unmatched())
        wanted[row.group.row()] = true;
    return {*side.side().shape, *side.side().weights, wanted};
}

PairScores::Neighbours PairScores::neighboursOf(std::size_t side, std::span<const CallEdges::Edge> edges,
                                                std::int64_t self) const {
    const double ownWeight = std::abs(static_cast<double>(self));
    double sum = ownWeight;
    for (const auto& edge : edges)
        sum += static_cast<double>(edge.weight);
    Neighbours neighbours;
    if (sum == 0) return neighbours;
    neighbours.isEmpty = false;
    neighbours.self = ownWeight / sum;
    for (const auto& edge : edges) {
        const double share = static_cast<double>(edge.weight) / sum;
        const auto partner = edge.group ? m_sides[side].side.partner(edge.group) : FrameGroupIndex();
        if (!edge.group)
            neighbours.known.push_back({m_noCaller, share});
        else if (partner)
            neighbours.known.push_back({(side == 0 ? edge.group : partner).row(), share});
        else
            neighbours.open += share;
    }
    return neighbours;
}

void PairScores::fill(std::size_t number, std::span<const FrameGroupIndex> groups) {
    auto& side = m_sides[number];
    side.functions.clear();
    side.callers.clear();
    side.callees.clear();
    for (const auto group : groups) {
        side.functions.push_back(&side.open.of(group));
        side.callers.push_back(neighboursOf(number, side.edges.callers(group), 0));
        side.callees.push_back(neighboursOf(number, side.edges.callees(group), side.side.rowOf(group)->self));
    }
}

void PairScores::begin(std::span<const FrameGroupIndex> base, std::span<const FrameGroupIndex> newSide) {
    fill(0, base);
    fill(1, newSide);
    weighWords();
    if (!m_state.code) return;
    m_state.code->update();
    findCode(0, base);
    findCode(1, newSide);
}

void PairScores::findCode(std::size_t side, std::span<const FrameGroupIndex> groups) {
    auto& rows = m_sides[side].codeRows;
    rows.clear();
    for (const auto group : groups)
        rows.push_back(m_state.code->prints(side).rowOf(group));
}

void PairScores::weighWords() {
    std::vector<double> counts(m_texts.size());
    m_wordWeights.assign(m_texts.size(), 0);
    for (const auto& side : m_sides) {
        for (const auto* function : side.functions)
            for (const auto word : function->words)
                ++counts[word];
        for (const auto* function : side.functions)
            for (const auto word : function->words)
                m_wordWeights[word] = std::max(m_wordWeights[word], std::exchange(counts[word], 0));
    }
    for (auto& weight : m_wordWeights)
        weight = weight > 0 ? 1 / weight : 0;
}

void PairScores::Shares::set(const Neighbours& neighbours) {
    for (const auto pair : m_set)
        m_shares[pair] = absent;
    m_set.clear();
    m_neighbours = &neighbours;
    for (const auto& neighbour : neighbours.known) {
        m_set.push_back(neighbour.pair);
        m_shares[neighbour.pair] = neighbour.share;
    }
}

double PairScores::Shares::overlap(const Neighbours& other) const {
    if (m_neighbours->isEmpty || other.isEmpty) return m_neighbours->isEmpty == other.isEmpty ? 1 : 0;
    double common = std::min(m_neighbours->self, other.self);
    for (const auto& [pair, share] : other.known)
        if (const double own = m_shares[pair]; own != absent) common += std::min(own, share);
    return std::min(common + std::min(m_neighbours->open, other.open) / 2, 1.0);
}

void PairScores::select(std::size_t base) {
    const auto& side = m_sides[0];
    m_base = side.functions[base];
    m_baseCode = m_state.code ? side.codeRows[base] : CodePrints::none;
    m_source.set(m_base->source, m_base->sourcePairs, m_letters.size());
    m_last.set(m_base->lastName, m_base->lastPairs, m_letters.size());
    m_callers.set(side.callers[base]);
    m_callees.set(side.callees[base]);
}

double PairScores::wordsInCommon(std::size_t newNumber) const {
    const auto &own = m_base->words, &other = m_sides[1].functions[newNumber]->words;
    double common = 0, all = 0;
    auto left = own.begin(), right = other.begin();
    while (left != own.end() && right != other.end()) {
        const auto word = std::min(*left, *right);
        all += m_wordWeights[word];
        if (*left == *right) common += m_wordWeights[word];
        const bool isRight = *right == word;
        if (*left == word) ++left;
        if (isRight) ++right;
    }
    for (; left != own.end(); ++left)
        all += m_wordWeights[*left];
    for (; right != other.end(); ++right)
        all += m_wordWeights[*right];
    return all > 0 ? roundedScore(common / all) : 0;
}

PairScores::Score PairScores::of(std::size_t newNumber, Words words, double wordsInCommon) const {
    const auto& side = m_sides[1];
    const auto& own = *m_base;
    const auto& other = *side.functions[newNumber];
    WeighedMean mean;
    mean.add(0.3, m_callers.overlap(side.callers[newNumber]));
    mean.add(0.2, m_callees.overlap(side.callees[newNumber]));
    mean.add(0.2, ratioOf(own.share, other.share));
    double names = 0; // if one of them has no name, it is no likeness
    if (own.hasName && other.hasName) {
        names = m_source.similarity(other.source, other.sourcePairs);
        // Closures have no last names.
        if (!own.lastName.empty() && !other.lastName.empty())
            names = std::max(names, m_last.similarity(other.lastName, other.lastPairs));
        if (words == Words::Shared) names = std::max(names, wordsInCommon);
        mean.add(0.2, words == Words::Elsewhere ? names / 2 : names);
    }
    const auto code = m_state.code ? side.codeRows[newNumber] : CodePrints::none;
    const bool isByCode =
        m_baseCode != CodePrints::none && code != CodePrints::none && !(own.hasName && other.hasName);
    if (isByCode) {
        mean.add(0.4, std::min(fullLikeness * m_state.code->likeness(m_baseCode, code), 1.0));
        mean.add(0.2, m_state.code->order(m_baseCode, code));
    }
    const bool isSimilar = names > minimumNameSimilarity || haveSameStart(own, other);
    if (own.file.empty() || other.file.empty()) return {mean.mean(), isSimilar, isByCode};
    const auto line = own.startLine, otherLine = other.startLine;
    const double distance = line != 0 && otherLine != 0
                                ? std::abs(static_cast<double>(line) - static_cast<double>(otherLine))
                                : 0;
    mean.add(0.15, own.file == other.file ? 1 / (1 + distance / 100) : 0);
    return {mean.mean(), isSimilar, isByCode};
}

} // namespace candela
