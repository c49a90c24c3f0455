#include "model/comparison/compared_profiles.h"

#include "model/base/path_text.h"
#include "model/profile/start_name.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace candela {

namespace {

/// The build ids of modules with functions that are known by their start, by the module's name.
using Builds = std::map<std::string, std::set<std::string>, std::less<>>;

/// The mapping of a frame whose function is known by its start.
std::optional<MappingIndex> startedIn(const Profile& profile, std::size_t frame) {
    const auto mapping = moduleOf(profile, frame);
    if (!mapping || !profile.frames.function[frame] || hasName(profile, frame)) return {};
    return mapping;
}

Builds buildsOf(const Profile& profile) {
    Builds builds;
    for (std::size_t frame = 0; frame < profile.frames.size(); ++frame) {
        const auto mapping = startedIn(profile, frame);
        if (!mapping) continue;
        const auto& row = profile.mappings[mapping->row()];
        builds[std::string(lastPathPart(profile.text(row.path)))].emplace(profile.text(row.buildId));
    }
    return builds;
}

/// Names of modules that are not the same build on both sides.
std::set<std::string, std::less<>> differingBuilds(const Builds& base, const Builds& newSide) {
    std::set<std::string, std::less<>> differing;
    for (const auto& [module, builds] : base) {
        const auto found = newSide.find(module);
        if (found != newSide.end() && (builds != found->second || builds.contains({})))
            differing.insert(module);
    }
    return differing;
}

std::shared_ptr<const Profile> withoutStarts(const std::shared_ptr<const Profile>& profile,
                                             const std::set<std::string, std::less<>>& modules) {
    auto copy = std::make_shared<Profile>(*profile);
    for (std::size_t frame = 0; frame < copy->frames.size(); ++frame) {
        const auto mapping = startedIn(*copy, frame);
        if (!mapping) continue;
        const auto path = copy->text(copy->mappings[mapping->row()].path);
        if (modules.contains(lastPathPart(path))) copy->frames.function[frame] = {};
    }
    return copy;
}

} // namespace

ComparedProfiles::ComparedProfiles(Shared base, Shared newSide, SharedRuns baseRuns, SharedRuns newRuns)
    : m_base(std::move(base)), m_newSide(std::move(newSide)), m_baseRuns(std::move(baseRuns)),
      m_newRuns(std::move(newRuns)), m_basePrograms(programNames(*m_base)),
      m_newPrograms(programNames(*m_newSide)) {
    const auto modules = differingBuilds(buildsOf(*m_base), buildsOf(*m_newSide));
    if (modules.empty()) return;
    m_base = withoutStarts(m_base, modules);
    m_newSide = withoutStarts(m_newSide, modules);
}

} // namespace candela
