#include "model/comparison/evidence_gaps.h"

#include "model/base/wrapping.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace candela {

namespace {

/// Gaps that differ by less than this part of the weight explain nothing worth a mark.
constexpr double tolerance = 0.01;

constexpr std::uint32_t noRow = static_cast<std::uint32_t>(-1);

/// The weight of one kind on both sides.
struct BothWeights {
    std::int64_t base = 0, newSide = 0;

    void add(std::int64_t baseWeight, std::int64_t newWeight) {
        base = wrappingSum(base, baseWeight);
        newSide = wrappingSum(newSide, newWeight);
    }
};

/// How much more of it base has than new, normalized.
double moreInBase(const Comparison& comparison, const BothWeights& weights) {
    return -normalizedDifference(weights.base, weights.newSide, comparison);
}

/// Whether the difference is one that the comparison can't ignore.
bool matters(const Comparison& comparison, const BothWeights& weights) {
    const auto whole = [&](const ComparisonSide& side) {
        return std::abs(normalizedWeight(side.weights.total, side, comparison.normalize));
    };
    return std::abs(moreInBase(comparison, weights)) >
           tolerance * (whole(comparison.base) + whole(comparison.newSide)) / 2;
}

/// Whether `missing`, that is, how much more is missing on the base side than on the new one, may be all of
/// the difference.
bool explains(double missing, double difference) {
    constexpr double rounding = 1 + 1e-9;
    return difference > 0 ? difference <= missing * rounding
                          : difference < 0 && difference >= missing * rounding;
}

/// One weight of a row.
struct Judgement {
    Verdict ComparisonRow::*verdict;
    EvidenceGap ComparisonRow::*gap;
    double ComparisonRow::*difference;
};
constexpr Judgement ofSelf{&ComparisonRow::selfVerdict, &ComparisonRow::selfGap,
                           &ComparisonRow::selfDifference};
constexpr Judgement ofTotal{&ComparisonRow::totalVerdict, &ComparisonRow::totalGap,
                            &ComparisonRow::totalDifference};

/// What is known to be the same stays so.
void mark(ComparisonRow& row, const Judgement& judgement, EvidenceGap gap) {
    auto& verdict = row.*judgement.verdict;
    if (verdict == Verdict::Same || row.*judgement.difference == 0) return;
    row.*judgement.gap = gap;
    verdict = Verdict::Unknown;
}

void markIfExplained(ComparisonRow& row, const Judgement& judgement, double missing, EvidenceGap gap) {
    if (explains(missing, row.*judgement.difference)) mark(row, judgement, gap);
}

/// The row's verdict after that of a weight became unknown.
void judgeAgain(ComparisonRow& row) {
    if (row.gap() == EvidenceGap::None) return;
    row.verdict = changeVerdict(row);
}

/// What of the broken stacks may belong to each row.
class MissingCallers {
public:
    explicit MissingCallers(const Comparison& comparison)
        : m_ends(comparison.rows.size()), m_through(comparison.rows.size()), m_below(comparison.rows.size()) {
        RowOfGroup base(comparison.base.groups->size(), noRow);
        RowOfGroup newSide(comparison.newSide.groups->size(), noRow);
        for (std::uint32_t row = 0; row < comparison.rows.size(); ++row) {
            if (const auto group = comparison.rows[row].base) base[group.row()] = row;
            if (const auto group = comparison.rows[row].newGroup) newSide[group.row()] = row;
        }
        count(*comparison.base.broken, base, &BothWeights::base);
        count(*comparison.newSide.broken, newSide, &BothWeights::newSide);
        chooseEnds();
        findBelow(*comparison.base.broken->shape, base);
        findBelow(*comparison.newSide.broken->shape, newSide);
    }

    /// At most this much weight is missing in the row's total.
    BothWeights of(std::size_t row) const {
        BothWeights sum;
        for (auto bits = m_below[row]; bits != 0; bits &= bits - 1) {
            const auto& end = m_endOfBit[static_cast<std::size_t>(std::countr_zero(bits))];
            sum.add(end.base, end.newSide);
        }
        const auto without = [](std::int64_t all, std::int64_t part) {
            return std::max<std::int64_t>(wrappingDifference(all, part), 0);
        };
        return {without(sum.base, m_through[row].base), without(sum.newSide, m_through[row].newSide)};
    }

private:
    using Bits = std::uint64_t;
    using RowOfGroup = std::vector<std::uint32_t>;
    static constexpr std::size_t bits = 64;

    void count(const BrokenStacks& broken, const RowOfGroup& rowOf, std::int64_t BothWeights::*side) {
        if (broken.weight.empty()) return;
        const auto& shape = *broken.shape;
        const auto total = callNodeWeights(shape, StackWeights{.weight = broken.weight}).total;
        for (std::size_t node = 0; node < shape.size(); ++node) {
            const auto row = rowOf[shape.group[node].row()];
            if (row == noRow || total[node] == 0) continue;
            const auto addTo = [&](BothWeights& weights) {
                weights.*side = wrappingSum(weights.*side, total[node]);
            };
            if (!shape.isRecursive[node]) addTo(m_through[row]);
            if (!shape.parent[node]) addTo(m_ends[row]);
        }
    }

    /// Gives the rows in which most stacks end a bit each; all others share the last one.
    void chooseEnds() {
        const auto weight = [this](std::size_t row) {
            return std::max(std::abs(static_cast<double>(m_ends[row].base)),
                            std::abs(static_cast<double>(m_ends[row].newSide)));
        };
        std::vector<std::size_t> rows;
        for (std::size_t row = 0; row < m_ends.size(); ++row)
            if (weight(row) != 0) rows.push_back(row);
        std::ranges::stable_sort(rows, std::greater(), weight);
        m_bit.assign(m_ends.size(), 0);
        for (std::size_t rank = 0; rank < rows.size(); ++rank) {
            const auto bit = std::min(rank, bits - 1);
            m_bit[rows[rank]] = Bits(1) << bit;
            m_endOfBit[bit].add(m_ends[rows[rank]].base, m_ends[rows[rank]].newSide);
        }
    }

    /// Collects the ends that each row calls, directly or not.
    void findBelow(const CallTreeShape& shape, const RowOfGroup& rowOf) {
        std::vector<Bits> below(shape.size());
        for (auto node = shape.size(); node-- > 0;) {
            const auto row = rowOf[shape.group[node].row()];
            if (row != noRow) m_below[row] |= below[node];
            if (const auto parent = shape.parent[node])
                below[parent.row()] |= below[node] | (row == noRow ? 0 : m_bit[row]);
        }
    }

    std::vector<BothWeights> m_ends;    ///< by row: the broken stacks whose outermost it is
    std::vector<BothWeights> m_through; ///< by row: the broken stacks that have it
    std::vector<Bits> m_bit;            ///< by row: as an end; 0: no stack ends in it
    std::array<BothWeights, bits> m_endOfBit{};
    std::vector<Bits> m_below; ///< by row: the ends that it calls
};

void findBrokenStacks(Comparison& comparison) {
    const auto& base = comparison.base.broken;
    const auto& newSide = comparison.newSide.broken;
    if (!base || !newSide) return;
    if (!matters(comparison, {base->total, newSide->total})) return;
    const MissingCallers missing(comparison);
    for (std::size_t number = 0; number < comparison.rows.size(); ++number) {
        markIfExplained(comparison.rows[number], ofTotal, moreInBase(comparison, missing.of(number)),
                        EvidenceGap::BrokenStacks);
    }
}

/// The rows of one module by whether they have a name.
struct ModuleNames {
    BothWeights unnamedSelf, unnamedTotal;
    double oneSided = 0; ///< the sum of the self differences of named functions that one side lacks
};

bool isUnnamedCode(const ComparisonRow& row, const Comparison& comparison) {
    const auto isUnnamed = [](const ComparisonSide& side, FrameGroupIndex group) {
        return group && group != side.groups->stackless && !side.groups->isRoot(group) &&
               !(*side.groups)[group].function;
    };
    return isUnnamed(comparison.base, row.base) || isUnnamed(comparison.newSide, row.newGroup);
}

bool isOneSided(const ComparisonRow& row) {
    return !row.base || !row.newGroup;
}

void findMissingNames(Comparison& comparison) {
    if (comparison.base.groups->grouping != Grouping::Function) return;
    absl::flat_hash_map<std::string_view, ModuleNames> modules;
    for (const auto& row : comparison.rows) {
        if (!isUnnamedCode(row, comparison)) continue;
        auto& names = modules[row.module];
        names.unnamedSelf.add(row.baseSelf, row.newSelf);
        names.unnamedTotal.add(row.baseTotal, row.newTotal);
    }
    absl::erase_if(modules, [&](const auto& entry) {
        return !matters(comparison, entry.second.unnamedSelf) &&
               !matters(comparison, entry.second.unnamedTotal);
    });
    if (modules.empty()) return;
    for (const auto& row : comparison.rows)
        if (const auto module = modules.find(row.module);
            module != modules.end() && isOneSided(row) && !isUnnamedCode(row, comparison))
            module->second.oneSided += row.selfDifference;
    for (auto& row : comparison.rows) {
        const auto module = modules.find(row.module);
        if (module == modules.end()) continue;
        const auto& names = module->second;
        const double self = moreInBase(comparison, names.unnamedSelf);
        const double total = moreInBase(comparison, names.unnamedTotal);
        if (isUnnamedCode(row, comparison)) {
            // Only if most of it has names on the other side.
            if (self * names.oneSided <= 0 || std::abs(names.oneSided) < std::abs(self) / 2) continue;
            mark(row, ofSelf, EvidenceGap::MissingNames);
            mark(row, ofTotal, EvidenceGap::MissingNames);
        } else if (isOneSided(row)) {
            markIfExplained(row, ofSelf, self, EvidenceGap::MissingNames);
            markIfExplained(row, ofTotal, total, EvidenceGap::MissingNames);
        }
    }
}

} // namespace

void findEvidenceGaps(Comparison& comparison) {
    findBrokenStacks(comparison);
    findMissingNames(comparison);
    for (auto& row : comparison.rows)
        judgeAgain(row);
}

} // namespace candela
