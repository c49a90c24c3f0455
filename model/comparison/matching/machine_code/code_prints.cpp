#include "model/comparison/matching/machine_code/code_prints.h"

#include "model/comparison/matching/machine_code/instructions.h"
#include "model/comparison/matching/machine_code/kept_parts.h"
#include "model/profile/start_name.h"

#include <absl/hash/hash.h>

#include <algorithm>
#include <tuple>

namespace candela {

namespace {

/// How many instructions follow each other in a trait.
constexpr std::size_t sequenceLength = 3;

enum class TraitKind : std::uint8_t { Kinds, Whole, Constant };

std::uint64_t traitHash(TraitKind kind, std::uint64_t one, std::uint64_t two = 0, std::uint64_t three = 0) {
    return absl::HashOf(std::tuple(kind, one, two, three));
}

std::vector<CodePrint::Count> traitsOf(const std::vector<CodeInstruction>& code, CodeTraits& numbers) {
    std::vector<CodeTraits::Number> traits;
    for (std::size_t at = 0; at < code.size(); ++at) {
        if (code[at].constant != 0)
            traits.push_back(
                numbers.of(traitHash(TraitKind::Constant, static_cast<std::uint32_t>(code[at].constant))));
        if (at + sequenceLength > code.size()) continue;
        const auto &one = code[at], &two = code[at + 1], &three = code[at + 2];
        traits.push_back(numbers.of(traitHash(TraitKind::Kinds, one.kind, two.kind, three.kind)));
        traits.push_back(numbers.of(traitHash(TraitKind::Whole, one.whole, two.whole, three.whole)));
    }
    std::ranges::sort(traits);
    std::vector<CodePrint::Count> counts;
    for (const auto trait : traits) {
        if (counts.empty() || counts.back().trait != trait) counts.push_back({trait, 0});
        ++counts.back().count;
    }
    return counts;
}

} // namespace

CodePrints::CodePrints(const MatchedSide& side, CodeTraits& traits)
    : m_side(side), m_rowOf(side.groups().size(), none) {
    const auto& profile = side.profile();
    const KeptParts kept(profile);
    std::vector<const KeptCode*> codeOf(side.groups().size());
    for (std::size_t frame = 0; frame < profile.frames.size(); ++frame) {
        const auto group = side.groups().groupOfFrame[frame];
        if (codeOf[group.row()] || profile.frames.inlineDepth[frame] != 0) continue;
        const auto mapping = moduleOf(profile, frame);
        if (!mapping || !side.isFunction(group) || !side.rowOf(group)) continue;
        codeOf[group.row()] = kept.find(mapping, profile.frames.address[frame]);
    }
    for (std::size_t group = 0; group < codeOf.size(); ++group)
        if (codeOf[group]) addPrint(*codeOf[group], FrameGroupIndex(group), traits);
    std::ranges::sort(m_prints, [](const CodePrint& left, const CodePrint& right) {
        return std::tie(left.module, left.start) < std::tie(right.module, right.start);
    });
    for (std::uint32_t row = 0; row < m_prints.size(); ++row) {
        m_rowOf[m_prints[row].group.row()] = row;
        m_rowAt.try_emplace({m_prints[row].module, m_prints[row].start}, row);
    }
}

std::uint32_t CodePrints::rowAt(std::string_view module, std::uint64_t start) const {
    const auto found = m_rowAt.find({module, start});
    return found == m_rowAt.end() ? none : found->second;
}

void CodePrints::addPrint(const KeptCode& code, FrameGroupIndex group, CodeTraits& traits) {
    const auto instructions = instructionsOf(code);
    CodePrint print{group, m_side.moduleName(group), code.parts.front().start, instructions.size(), 0, {},
                    {}};
    for (const auto& instruction : instructions) {
        print.whole = absl::HashOf(std::tuple(print.whole, instruction.whole));
        if (instruction.callee) print.callees.push_back(*instruction.callee);
    }
    // Of those that have a partner, only the position counts.
    if (!m_side.partner(group)) print.traits = traitsOf(instructions, traits);
    m_prints.push_back(std::move(print));
}

} // namespace candela
