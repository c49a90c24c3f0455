#include "model/comparison/matching/machine_code/code_prints.h"

#include "model/comparison/matching/machine_code/instructions.h"
#include "model/profile/kept_parts.h"
#include "model/profile/start_name.h"

#include <absl/hash/hash.h>

#include <algorithm>
#include <map>
#include <string_view>
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
    const auto sampled = sampledCode();
    const auto files = filesOf(sampled);
    for (std::size_t group = 0; group < sampled.size(); ++group)
        if (sampled[group].code) addPrint(sampled[group], FrameGroupIndex(group), files[group], traits);
    std::ranges::sort(m_prints, [](const CodePrint& left, const CodePrint& right) {
        return std::tuple(left.file, left.start, left.group.row()) <
               std::tuple(right.file, right.start, right.group.row());
    });
    for (std::uint32_t row = 0; row < m_prints.size(); ++row) {
        m_rowOf[m_prints[row].group.row()] = row;
        m_rowAt.try_emplace({m_prints[row].file, m_prints[row].start}, row);
    }
    for (std::uint32_t row = 0; row < m_prints.size(); ++row)
        for (const auto& part : sampled[m_prints[row].group.row()].code->parts)
            m_rowAt.try_emplace({m_prints[row].file, part.start}, row);
}

std::uint32_t CodePrints::rowAt(std::uint32_t file, std::uint64_t start) const {
    const auto found = m_rowAt.find({file, start});
    return found == m_rowAt.end() ? none : found->second;
}

std::vector<CodePrints::SampledCode> CodePrints::sampledCode() const {
    const auto& profile = m_side.profile();
    const KeptParts kept(profile);
    std::vector<SampledCode> all(m_side.groups().size());
    for (std::size_t frame = 0; frame < profile.frames.size(); ++frame) {
        if (profile.frames.inlineDepth[frame] != 0) continue;
        const auto group = m_side.groups().groupOfFrame[frame];
        const auto mapping = moduleOf(profile, frame);
        if (!mapping || !m_side.isFunction(group) || !m_side.rowOf(group)) continue;
        const auto address = profile.frames.address[frame];
        const auto* code = kept.find(mapping, address);
        auto& sampled = all[group.row()];
        if (!code || (sampled.code && sampled.code != code)) continue;
        sampled.code = code;
        sampled.addresses.resize(code->parts.size());
        const auto next = std::ranges::upper_bound(code->parts, address, {}, &KeptPart::start);
        ++sampled.addresses[static_cast<std::size_t>(next - code->parts.begin()) - 1];
    }
    return all;
}

std::vector<std::uint32_t> CodePrints::filesOf(const std::vector<SampledCode>& sampled) const {
    const auto& profile = m_side.profile();
    using File = std::pair<std::string_view, std::string_view>;
    const auto fileOf = [&](const SampledCode& code) {
        const auto& mapping = profile.mappings[code.code->mapping.row()];
        return File(profile.text(mapping.path), profile.text(mapping.buildId));
    };
    std::map<File, std::uint32_t> numbers;
    for (const auto& code : sampled)
        if (code.code) numbers.try_emplace(fileOf(code));
    std::uint32_t last = 0;
    for (auto& [file, number] : numbers)
        number = last++;
    std::vector<std::uint32_t> files(sampled.size());
    for (std::size_t group = 0; group < sampled.size(); ++group)
        if (sampled[group].code) files[group] = numbers.at(fileOf(sampled[group]));
    return files;
}

void CodePrints::addPrint(const SampledCode& sampled, FrameGroupIndex group, std::uint32_t file,
                          CodeTraits& traits) {
    // A cold part may be before the entry.
    std::size_t main = 0;
    const auto& parts = sampled.code->parts;
    const auto valueOf = [&](std::size_t part) {
        return std::pair(sampled.addresses[part], parts[part].bytes.size());
    };
    for (std::size_t part = 1; part < parts.size(); ++part)
        if (valueOf(part) > valueOf(main)) main = part;
    const auto code = instructionsOf(*sampled.code);
    CodePrint print{group, file, parts[main].start, code.instructions.size(), {}, {}, {}};
    std::uint64_t whole = 0;
    for (const auto& instruction : code.instructions) {
        whole = absl::HashOf(std::tuple(whole, instruction.whole));
        if (instruction.callee) print.callees.push_back(*instruction.callee);
    }
    if (code.isWhole) print.whole = whole;
    // Of those that have a partner, only the position counts.
    if (!m_side.partner(group)) print.traits = traitsOf(code.instructions, traits);
    m_prints.push_back(std::move(print));
}

} // namespace candela
