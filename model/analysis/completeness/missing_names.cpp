#include "model/analysis/completeness/missing_names.h"

#include "model/analysis/grouping/code_class.h"
#include "model/base/text/model_text.h"
#include "model/profile/start_name.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

namespace candela {

namespace {

/// For each path, the build id of the module; if several files had that path, of the first one.
absl::flat_hash_map<std::string_view, std::string_view> buildIds(const Profile& profile) {
    absl::flat_hash_map<std::string_view, std::string_view> ids;
    for (const auto& mapping : profile.mappings) {
        const auto id = profile.text(mapping.buildId);
        if (!id.empty()) ids.try_emplace(profile.text(mapping.path), id);
    }
    return ids;
}

std::string debugFile(std::string_view buildId) {
    if (buildId.size() < 4) return {};
    return fmt::format("/usr/lib/debug/.build-id/{}/{}.debug", buildId.substr(0, 2), buildId.substr(2));
}

std::string remedyFor(const MissingNames& missing) {
    const std::string_view module = missing.module;
    if (module.starts_with("[kernel"))
        return ModelText::tr(
            "record where kernel.kptr_restrict is 0 or 1, or with rights that see addresses");
    if (isGeneratedCode(module))
        return ModelText::tr("let the runtime write a perf map (node --perf-basic-prof, python -X perf)");
    if (!module.starts_with('/')) return {};
    if (!missing.file.empty())
        return ModelText::tr(
            "install the debug symbols of the packages, or let --debuginfod ask servers for them");
    return ModelText::tr("build modules without a build ID with -Wl,--build-id, and do not strip them");
}

/// For each module path, a function of which only the start address is known.
absl::flat_hash_map<std::string_view, std::string_view> startedFunctions(const Profile& profile) {
    absl::flat_hash_map<std::string_view, std::string_view> examples;
    for (const auto& function : profile.functions) {
        if (!function.mapping) continue;
        const auto path = profile.text(profile.mappings[function.mapping.row()].path);
        const auto name = profile.text(function.name);
        if (isStartName(name, path)) examples.try_emplace(path, name);
    }
    return examples;
}

} // namespace

std::vector<MissingNames> missingNames(const Profile& profile, const Completeness& completeness) {
    const auto ids = buildIds(profile);
    const auto examples = startedFunctions(profile);
    std::vector<MissingNames> result;
    for (const auto& [module, weight] : completeness.unnamed) {
        MissingNames missing{
            .module = module, .weight = weight, .buildId = {}, .file = {}, .example = {}, .remedy = {}};
        if (const auto id = ids.find(module); id != ids.end()) missing.buildId = id->second;
        if (module.starts_with('/')) missing.file = debugFile(missing.buildId);
        if (const auto example = examples.find(module); example != examples.end())
            missing.example = example->second;
        missing.remedy = remedyFor(missing);
        result.push_back(std::move(missing));
    }
    return result;
}

} // namespace candela
