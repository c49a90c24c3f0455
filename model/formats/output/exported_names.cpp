#include "model/formats/output/exported_names.h"

#include "model/analysis/grouping/function_identities.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace candela {

namespace {

/// The module that has functions of a name, or that there are several.
struct Modules {
    std::string_view first;
    bool areSeveral = false;

    void add(std::string_view module) {
        if (module.empty() || module == first) return;
        areSeveral |= !first.empty();
        first = module;
    }
};

} // namespace

ExportedNames::ExportedNames(const FrameGroups& groups, HeldBesideNames held) {
    const bool hasFiles = held == HeldBesideNames::Files;
    using Key = std::pair<std::string_view, std::string_view>; // key: name and file
    absl::flat_hash_map<Key, Modules> modules;
    std::vector<Key> keys;
    keys.reserve(groups.size());
    for (std::size_t row = 0; row < groups.size(); ++row) {
        const FrameGroupIndex index(row);
        const auto& group = groups[index];
        keys.push_back(hasFiles ? Key(plainName(groups, index), groups.profile->text(group.file))
                                : Key(group.name, {}));
        modules[keys.back()].add(groups.moduleName(index));
    }
    m_names.reserve(groups.size());
    for (std::size_t row = 0; row < groups.size(); ++row) {
        const auto module = groups.moduleName(FrameGroupIndex(row));
        const bool isNamed = groups.groups[row].function && !module.empty();
        const auto name = keys[row].first;
        m_names.push_back(isNamed && modules[keys[row]].areSeveral ? fmt::format("{} ({})", name, module)
                                                                   : std::string(name));
    }
}

} // namespace candela
