#include "views/flame/flame_colours.h"

#include "model/analysis/call_tree/module_tones.h"
#include "model/base/units.h"
#include "views/text/plain_text.h"

#include <algorithm>
#include <array>

namespace candela {

namespace {

/// Colours whose tone depends only on the box's group.
class GroupColours : public FlameColours {
public:
    void assign(FlameScene& scene) override {
        scene.tones.resize(scene.layout.boxes.size());
        const auto& tree = *scene.tree;
        for (std::size_t row = 0; row < scene.tones.size(); ++row) {
            const auto& box = scene.layout.boxes[row];
            scene.tones[row] = box.isMerged() ? std::uint8_t(0) : m_tones[tree.group(box.node).row()];
        }
    }

protected:
    std::vector<std::uint8_t> m_tones; ///< a row per group
};

std::vector<FrameKind> kindsIn(const Shown& shown) {
    std::array<bool, 5> found{};
    const auto& kinds = shown.profile->frames.kind;
    for (const auto kind : kinds)
        found[static_cast<std::size_t>(kind)] = true;
    std::vector<FrameKind> present;
    for (const auto kind :
         {FrameKind::User, FrameKind::Inlined, FrameKind::Kernel, FrameKind::Interpreted, FrameKind::Unknown})
        if (found[static_cast<std::size_t>(kind)]) present.push_back(kind);
    return present;
}

/// The legend's entry for a kind; `user` is the colour of compiled code.
LegendEntry kindEntry(FrameKind kind, const Theme& theme, const QColor& user) {
    switch (kind) {
    case FrameKind::User:
        return {"User", user};
    case FrameKind::Inlined:
        return {"Inlined", user, LegendEntry::Mark::InlinedEdge};
    case FrameKind::Kernel:
        return {"Kernel", theme.kernel};
    case FrameKind::Interpreted:
        return {"Interpreted", theme.interpreted};
    case FrameKind::Unknown:
        break;
    }
    return {"Unknown", theme.unknown};
}

class KindColours : public GroupColours {
public:
    explicit KindColours(const Shown& shown) : m_kinds(kindsIn(shown)) {
        for (const auto& group : shown.groups().groups)
            m_tones.push_back(tone(group.kind));
    }

    std::vector<QColor> palette(const Theme& theme) const override {
        return {theme.user, theme.kernel, theme.interpreted, theme.unknown};
    }

    std::vector<LegendEntry> legend(const Theme& theme) const override {
        std::vector<LegendEntry> entries;
        for (const auto kind : m_kinds)
            entries.push_back(kindEntry(kind, theme, theme.user));
        return entries;
    }

private:
    static std::uint8_t tone(FrameKind kind) {
        switch (kind) {
        case FrameKind::User:
        case FrameKind::Inlined:
            return 0;
        case FrameKind::Kernel:
            return 1;
        case FrameKind::Interpreted:
            return 2;
        case FrameKind::Unknown:
            break;
        }
        return 3;
    }

    std::vector<FrameKind> m_kinds;
};

class ModuleColours : public GroupColours {
public:
    explicit ModuleColours(const Shown& shown) {
        updateShares(shown);
        m_tones = groupTones(shown.groups());
        const auto kinds = kindsIn(shown);
        m_hasInlined = std::ranges::find(kinds, FrameKind::Inlined) != kinds.end();
    }

    void updateShares(const Shown& shown) override {
        m_total = shown.total();
        m_modules = heaviestModules(shown.groups(), *shown.functions, maximumEntries);
    }

    std::vector<QColor> palette(const Theme& theme) const override { return modulePalette(theme); }

    std::vector<LegendEntry> legend(const Theme& theme) const override {
        const auto colours = palette(theme);
        std::vector<LegendEntry> entries;
        for (const auto& module : m_modules) {
            const auto share = formatShare(static_cast<double>(module.weight), static_cast<double>(m_total));
            entries.push_back({plainText(module.name + "  " + share), colours[module.tone]});
        }
        if (m_hasInlined) entries.push_back({"Inlined", theme.ancestor, LegendEntry::Mark::InlinedEdge});
        return entries;
    }

private:
    /// More entries than any legend has room for.
    static constexpr std::size_t maximumEntries = 12;

    std::int64_t m_total = 0;
    std::vector<ToneShare> m_modules;
    bool m_hasInlined = false;
};

/// Two colours: for nodes that, with all callees, became more, and for those that became less.
class SignColours : public FlameColours {
public:
    void assign(FlameScene& scene) override {
        scene.tones.resize(scene.layout.boxes.size());
        for (std::size_t row = 0; row < scene.tones.size(); ++row) {
            const auto& box = scene.layout.boxes[row];
            scene.tones[row] =
                tone(box.isMerged() ? scene.layout.merged[box.merged].weight : scene.tree->total(box.node));
        }
    }
    std::vector<QColor> palette(const Theme& theme) const override {
        return {theme.same, theme.more, theme.less};
    }
    std::vector<LegendEntry> legend(const Theme& theme) const override {
        return {{QObject::tr("More"), theme.more}, {QObject::tr("Less"), theme.less}};
    }

private:
    static std::uint8_t tone(std::int64_t weight) {
        if (weight == 0) return 0;
        return weight > 0 ? 1 : 2;
    }
};

} // namespace

std::vector<QColor> modulePalette(const Theme& theme) {
    std::vector<QColor> colours(theme.modules.begin(), theme.modules.end());
    colours.insert(colours.end(), {theme.kernel, theme.interpreted, theme.unknown});
    return colours;
}

std::vector<std::uint8_t> groupTones(const FrameGroups& groups) {
    std::vector<std::uint8_t> tones;
    tones.reserve(groups.size());
    for (std::size_t row = 0; row < groups.size(); ++row)
        tones.push_back(static_cast<std::uint8_t>(toneOf(groups, FrameGroupIndex(row))));
    return tones;
}

std::unique_ptr<FlameColours> coloursByKind(const Shown& shown) {
    return std::make_unique<KindColours>(shown);
}

std::unique_ptr<FlameColours> coloursByModule(const Shown& shown) {
    if (shown.magnitude() != shown.total()) return std::make_unique<SignColours>();
    return std::make_unique<ModuleColours>(shown);
}

} // namespace candela
