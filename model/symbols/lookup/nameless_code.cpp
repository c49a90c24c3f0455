#include "model/symbols/lookup/nameless_code.h"

#include "model/profile/start_name.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <tuple>

namespace candela {

namespace {

/// The module that has the names of a frame; none if no file can have them.
std::optional<WantedModule> wantedModuleOf(const Profile& profile, std::size_t frame) {
    const auto& frames = profile.frames;
    if (!frames.mapping[frame] || frames.address[frame] == 0 || hasName(profile, frame)) return {};
    const auto& mapping = profile.mappings[frames.mapping[frame].row()];
    WantedModule module{profile.text(mapping.path), profile.text(mapping.buildId), CodeKind::User};
    switch (frames.kind[frame]) {
    case FrameKind::Kernel:
        module.kind = CodeKind::Kernel;
        return module;
    case FrameKind::User:
    case FrameKind::Unknown:
        if (module.path.starts_with('[') || (module.path.empty() && module.buildId.empty())) return {};
        return module;
    case FrameKind::Inlined:
    case FrameKind::Interpreted:
        break;
    }
    return {};
}

/// For each stack the weight of the samples that pass through it.
std::vector<double> totalWeights(const Profile& profile) {
    std::vector<double> weights(profile.stacks.size());
    const auto value = profile.shownValue();
    if (value.isNone()) return weights;
    const auto& table = profile.samples[value.row()];
    for (std::size_t row = 0; row < table.size(); ++row) {
        if (const auto stack = table.stack[row])
            weights[stack.row()] += static_cast<double>(table.weight[row]);
    }
    for (auto stack = weights.size(); stack-- > 0;) {
        if (const auto parent = profile.stacks.parent[stack]) weights[parent.row()] += weights[stack];
    }
    return weights;
}

} // namespace

std::vector<NamelessModule> namelessCode(const Profile& profile) {
    std::vector<NamelessModule> modules;
    std::map<std::tuple<CodeKind, std::string_view, std::string_view>, std::size_t> rows;
    constexpr std::size_t none = ~std::size_t(0);
    std::vector<std::size_t> moduleOfFrame;
    for (std::size_t frame = 0; frame < profile.frames.size(); ++frame) {
        const auto wanted = wantedModuleOf(profile, frame);
        if (!wanted) continue;
        const auto [found, isNew] =
            rows.try_emplace(std::tuple(wanted->kind, wanted->path, wanted->buildId), modules.size());
        if (isNew) modules.push_back({*wanted, {}, 0});
        modules[found->second].frames.push_back(frame);
        moduleOfFrame.resize(profile.frames.size(), none);
        moduleOfFrame[frame] = found->second;
    }
    if (modules.empty()) return modules;
    const auto weights = totalWeights(profile);
    for (std::size_t stack = 0; stack < weights.size(); ++stack) {
        const auto module = moduleOfFrame[profile.stacks.frame[stack].row()];
        if (module != none) modules[module].weight += weights[stack];
    }
    std::ranges::stable_sort(modules, std::ranges::greater(), &NamelessModule::weight);
    return modules;
}

} // namespace candela
