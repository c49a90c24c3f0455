#include "model/comparison/matching/machine_code/code_comparison.h"

#include "model/comparison/matching/pair_scores.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace candela {

namespace {

/// In bytes: by how much the distance of a function from a neighbour may change before it shows little.
constexpr double defaultShift = 256;

} // namespace

CodeComparison::CodeComparison(MatchState& state)
    : m_state(state), m_prints{CodePrints(state.base(), m_traits), CodePrints(state.newSide(), m_traits)} {
    weighTraits();
    for (std::size_t side = 0; side < 2; ++side)
        linkCalls(side);
    update();
}

void CodeComparison::update() {
    const std::array sides{&m_state.base(), &m_state.newSide()};
    for (std::size_t side = 0; side < 2; ++side) {
        const auto prints = m_prints[side].all();
        m_partners[side].assign(prints.size(), none);
        for (Row row = 0; row < prints.size(); ++row)
            if (const auto partner = sides[side]->partner(prints[row].group))
                m_partners[side][row] = m_prints[1 - side].rowOf(partner);
    }
    for (std::size_t side = 0; side < 2; ++side)
        m_around[side] = aroundOf(side);
}

void CodeComparison::weighTraits() {
    std::vector<double> counts(m_traits.size());
    for (const auto& prints : m_prints)
        for (const auto& print : prints.all())
            for (const auto& trait : print.traits)
                ++counts[trait.trait];
    const auto all = static_cast<double>(m_prints[0].all().size() + m_prints[1].all().size());
    for (const double count : counts)
        m_weights.push_back(std::log(1 + all / std::max(count, 1.0)));
    for (std::size_t side = 0; side < 2; ++side) {
        for (const auto& print : m_prints[side].all()) {
            double sum = 0;
            for (const auto& trait : print.traits)
                sum += m_weights[trait.trait] * trait.count;
            m_sums[side].push_back(sum);
        }
    }
}

double CodeComparison::likeness(Row base, Row newRow) {
    const auto [known, isNew] = m_likeness.try_emplace({base, newRow}, 0);
    if (!isNew) return known->second;
    const auto &own = m_prints[0].all()[base].traits, &other = m_prints[1].all()[newRow].traits;
    double common = 0;
    for (auto left = own.begin(), right = other.begin(); left != own.end() && right != other.end();) {
        if (left->trait == right->trait) {
            common += m_weights[left->trait] * std::min(left->count, right->count);
            ++left;
            ++right;
        } else {
            ++(left->trait < right->trait ? left : right);
        }
    }
    const double sum = m_sums[0][base] + m_sums[1][newRow];
    // Rounded: exchanging the sides exchanges the order of the sums.
    return known->second = sum > 0 ? roundedScore(2 * common / sum) : 0;
}

bool CodeComparison::callOthers(Row base, Row newRow, const std::array<std::vector<Row>, 2>& partners) const {
    const auto &own = m_prints[0].all()[base], &other = m_prints[1].all()[newRow];
    if (own.callees.size() != other.callees.size()) return true;
    for (std::size_t at = 0; at < own.callees.size(); ++at) {
        const auto left = m_prints[0].rowAt(own.file, own.callees[at]);
        const auto right = m_prints[1].rowAt(other.file, other.callees[at]);
        if ((left == base) != (right == newRow)) return true;
        if (left == base) continue;
        if (left != none && partners[0][left] != none && partners[0][left] != right) return true;
        if (right != none && partners[1][right] != none && partners[1][right] != left) return true;
    }
    return false;
}

void CodeComparison::linkCalls(std::size_t side) {
    const auto prints = m_prints[side].all();
    m_callees[side].resize(prints.size());
    m_callers[side].resize(prints.size());
    for (Row row = 0; row < prints.size(); ++row) {
        for (const auto address : prints[row].callees) {
            const auto callee = m_prints[side].rowAt(prints[row].file, address);
            if (callee == none || callee == row) continue;
            m_callees[side][row].push_back(callee);
            m_callers[side][callee].push_back(row);
        }
    }
}

double CodeComparison::commonCalls(const Rows& base, const Rows& newSide) const {
    std::map<Row, std::array<int, 2>> counts; // by the base row
    for (const auto row : base)
        if (m_partners[0][row] != none) ++counts[row][0];
    for (const auto row : newSide)
        if (m_partners[1][row] != none) ++counts[m_partners[1][row]][1];
    if (counts.empty()) return -1;
    int common = 0, all = 0;
    for (const auto& [row, count] : counts) {
        common += std::min(count[0], count[1]);
        all += std::max(count[0], count[1]);
    }
    return static_cast<double>(common) / all;
}

std::vector<CodeComparison::Around> CodeComparison::aroundOf(std::size_t side) const {
    const auto prints = m_prints[side].all();
    std::vector<Around> around(prints.size());
    Anchor last;
    std::optional<std::uint32_t> file;
    const auto visit = [&](Row row, Anchor Around::*which) {
        if (prints[row].file != file) last = {};
        file = prints[row].file;
        around[row].*which = last;
        if (m_partners[side][row] != none) last = {row, m_partners[side][row]};
    };
    for (Row row = 0; row < prints.size(); ++row)
        visit(row, &Around::before);
    last = {};
    file = {};
    for (auto row = static_cast<Row>(prints.size()); row-- > 0;)
        visit(row, &Around::after);
    return around;
}

/// Whether `other` is between the partners of the functions around `row`, and at about their distance.
double CodeComparison::orderOn(std::size_t side, Row row, Row other) const {
    const auto own = m_prints[side].all(), others = m_prints[1 - side].all();
    const auto& around = m_around[side][row];
    const auto distance = [](const CodePrint& from, const CodePrint& to) {
        return static_cast<double>(to.start) - static_cast<double>(from.start);
    };
    double between = 0, close = 0;
    for (const auto& anchor : {around.before, around.after}) {
        if (anchor.own == none) {
            between += 0.25;
            continue;
        }
        const bool isInOrder = (anchor.own < row) == (anchor.other < other);
        between += isInOrder ? 0.5 : 0;
        const double shift =
            std::abs(distance(own[anchor.own], own[row]) - distance(others[anchor.other], others[other]));
        if (isInOrder) close = std::max(close, 1 / (1 + shift / defaultShift));
    }
    return (between + close) / 2;
}

double CodeComparison::order(Row base, Row newRow) const {
    return (orderOn(0, base, newRow) + orderOn(1, newRow, base)) / 2;
}

} // namespace candela
