#include "model/analysis/call_tree/module_tones.h"

#include "model/base/wrapping.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <utility>

namespace candela {

namespace {

/// "net/http" for "net/http.(*conn).serve", "std" for "std::sort<int>(…)"; empty for a plain name.
std::string_view namespaceOf(std::string_view name) {
    const auto plain = name.substr(0, name.find_first_of("(<"));
    const auto end = plain.find_last_of(".:");
    if (end == std::string_view::npos) return {};
    return plain.substr(0, plain[end] == ':' && end > 0 ? end - 1 : end);
}

std::string entryName(const FrameGroups& groups, FrameGroupIndex index, std::size_t tone) {
    if (tone == kernelTone) return "Kernel";
    if (tone == interpretedTone) return "Interpreted";
    if (tone == unknownTone) return "Unknown";
    const auto name = toneName(groups, index);
    return name.empty() ? "No module" : std::string(name);
}

} // namespace

std::string_view toneName(const FrameGroups& groups, FrameGroupIndex index) {
    const auto module = groups.moduleName(index);
    return module.empty() ? namespaceOf(groups[index].name) : module;
}

std::size_t moduleTone(std::string_view name) {
    constexpr std::string_view library = ".so";
    if (const auto end = name.find(".so."); end != std::string_view::npos)
        name = name.substr(0, end + library.size());
    std::uint32_t hash = 2166136261U; // FNV-1a
    for (const auto letter : name)
        hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619U;
    return (hash >> 16 ^ hash) % moduleTones.size();
}

std::size_t toneOf(const FrameGroups& groups, FrameGroupIndex index) {
    const auto kind = groups[index].kind;
    if (kind == FrameKind::Kernel) return kernelTone;
    const auto name = toneName(groups, index);
    if (name.empty() && kind == FrameKind::Interpreted) return interpretedTone;
    if (name.empty() && kind == FrameKind::Unknown) return unknownTone;
    return moduleTone(name);
}

std::vector<ToneShare> heaviestModules(const FrameGroups& groups, std::span<const GroupWeight> functions,
                                       std::size_t maximumCount) {
    absl::flat_hash_map<std::pair<std::size_t, std::string_view>, ToneShare> found;
    for (const auto& row : functions) {
        const auto tone = toneOf(groups, row.group);
        const auto name = tone < kernelTone ? toneName(groups, row.group) : std::string_view();
        const auto [entry, isNew] = found.try_emplace(std::pair(tone, name));
        if (isNew) entry->second = {entryName(groups, row.group, tone), tone, 0};
        entry->second.weight = wrappingSum(entry->second.weight, row.self);
    }
    std::vector<ToneShare> shares;
    for (auto& [key, share] : found)
        shares.push_back(std::move(share));
    std::ranges::sort(shares, [](const ToneShare& left, const ToneShare& right) {
        return left.weight != right.weight ? left.weight > right.weight : left.name < right.name;
    });
    if (shares.size() > maximumCount) shares.resize(maximumCount);
    return shares;
}

} // namespace candela
