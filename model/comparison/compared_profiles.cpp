#include "model/comparison/compared_profiles.h"

#include "model/base/path_text.h"
#include "model/comparison/matching/machine_code/code_prints.h"
#include "model/comparison/matching/machine_code/instructions.h"
#include "model/profile/kept_parts.h"
#include "model/profile/start_name.h"

#include <cmath>
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

/// Which modules have most of their functions' code, in a form that can be compared.
class ModulesWithCode {
public:
    ModulesWithCode(const Profile& profile, const std::set<std::string, std::less<>>& modules) {
        const auto value = profile.shownValue();
        if (!value || profile.code.empty()) return;
        const KeptParts kept(profile);
        const auto& samples = profile.samples[value.row()];
        std::vector<double> weightOf(profile.stacks.size());
        for (std::size_t row = 0; row < samples.size(); ++row)
            if (const auto stack = samples.stack[row])
                weightOf[stack.row()] += std::abs(static_cast<double>(samples.weight[row]));
        for (std::size_t stack = 0; stack < weightOf.size(); ++stack) {
            const double weight = weightOf[stack];
            if (weight == 0) continue;
            const auto frame = profile.stacks.frame[stack].row();
            const auto mapping = startedIn(profile, frame);
            if (!mapping) continue;
            const auto path = profile.text(profile.mappings[mapping->row()].path);
            const auto module = modules.find(lastPathPart(path));
            if (module == modules.end()) continue;
            auto& weights = m_weights[*module];
            weights.all += weight;
            // Without a build id, functions of two builds may have one start.
            const bool isBuildKnown = !profile.text(profile.mappings[mapping->row()].buildId).empty();
            const auto* code = isBuildKnown ? kept.find(*mapping, profile.frames.address[frame]) : nullptr;
            if (code && canBeCompared(code)) weights.withCode += weight;
        }
    }

    bool contains(const std::string& module) const {
        const auto found = m_weights.find(module);
        return found != m_weights.end() && found->second.withCode >= minimumPart * found->second.all;
    }

private:
    bool canBeCompared(const KeptCode* code) {
        const auto [known, isNew] = m_isCompared.try_emplace(code);
        if (isNew) known->second = hasInstructions(*code, minimumInstructions);
        return known->second;
    }

    /// The part of a module's self weight that has to have code.
    static constexpr double minimumPart = 0.9;
    struct Weights {
        double all = 0, withCode = 0;
    };

    std::map<std::string, Weights> m_weights;
    std::map<const KeptCode*, bool> m_isCompared;
};

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
    auto modules = differingBuilds(buildsOf(*m_base), buildsOf(*m_newSide));
    if (modules.empty()) return;
    const ModulesWithCode ofBase(*m_base, modules), ofNew(*m_newSide, modules);
    std::erase_if(modules, [&](const std::string& module) {
        return ofBase.contains(module) && ofNew.contains(module);
    });
    if (modules.empty()) return;
    m_base = withoutStarts(m_base, modules);
    m_newSide = withoutStarts(m_newSide, modules);
}

} // namespace candela
