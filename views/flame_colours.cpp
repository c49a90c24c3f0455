#include "views/flame_colours.h"

#include "model/base/units.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <string>

namespace candela {

namespace {

/// One tone per group, looked up for each box.
class GroupColours : public FlameColours {
public:
    void assign(FlameScene& scene) override {
        scene.tones.resize(scene.layout.boxes.size());
        const auto& tree = *scene.tree;
        for (std::size_t box = 0; box < scene.tones.size(); ++box)
            scene.tones[box] = m_tones[tree.group(scene.layout.boxes[box].node).row()];
    }

protected:
    std::vector<std::uint8_t> m_tones; ///< a row per group
};

/// Modules as text, heaviest self weight first.
std::vector<std::pair<std::string, std::int64_t>> modulesByWeight(const Shown& shown) {
    absl::flat_hash_map<std::string_view, std::int64_t> weights;
    for (const auto& row : *shown.functions)
        weights[shown.groups().moduleName(row.group)] += row.self;
    std::vector<std::pair<std::string, std::int64_t>> modules;
    for (const auto& [name, weight] : weights)
        if (!name.empty()) modules.emplace_back(name, weight);
    std::ranges::sort(modules, [](const auto& left, const auto& right) {
        return left.second != right.second ? left.second > right.second : left.first < right.first;
    });
    return modules;
}

/// Roots are of no kind.
bool hasKind(const Shown& shown, FrameKind kind) {
    const auto& kinds = shown.profile->frames.kind;
    for (std::size_t frame = 0; frame < kinds.size(); ++frame) {
        if (kinds[frame] == kind && !shown.isRoot(shown.groups().groupOfFrame[frame])) return true;
    }
    return false;
}

constexpr std::uint8_t kernelTone = 4, interpretedTone = 5, unknownTone = 6;

class KindColours : public GroupColours {
public:
    explicit KindColours(const Shown& shown) {
        const auto modules = modulesByWeight(shown);
        absl::flat_hash_map<std::string_view, std::uint8_t> shades;
        for (const auto& [name, weight] : modules)
            shades.emplace(name, static_cast<std::uint8_t>(shades.size() % 4));
        const auto& groups = shown.groups();
        m_tones.resize(groups.groups.size());
        for (std::size_t row = 0; row < m_tones.size(); ++row) {
            const auto shade = shades.find(groups.moduleName(FrameGroupIndex(row)));
            m_tones[row] =
                tone(groups.groups[row].kind, shade == shades.end() ? std::uint8_t(0) : shade->second);
        }
        for (const auto kind : {FrameKind::User, FrameKind::Inlined, FrameKind::Kernel,
                                FrameKind::Interpreted, FrameKind::Unknown})
            if (hasKind(shown, kind)) m_kinds.push_back(kind);
    }

    std::vector<QColor> palette(const Theme& theme) const override {
        return {theme.user[0], theme.user[1],     theme.user[2], theme.user[3],
                theme.kernel,  theme.interpreted, theme.unknown};
    }

    std::vector<LegendEntry> legend(const Theme& theme) const override {
        std::vector<LegendEntry> entries;
        for (const auto kind : m_kinds) {
            switch (kind) {
            case FrameKind::User:
                entries.push_back({"User", theme.user[0]});
                break;
            case FrameKind::Inlined:
                entries.push_back({"Inlined", theme.user[0], LegendEntry::Mark::InlinedEdge});
                break;
            case FrameKind::Kernel:
                entries.push_back({"Kernel", theme.kernel});
                break;
            case FrameKind::Interpreted:
                entries.push_back({"Interpreted", theme.interpreted});
                break;
            case FrameKind::Unknown:
                entries.push_back({"Unknown", theme.unknown});
                break;
            }
        }
        return entries;
    }

private:
    static std::uint8_t tone(FrameKind kind, std::uint8_t shade) {
        switch (kind) {
        case FrameKind::User:
        case FrameKind::Inlined:
            return shade;
        case FrameKind::Kernel:
            return kernelTone;
        case FrameKind::Interpreted:
            return interpretedTone;
        case FrameKind::Unknown:
            break;
        }
        return unknownTone;
    }

    std::vector<FrameKind> m_kinds;
};

class ModuleColours : public GroupColours {
public:
    explicit ModuleColours(const Shown& shown) {
        const auto modules = modulesByWeight(shown);
        absl::flat_hash_map<std::string_view, std::uint8_t> tones;
        for (const auto& [name, weight] : modules) {
            if (tones.size() == std::tuple_size_v<decltype(Theme::modules)>) break;
            tones.emplace(name, static_cast<std::uint8_t>(tones.size()));
            const auto title = name == "[kernel.kallsyms]" ? std::string("kernel") : name;
            m_names.push_back(QString::fromStdString(title) + "  " +
                              QString::fromStdString(formatShare(static_cast<double>(weight),
                                                                 static_cast<double>(shown.total()))));
        }
        m_hasOthers = modules.size() > tones.size();
        const auto& groups = shown.groups();
        m_tones.resize(groups.groups.size());
        for (std::size_t row = 0; row < m_tones.size(); ++row) {
            const auto found = tones.find(groups.moduleName(FrameGroupIndex(row)));
            m_tones[row] = found == tones.end()
                               ? static_cast<std::uint8_t>(std::tuple_size_v<decltype(Theme::modules)>)
                               : found->second;
        }
    }

    std::vector<QColor> palette(const Theme& theme) const override {
        std::vector<QColor> colours(theme.modules.begin(), theme.modules.end());
        colours.push_back(theme.unknown);
        return colours;
    }

    std::vector<LegendEntry> legend(const Theme& theme) const override {
        std::vector<LegendEntry> entries;
        for (std::size_t row = 0; row < m_names.size(); ++row)
            entries.push_back({m_names[row], theme.modules[row]});
        if (m_hasOthers || m_names.empty()) entries.push_back({"Others", theme.unknown});
        return entries;
    }

private:
    std::vector<QString> m_names;
    bool m_hasOthers = false;
};

} // namespace

std::unique_ptr<FlameColours> coloursByKind(const Shown& shown) {
    return std::make_unique<KindColours>(shown);
}

std::unique_ptr<FlameColours> coloursByModule(const Shown& shown) {
    return std::make_unique<ModuleColours>(shown);
}

} // namespace candela
