#include "model/profile/thinned_profile.h"

#include "model/base/wrapping.h"

#include <algorithm>
#include <bit>

namespace candela {

namespace {

using RowNumber = std::uint32_t;

/// Evenly distributed and independent of the samples' rhythm: SplitMix64 (Steele, Lea and Flood, OOPSLA
/// 2014).
std::uint64_t scattered(std::uint64_t row) {
    row += 0x9e3779b97f4a7c15;
    row = (row ^ (row >> 30)) * 0xbf58476d1ce4e5b9;
    row = (row ^ (row >> 27)) * 0x94d049bb133111eb;
    return row ^ (row >> 31);
}

std::vector<RowNumber> chosenRows(std::size_t size, std::size_t wanted) {
    const auto share = static_cast<double>(wanted) / static_cast<double>(size);
    const auto limit = static_cast<std::uint64_t>(share * 0x1p64);
    std::vector<RowNumber> rows;
    rows.reserve(wanted + wanted / 16);
    for (std::size_t row = 0; row < size; ++row) {
        if (scattered(row) < limit) rows.push_back(static_cast<RowNumber>(row));
    }
    return rows;
}

template<class Value>
std::vector<Value> at(const std::vector<Value>& column, const std::vector<RowNumber>& rows) {
    std::vector<Value> chosen;
    if (column.empty()) return chosen;
    chosen.reserve(rows.size());
    for (const auto row : rows)
        chosen.push_back(column[row]);
    return chosen;
}

/// Makes the weights add up to `total`: each partial sum is scaled and rounded.
void scale(std::vector<std::int64_t>& weights, std::int64_t total) {
    std::int64_t kept = 0;
    for (const auto weight : weights)
        kept = wrappingSum(kept, weight);
    if (kept == 0) return;
    std::int64_t sum = 0, given = 0;
    for (auto& weight : weights) {
        sum = wrappingSum(sum, weight);
        const auto end = static_cast<std::int64_t>(static_cast<__int128>(sum) * total / kept);
        weight = wrappingDifference(end, given);
        given = end;
    }
}

SampleTable thinnedTable(const SampleTable& table, std::size_t samples) {
    if (table.size() <= samples) return table;
    const auto rows = chosenRows(table.size(), samples);
    SampleTable chosen{.type = table.type,
                       .kind = table.kind,
                       .lasts = false,
                       .stack = at(table.stack, rows),
                       .weight = at(table.weight, rows),
                       .time = at(table.time, rows),
                       .thread = at(table.thread, rows),
                       .cpu = at(table.cpu, rows),
                       .labels = at(table.labels, rows),
                       .stackEnd = at(table.stackEnd, rows)};
    std::int64_t total = 0;
    for (const auto weight : table.weight)
        total = wrappingSum(total, weight);
    scale(chosen.weight, total);
    return chosen;
}

/// Marks stacks and numbers the marked ones in their order. Needs a bit and a half for each stack, because a
/// table of numbers would be larger than everything that is kept.
class StackChoice {
public:
    explicit StackChoice(std::size_t stacks) : m_bits(stacks / 64 + 1) {}

    void mark(StackIndex stack) { m_bits[stack.row() / 64] |= bitOf(stack.row()); }

    /// Marks parents too, and returns the chosen part of the table.
    StackTable chosen(const StackTable& stacks) {
        for (std::size_t word = m_bits.size(); word-- > 0;)
            markParents(stacks, word);
        m_before.resize(m_bits.size());
        RowNumber count = 0;
        for (std::size_t word = 0; word < m_bits.size(); ++word) {
            m_before[word] = count;
            count += static_cast<RowNumber>(std::popcount(m_bits[word]));
        }
        StackTable table;
        table.parent.reserve(count);
        table.frame.reserve(count);
        for (std::size_t word = 0; word < m_bits.size(); ++word) {
            for (auto bits = m_bits[word]; bits != 0; bits &= bits - 1) {
                const auto row = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
                table.parent.push_back(numberOf(stacks.parent[row]));
                table.frame.push_back(stacks.frame[row]);
            }
        }
        return table;
    }

    /// The number of a marked stack in the chosen part; none stays none.
    StackIndex numberOf(StackIndex stack) const {
        if (!stack) return stack;
        const auto word = stack.row() / 64;
        const auto below = m_bits[word] & (bitOf(stack.row()) - 1);
        return StackIndex(m_before[word] + static_cast<RowNumber>(std::popcount(below)));
    }

private:
    static std::uint64_t bitOf(std::size_t row) { return std::uint64_t{1} << (row % 64); }

    /// Marks the parents of the stacks in a word, from the last stack to the first, because a parent has a
    /// smaller row, which may be in the same word.
    void markParents(const StackTable& stacks, std::size_t word) {
        auto unseen = ~std::uint64_t{0};
        while (const auto bits = m_bits[word] & unseen) {
            const auto bit = 63 - std::countl_zero(bits);
            unseen &= bitOf(static_cast<std::size_t>(bit)) - 1;
            const auto parent = stacks.parent[word * 64 + static_cast<std::size_t>(bit)];
            if (parent) mark(parent);
        }
    }

    std::vector<std::uint64_t> m_bits; // a bit for each stack
    std::vector<RowNumber> m_before;   // for each word: number of marked stacks before it
};

} // namespace

bool hasMoreSamples(const Profile& profile, std::size_t samples) {
    return std::ranges::any_of(profile.samples,
                               [&](const SampleTable& table) { return table.size() > samples; });
}

Profile thinnedCopy(const Profile& profile, std::size_t samples) {
    Profile copy;
    copy.processes = profile.processes;
    copy.threads = profile.threads;
    copy.mappings = profile.mappings;
    copy.functions = profile.functions;
    copy.frames = profile.frames;
    copy.labelSets = profile.labelSets;
    copy.code = profile.code;
    copy.sources = profile.sources;
    copy.defaultValue = profile.defaultValue;
    copy.origin = profile.origin;
    copy.losses = profile.losses;
    copy.recorder = profile.recorder;
    copy.hasRecorderUsage = profile.hasRecorderUsage;
    copy.warnings = profile.warnings;
    copy.comments = profile.comments;

    StackChoice choice(profile.stacks.size());
    for (const auto& table : profile.samples) {
        for (const auto stack : copy.samples.emplace_back(thinnedTable(table, samples)).stack) {
            if (stack) choice.mark(stack);
        }
    }
    copy.stacks = choice.chosen(profile.stacks);
    for (auto& table : copy.samples) {
        for (auto& stack : table.stack)
            stack = choice.numberOf(stack);
    }
    return copy;
}

} // namespace candela
