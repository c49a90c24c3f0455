#include "model/analysis/call_tree/module_tones.h"

#include "model/base/wrapping.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <array>
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

constexpr std::uint8_t noTone = 0xff; ///< of a mapping without a name

using ToneOfName = std::pair<std::string, std::uint8_t>;

/// Where "-2.31" at the end of a name begins. "-64" is the name of an architecture, and "-1" that of an
/// interface.
std::size_t versionBegin(std::string_view name) {
    const auto dash = name.rfind('-');
    if (dash == std::string_view::npos || dash == 0) return name.size();
    const auto version = name.substr(dash + 1);
    char before = '.';
    for (const char letter : version) {
        if (letter != '.' && (letter < '0' || letter > '9')) return name.size();
        if (letter == '.' && before == '.') return name.size();
        before = letter;
    }
    return before == '.' || version.find('.') == std::string_view::npos ? name.size() : dash;
}

/// "libc.so" for "libc.so.6" and for "libc-2.31.so", which is its name before glibc 2.34.
std::string withoutVersion(std::string_view name) {
    constexpr std::string_view library = ".so";
    auto end = name.find(".so.");
    if (end == std::string_view::npos) {
        if (!name.ends_with(library)) return std::string(name);
        end = name.size() - library.size();
    }
    return std::string(name.substr(0, versionBegin(name.substr(0, end)))).append(library);
}

/// Libraries that most programs have keep their tones first, then other libraries: a user meets them in many
/// profiles, and a program in few.
int rankOf(std::string_view name) {
    constexpr std::array<std::string_view, 7> everywhere{
        "libc.so", "libstdc++.so", "libm.so", "libgcc_s.so", "libcrypto.so", "libssl.so", "libz.so"};
    if (std::ranges::find(everywhere, name) != everywhere.end()) return 0;
    constexpr std::array<std::string_view, 3> endings{".so", ".dylib", ".dll"};
    const auto isEnding = [&](std::string_view ending) { return name.ends_with(ending); };
    return std::ranges::any_of(endings, isEnding) ? 1 : 2;
}

/// As many names of modules as there are tones, those with the most frames outside of the kernel, sorted by
/// rank and name. Frames are counted because they do not depend on a value, a filter or a grouping.
std::vector<std::string> largestModules(const Profile& profile) {
    std::vector<std::size_t> framesOf(profile.mappings.size());
    for (std::size_t row = 0; row < profile.frames.size(); ++row) {
        const auto mapping = profile.frames.mapping[row];
        if (mapping && profile.frames.kind[row] != FrameKind::Kernel) ++framesOf[mapping.row()];
    }
    absl::flat_hash_map<std::string, std::size_t> frames;
    for (std::size_t row = 0; row < framesOf.size(); ++row) {
        if (framesOf[row] == 0) continue;
        const auto name = withoutVersion(lastPathPart(profile.text(profile.mappings[row].path)));
        if (!name.empty()) frames[name] += framesOf[row];
    }
    std::vector<std::pair<std::string, std::size_t>> modules(frames.begin(), frames.end());
    std::ranges::sort(modules, [](const auto& left, const auto& right) {
        return left.second != right.second ? left.second > right.second : left.first < right.first;
    });
    if (modules.size() > moduleTones.size()) modules.resize(moduleTones.size());
    std::vector<std::string> names;
    for (auto& [name, count] : modules)
        names.push_back(std::move(name));
    std::ranges::sort(names, {}, [](std::string_view name) { return std::pair(rankOf(name), name); });
    return names;
}

/// For those of the names that do not keep their moduleTone(): one that none of the names has.
std::vector<ToneOfName> movedTones(const std::vector<std::string>& names) {
    std::array<bool, moduleTones.size()> isTaken{};
    std::vector<std::string_view> displaced;
    for (const auto& name : names)
        if (std::exchange(isTaken[moduleTone(name)], true)) displaced.push_back(name);
    std::vector<ToneOfName> moved;
    for (const auto name : displaced) {
        // Neighbouring tones are of one hue; steps of five reach all tones and begin with other hues.
        auto tone = moduleTone(name);
        while (std::exchange(isTaken[tone], true))
            tone = (tone + 5) % moduleTones.size();
        moved.emplace_back(name, static_cast<std::uint8_t>(tone));
    }
    return moved;
}

} // namespace

std::string_view toneName(const FrameGroups& groups, FrameGroupIndex index) {
    const auto module = groups.moduleName(index);
    return module.empty() ? namespaceOf(groups[index].name) : module;
}

std::size_t moduleTone(std::string_view name) {
    std::uint32_t hash = 2166136261U; // FNV-1a
    for (const auto letter : withoutVersion(name))
        hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619U;
    return (hash >> 16 ^ hash) % moduleTones.size();
}

ModuleTones::ModuleTones(const FrameGroups& groups)
    : m_groups(groups), m_moved(movedTones(largestModules(*groups.profile))) {
    for (const auto& mapping : groups.profile->mappings) {
        const auto name = lastPathPart(groups.profile->text(mapping.path));
        m_toneOfMapping.push_back(name.empty() ? noTone : toneOfName(name));
    }
}

std::uint8_t ModuleTones::toneOfName(std::string_view name) const {
    const auto moved = std::ranges::find(m_moved, withoutVersion(name), &ToneOfName::first);
    return moved == m_moved.end() ? static_cast<std::uint8_t>(moduleTone(name)) : moved->second;
}

std::size_t ModuleTones::of(FrameGroupIndex index) const {
    const auto& group = m_groups[index];
    if (group.kind == FrameKind::Kernel) return kernelTone;
    if (group.mapping && !m_groups.isRoot(index) && m_toneOfMapping[group.mapping.row()] != noTone)
        return m_toneOfMapping[group.mapping.row()];
    const auto name = toneName(m_groups, index);
    if (name.empty() && group.kind == FrameKind::Interpreted) return interpretedTone;
    if (name.empty() && group.kind == FrameKind::Unknown) return unknownTone;
    return toneOfName(name);
}

std::vector<std::uint8_t> groupTones(const FrameGroups& groups) {
    const ModuleTones known(groups);
    std::vector<std::uint8_t> tones;
    tones.reserve(groups.size());
    for (std::size_t row = 0; row < groups.size(); ++row)
        tones.push_back(static_cast<std::uint8_t>(known.of(FrameGroupIndex(row))));
    return tones;
}

std::vector<ToneShare> heaviestModules(const FrameGroups& groups, std::span<const std::uint8_t> tones,
                                       std::span<const GroupWeight> functions, std::size_t maximumCount) {
    absl::flat_hash_map<std::pair<std::size_t, std::string_view>, ToneShare> found;
    for (const auto& row : functions) {
        const std::size_t tone = tones[row.group.row()];
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
