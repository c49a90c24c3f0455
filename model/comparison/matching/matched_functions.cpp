#include "model/comparison/matching/matched_functions.h"

#include "model/comparison/matching/match_sides.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

namespace candela {

namespace {

/// One side, grouped by functions.
class FunctionSide {
public:
    explicit FunctionSide(const MatchSide& rows)
        : m_groups(groupFrames(rows.groups->profile, Grouping::Function)),
          m_groupOf(rows.groups->profile->functions.size()), m_rowOf(m_groupOf.size()) {
        const std::shared_ptr<const CallTreeShape> shape = callTreeShape(m_groups);
        m_side = {.groups = m_groups,
                  .shape = shape,
                  .weights = rows.weights,
                  .rows = groupWeights(*shape, *rows.weights),
                  .total = rows.total};
        const auto& profile = *m_groups->profile;
        for (std::size_t frame = 0; frame < profile.frames.size(); ++frame) {
            const auto function = profile.frames.function[frame];
            if (!function) continue;
            m_groupOf[function.row()] = m_groups->groupOfFrame[frame];
            m_rowOf[function.row()] = rows.groups->groupOfFrame[frame];
        }
    }

    const MatchSide& side() const { return m_side; }
    /// The shape is as large as that of the rows.
    void dropShape() { m_side.shape.reset(); }
    /// The group of a function of the profile; none if no frame is in it.
    FrameGroupIndex groupOf(FunctionIndex function) const { return m_groupOf[function.row()]; }
    /// The sum of what functions weigh, by the row (a file) that they are in.
    template<typename Visit>
    void forEachFunction(Visit&& visit) const {
        absl::flat_hash_map<FrameGroupIndex, FrameGroupIndex> rowOfGroup;
        for (std::size_t function = 0; function < m_groupOf.size(); ++function)
            if (m_groupOf[function]) rowOfGroup.try_emplace(m_groupOf[function], m_rowOf[function]);
        for (const auto& weight : m_side.rows)
            if (const auto found = rowOfGroup.find(weight.group); found != rowOfGroup.end())
                visit(weight, found->second);
    }

private:
    std::shared_ptr<const FrameGroups> m_groups;
    std::vector<FrameGroupIndex> m_groupOf, m_rowOf; // by function
    MatchSide m_side;
};

class MatchedFunctions {
public:
    /// A function's number, which both sides share, and how sure the match is.
    struct Pair {
        std::uint32_t number = 0; ///< 0: the function has no partner
        double confidence = 0;
    };

    MatchedFunctions(MatchState& state, const HandLinks& links)
        : m_sides{FunctionSide(state.base().side()), FunctionSide(state.newSide().side())} {
        for (std::size_t side = 0; side < 2; ++side)
            m_pairs[side].resize(m_sides[side].side().groups->size());
        for (const auto& match : matchSides(m_sides[0].side(), m_sides[1].side(), links).matches) {
            if (!match.base || !match.newGroup) continue;
            m_pairs[0][match.base.row()] = m_pairs[1][match.newGroup.row()] = {++m_count, match.confidence};
        }
        for (auto& side : m_sides)
            side.dropShape();
    }

    Pair of(std::size_t side, FunctionIndex function) const {
        const auto group = function ? m_sides[side].groupOf(function) : FrameGroupIndex();
        return group ? m_pairs[side][group.row()] : Pair();
    }
    Pair of(std::size_t side, FrameGroupIndex group) const { return m_pairs[side][group.row()]; }
    const FunctionSide& side(std::size_t number) const { return m_sides[number]; }
    std::size_t pairs() const { return m_count; }

private:
    std::array<FunctionSide, 2> m_sides;
    std::array<std::vector<Pair>, 2> m_pairs; // by group
    std::uint32_t m_count = 0;
};

bool isPossible(MatchState& state) {
    for (const auto* side : {&state.base(), &state.newSide()})
        if (!side->side().shape || !side->side().weights || side->unmatched().empty()) return false;
    return true;
}

double magnitude(std::int64_t weight) {
    return std::abs(static_cast<double>(weight));
}

/// What the functions of one side's files weigh together, and with which files of the other side they share
/// matched functions.
struct FileWeights {
    absl::flat_hash_map<FrameGroupIndex, double> ofFile;
    std::vector<std::pair<FrameGroupIndex, double>> ofPair; ///< by the pair's number

    FileWeights(const MatchedFunctions& functions, std::size_t side) : ofPair(functions.pairs() + 1) {
        functions.side(side).forEachFunction([&](const GroupWeight& weight, FrameGroupIndex file) {
            const double size = magnitude(weight.total);
            ofFile[file] += size;
            if (const auto pair = functions.of(side, weight.group); pair.number != 0)
                ofPair[pair.number] = {file, size};
        });
    }
};

} // namespace

void matchLinesOfFunctions(MatchState& state, const HandLinks& links) {
    if (!isPossible(state)) return;
    const MatchedFunctions functions(state, links);
    using Key = std::tuple<std::uint32_t, bool, std::uint32_t>;
    const auto before = state.matches.size();
    state.matchEqual(MatchEvidence::Lines, confidenceOf(MatchEvidence::Lines),
                     MatchState::Several::HeaviestFirst,
                     [&](const MatchedSide& side, FrameGroupIndex group) -> Key {
                         if (side.groups().isRoot(group)) return {};
                         const auto& row = side.groups()[group];
                         const auto pair = functions.of(&side == &state.base() ? 0 : 1, row.function);
                         const auto start = side.startLine(group);
                         // Without lines, a function is one row.
                         const bool isKnownLine = row.line != 0 || !row.file;
                         if (pair.number == 0 || !isKnownLine || row.line < start) return {};
                         return {pair.number, start != 0, row.line - start};
                     });
    // A line is no surer than its function.
    for (auto& match : std::span(state.matches).subspan(before)) {
        const auto function = state.base().groups()[match.base].function;
        match.confidence = std::min(match.confidence, functions.of(0, function).confidence);
    }
}

void matchFilesOfFunctions(MatchState& state, const HandLinks& links) {
    if (!isPossible(state)) return;
    const MatchedFunctions functions(state, links);
    const FileWeights base(functions, 0), newSide(functions, 1);
    absl::flat_hash_map<std::pair<FrameGroupIndex, FrameGroupIndex>, std::pair<double, double>> common;
    for (std::size_t number = 1; number <= functions.pairs(); ++number) {
        const auto &own = base.ofPair[number], &other = newSide.ofPair[number];
        if (!own.first || !other.first) continue;
        auto& sums = common[{own.first, other.first}];
        sums.first += own.second;
        sums.second += other.second;
    }
    // More than half: no file has two such partners.
    constexpr double minimumCommon = 0.5;
    std::vector<std::pair<FrameGroupIndex, FrameGroupIndex>> pairs;
    for (const auto& [files, sums] : common) {
        const auto [own, other] = files;
        const bool isOpen = !state.base().partner(own) && !state.newSide().partner(other) &&
                            state.base().rowOf(own) && state.newSide().rowOf(other);
        if (isOpen && state.isAllowed(own, other) && sums.first > minimumCommon * base.ofFile.at(own) &&
            sums.second > minimumCommon * newSide.ofFile.at(other))
            pairs.push_back(files);
    }
    std::ranges::sort(pairs);
    for (const auto& [own, other] : pairs)
        state.match(own, other, MatchEvidence::Renamed, confidenceOf(MatchEvidence::Renamed));
    state.removeMatched();
}

} // namespace candela
