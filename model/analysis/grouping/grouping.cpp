#include "model/analysis/grouping/grouping.h"

#include "model/analysis/grouping/function_identities.h"
#include "model/profile/stack_facts.h"
#include "model/profile/start_name.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <mutex>
#include <numeric>
#include <tuple>
#include <utility>

namespace candela {

namespace {

constexpr std::array<std::pair<std::string_view, Grouping>, 5> groupingNames{{
    {"function", Grouping::Function},
    {"module", Grouping::Module},
    {"file", Grouping::File},
    {"line", Grouping::Line},
    {"address", Grouping::Address},
}};

/// Frames with equal keys are one group; fields that a grouping ignores stay empty. A named function never
/// equals unnamed code, because its name is not empty.
struct GroupKey {
    StringIndex name;
    StringIndex module;
    StringIndex file;
    std::uint32_t number = 0; ///< the number that FunctionIdentities gives the function
    std::uint32_t line = 0;
    std::uint64_t address = 0;

    bool operator==(const GroupKey&) const = default;

    template<typename H>
    friend H AbslHashValue(H state, const GroupKey& key) {
        return H::combine(std::move(state), key.name, key.module, key.file, key.number, key.line,
                          key.address);
    }
};

class FrameGrouper {
public:
    FrameGrouper(const Profile& profile, Grouping grouping)
        : m_profile(profile), m_identities(profile), m_grouping(grouping) {}

    void run(FrameGroups& result) {
        const auto frames = m_profile.frames.size();
        result.groupOfFrame.reserve(frames);
        absl::flat_hash_map<GroupKey, FrameGroupIndex> found;
        for (std::size_t frame = 0; frame < frames; ++frame) {
            const auto [group, isNew] =
                found.try_emplace(keyOf(frame), FrameGroupIndex(result.groups.size()));
            if (isNew) result.groups.push_back(groupOf(frame));
            auto& mapping = result.groups[group->second.row()].mapping;
            if (mapping.isNone()) mapping = moduleOf(m_profile, frame);
            result.groupOfFrame.push_back(group->second);
        }
    }

private:
    /// The index, or none for an empty text, so that "" and "not stated" are the same key.
    StringIndex orNone(StringIndex text) const { return m_profile.text(text).empty() ? StringIndex() : text; }
    StringIndex pathOf(MappingIndex mapping) const {
        return mapping ? orNone(m_profile.mappings[mapping.row()].path) : StringIndex();
    }
    /// The function of a frame; none if it has no name.
    FunctionIndex functionOf(std::size_t frame) const {
        const auto function = m_profile.frames.function[frame];
        const bool isNamed = function && orNone(m_profile.functions[function.row()].name);
        return isNamed ? function : FunctionIndex();
    }
    StringIndex fileOf(std::size_t frame) const {
        const auto function = m_profile.frames.function[frame];
        return function ? orNone(m_profile.functions[function.row()].file) : StringIndex();
    }

    GroupKey functionKey(std::size_t frame) const {
        GroupKey key;
        if (const auto index = functionOf(frame)) {
            const auto& function = m_profile.functions[index.row()];
            key.name = function.name;
            key.module = pathOf(function.mapping);
            key.number = m_identities.numberOf(index);
        } else {
            key.module = pathOf(moduleOf(m_profile, frame));
        }
        return key;
    }

    GroupKey keyOf(std::size_t frame) const {
        GroupKey key;
        switch (m_grouping) {
        case Grouping::Function:
            return functionKey(frame);
        case Grouping::Module:
            key.module = pathOf(moduleOf(m_profile, frame));
            return key;
        case Grouping::File:
            key.file = fileOf(frame);
            if (key.file.isNone()) key.module = pathOf(moduleOf(m_profile, frame));
            return key;
        case Grouping::Line:
            key = functionKey(frame);
            key.file = fileOf(frame);
            key.line = m_profile.frames.line[frame];
            return key;
        case Grouping::Address:
            key = functionKey(frame);
            key.module = pathOf(moduleOf(m_profile, frame));
            key.address = m_profile.frames.address[frame];
            return key;
        }
        return key;
    }

    std::string unnamed(std::size_t frame) const {
        return unnamedCodeName(m_profile.text(pathOf(moduleOf(m_profile, frame))));
    }
    std::string functionName(std::size_t frame) const {
        const auto function = functionOf(frame);
        return function ? std::string(m_profile.text(m_profile.functions[function.row()].name))
                        : unnamed(frame);
    }

    FrameGroup groupOf(std::size_t frame) const {
        FrameGroup group;
        group.mapping = moduleOf(m_profile, frame);
        group.kind = m_profile.frames.kind[frame];
        if (m_grouping != Grouping::Module) group.file = fileOf(frame);
        if (m_grouping != Grouping::Module && m_grouping != Grouping::File)
            group.function = functionOf(frame);
        if (m_grouping == Grouping::Line || m_grouping == Grouping::Address)
            group.line = m_profile.frames.line[frame];
        group.name = nameOf(frame, group);
        return group;
    }

    /// "work", or "work (a.c)" if another function has that name.
    std::string distinctName(std::size_t frame) const {
        auto name = functionName(frame);
        const auto function = functionOf(frame);
        const auto distinction = m_identities.distinctionOf(function ? m_identities.numberOf(function) : 0);
        if (distinction.empty()) return name;
        return fmt::format("{} ({})", name, distinction);
    }

    std::string nameOf(std::size_t frame, const FrameGroup& group) const {
        const auto file = m_profile.text(group.file);
        switch (m_grouping) {
        case Grouping::Function:
            return distinctName(frame);
        case Grouping::Module: {
            const auto path = m_profile.text(pathOf(group.mapping));
            return path.empty() ? "<unknown>" : std::string(lastPathPart(path));
        }
        case Grouping::File:
            return file.empty() ? unnamed(frame) : std::string(file);
        case Grouping::Line:
            if (file.empty() && group.line == 0) return functionName(frame);
            if (group.line == 0) return fmt::format("{} {}", functionName(frame), lastPathPart(file));
            return fmt::format("{} {}:{}", functionName(frame), lastPathPart(file), group.line);
        case Grouping::Address: {
            const auto address = m_profile.frames.address[frame];
            return address == 0 ? distinctName(frame)
                                : fmt::format("{} 0x{:x}", distinctName(frame), address);
        }
        }
        return {};
    }

    const Profile& m_profile;
    FunctionIdentities m_identities;
    Grouping m_grouping;
};

} // namespace

std::optional<Grouping> groupingFromName(std::string_view name) {
    const auto found = std::ranges::find(groupingNames, name, [](const auto& entry) { return entry.first; });
    return found == groupingNames.end() ? std::nullopt : std::optional(found->second);
}

std::string_view groupingName(Grouping grouping) {
    return std::ranges::find(groupingNames, grouping, [](const auto& entry) { return entry.second; })->first;
}

std::string_view FrameGroups::moduleName(FrameGroupIndex index) const {
    if (isRoot(index)) return rootModules[index.row() - (size() - rootModules.size())];
    const auto mapping = groups[index.row()].mapping;
    return mapping ? lastPathPart(profile->text(profile->mappings[mapping.row()].path)) : std::string_view();
}

struct FrameGroups::NameRanks {
    std::once_flag once;
    std::vector<std::uint32_t> ranks;
};

const std::vector<std::uint32_t>& FrameGroups::nameRanks() const {
    std::call_once(lazyRanks->once, [this] {
        std::vector<std::uint32_t> order(groups.size());
        std::iota(order.begin(), order.end(), 0u);
        std::ranges::stable_sort(order, std::less(),
                                 [this](std::uint32_t row) -> std::string_view { return groups[row].name; });
        lazyRanks->ranks.resize(order.size());
        for (std::size_t rank = 0; rank < order.size(); ++rank)
            lazyRanks->ranks[order[rank]] = static_cast<std::uint32_t>(rank);
    });
    return lazyRanks->ranks;
}

std::shared_ptr<FrameGroups> groupFrames(std::shared_ptr<const Profile> profile, Grouping grouping) {
    auto result = std::make_shared<FrameGroups>();
    result->grouping = grouping;
    result->lazyRanks = std::make_shared<FrameGroups::NameRanks>();
    FrameGrouper(*profile, grouping).run(*result);
    if (hasStackless(*profile)) addStackless(*result);
    result->profile = std::move(profile);
    return result;
}

namespace {

/// The group of a module's unnamed code; created if it does not exist.
FrameGroupIndex groupOfModule(FrameGroups& groups, const AddedFrame& frame) {
    const auto pathOf = [&groups](MappingIndex mapping) {
        return mapping ? groups.profile->text(groups.profile->mappings[mapping.row()].path)
                       : std::string_view();
    };
    const auto path = pathOf(frame.mapping);
    const bool areModules = groups.grouping == Grouping::Module && !path.empty();
    const auto name = areModules ? std::string(lastPathPart(path)) : unnamedCodeName(path);
    const auto found = std::ranges::find_if(groups.groups, [&](const FrameGroup& group) {
        return group.name == name && group.function.isNone() && pathOf(group.mapping) == path;
    });
    const auto index = static_cast<std::size_t>(found - groups.groups.begin());
    if (found == groups.groups.end())
        groups.groups.push_back(
            {.name = name, .mapping = frame.mapping, .function = {}, .file = {}, .kind = frame.kind});
    return FrameGroupIndex(index);
}

} // namespace

void addFrames(FrameGroups& groups, std::span<const AddedFrame> frames) {
    groups.lazyRanks = std::make_shared<FrameGroups::NameRanks>();
    for (const auto& frame : frames)
        groups.groupOfFrame.push_back(groupOfModule(groups, frame));
}

void addStackless(FrameGroups& groups) {
    if (groups.stackless) return;
    groups.lazyRanks = std::make_shared<FrameGroups::NameRanks>();
    groups.stackless = FrameGroupIndex(groups.groups.size());
    groups.groups.push_back({.name = std::string(noStack), .mapping = {}, .function = {}, .file = {}});
}

void addRoots(FrameGroups& groups, std::span<const std::string> names) {
    const bool areModules = groups.grouping == Grouping::Module || groups.grouping == Grouping::File;
    groups.lazyRanks = std::make_shared<FrameGroups::NameRanks>();
    for (const auto& name : names) {
        groups.rootModules.push_back(moduleOfRoot(name));
        groups.groups.push_back({.name = areModules ? groups.rootModules.back() : name,
                                 .mapping = {},
                                 .function = {},
                                 .file = {}});
    }
}

std::string moduleOfRoot(std::string_view name) {
    return fmt::format("[{}]", name);
}

std::string unnamedCodeName(std::string_view modulePath) {
    const auto name = lastPathPart(modulePath);
    if (name.empty()) return "<unknown>";
    return name.front() == '[' ? std::string(name) : fmt::format("[{}]", name);
}

} // namespace candela
