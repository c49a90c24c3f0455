#include "views/flame/flame_colours.h"

#include "model/analysis/call_tree/module_tones.h"
#include "model/analysis/call_tree/tone_class.h"
#include "model/base/units.h"
#include "views/text/plain_text.h"

#include <QObject>

#include <algorithm>
#include <cmath>
#include <string>

namespace candela {

namespace {

/// Colours whose tone depends only on the box's group.
class GroupColours : public FlameColours {
public:
    void assignTones(FlameScene& scene) override {
        scene.tones.resize(scene.groups.size());
        std::ranges::transform(scene.groups, scene.tones.begin(), [this](FrameGroupIndex group) {
            return group ? m_tones[group.row()] : std::uint8_t(0);
        });
    }

protected:
    std::vector<std::uint8_t> m_tones; ///< a row per group
};

/// The kinds that the profile has, in the order of the legend.
std::vector<CodeClass> presentKinds(const FrameGroups& groups) {
    const auto found = codeClassesIn(groups);
    std::vector<CodeClass> present;
    for (const auto kind : {CodeClass::User, CodeClass::Inlined, CodeClass::Kernel, CodeClass::Interpreted,
                            CodeClass::Generated, CodeClass::Unknown})
        if (found[static_cast<std::size_t>(kind)]) present.push_back(kind);
    return present;
}

QString kindName(CodeClass kind) {
    switch (kind) {
    case CodeClass::User:
        return QObject::tr("User");
    case CodeClass::Inlined:
        return QObject::tr("Inlined");
    case CodeClass::Kernel:
        return QObject::tr("Kernel");
    case CodeClass::Interpreted:
        return QObject::tr("Interpreted");
    case CodeClass::Generated:
        return QObject::tr("Generated (JIT)");
    case CodeClass::Unknown:
        break;
    }
    return QObject::tr("Unknown");
}

QString moduleName(const std::string& name) {
    return name == "No module" ? QObject::tr("No module") : plainText(name);
}

class KindColours : public GroupColours {
public:
    explicit KindColours(const Shown& shown) : m_kinds(presentKinds(shown.groups())) {
        for (std::size_t row = 0; row < shown.groups().size(); ++row)
            m_tones.push_back(tone(codeClassOf(shown.groups(), FrameGroupIndex(row))));
    }

    std::vector<QColor> palette(const Theme& theme) const override {
        // A violet that is otherwise a module's, none of which has a colour of its own here.
        constexpr std::size_t violet = 11;
        return {theme.user, theme.kernel, theme.interpreted, theme.modules[violet], theme.unknown};
    }

    std::vector<LegendEntry> legend(const Theme& theme) const override {
        const auto colours = palette(theme);
        std::vector<LegendEntry> entries;
        for (const auto kind : m_kinds)
            entries.push_back({kindName(kind), colours[tone(kind)], kind});
        return entries;
    }

    QString meaning() const override {
        return QObject::tr("A colour for each kind of code, and a texture for some.");
    }

private:
    static std::uint8_t tone(CodeClass kind) {
        switch (kind) {
        case CodeClass::User:
        case CodeClass::Inlined:
            return 0;
        case CodeClass::Kernel:
            return 1;
        case CodeClass::Interpreted:
            return 2;
        case CodeClass::Generated:
            return 3;
        case CodeClass::Unknown:
            break;
        }
        return 4;
    }

    std::vector<CodeClass> m_kinds;
};

class ModuleColours : public GroupColours {
public:
    explicit ModuleColours(const Shown& shown) {
        m_tones = groupTones(shown.groups());
        updateShares(shown);
        m_kinds = presentKinds(shown.groups());
    }

    void updateShares(const Shown& shown) override {
        m_total = shown.total();
        m_modules = heaviestModules(shown.groups(), m_tones, *shown.functions, maximumEntries);
    }

    std::vector<QColor> palette(const Theme& theme) const override { return modulePalette(theme); }

    std::vector<LegendEntry> legend(const Theme& theme) const override {
        const auto colours = palette(theme);
        std::vector<LegendEntry> entries;
        for (const auto& module : m_modules) {
            const auto share = formatShare(static_cast<double>(module.weight), static_cast<double>(m_total));
            const auto kind = classOfTone(module.tone);
            const auto name = kind == CodeClass::User ? moduleName(module.name) : kindName(kind);
            entries.push_back({name + "  " + QString::fromStdString(share), colours[module.tone], kind});
        }
        for (const auto kind : m_kinds)
            if (kind != CodeClass::User &&
                std::ranges::find(entries, kind, &LegendEntry::kind) == entries.end())
                entries.push_back({kindName(kind), theme.ancestor, kind});
        return entries;
    }

    QString meaning() const override {
        return QObject::tr("A colour for each module, or namespace where no modules are known, with its self "
                           "weight as a part of all weight. It follows from the name; where large modules "
                           "would have the same, one has another, a program rather than a library. Textures "
                           "are kinds of code.");
    }

private:
    /// More entries than any legend has room for.
    static constexpr std::size_t maximumEntries = 12;

    std::int64_t m_total = 0;
    std::vector<ToneShare> m_modules;
    std::vector<CodeClass> m_kinds;
};

/// The stronger, the more of the whole weight the function has itself, in all its call paths.
class SelfColours : public GroupColours {
public:
    explicit SelfColours(const Shown& shown) { updateShares(shown); }

    void updateShares(const Shown& shown) override {
        const auto weightOf = [](const GroupWeight& row) { return std::abs(static_cast<double>(row.self)); };
        m_tones.assign(shown.groups().size(), 0);
        const GroupWeight* heaviest = nullptr;
        for (const auto& row : *shown.functions)
            if (!shown.groups().isRoot(row.group) && (!heaviest || weightOf(row) > weightOf(*heaviest)))
                heaviest = &row;
        const double most = heaviest ? weightOf(*heaviest) : 0;
        m_heaviest = most > 0 ? shown.groups()[heaviest->group].name : std::string();
        m_share = formatShare(most, static_cast<double>(shown.magnitude()));
        if (most == 0) return;
        for (const auto& row : *shown.functions)
            // The square root: functions with a tenth of the heaviest one's weight are visible, too.
            m_tones[row.group.row()] = static_cast<std::uint8_t>(
                std::lround(std::sqrt(std::min(weightOf(row) / most, 1.0)) * steps));
    }

    std::vector<QColor> palette(const Theme& theme) const override {
        std::vector<QColor> colours;
        for (int step = 0; step <= steps; ++step)
            colours.push_back(Theme::mix(theme.same, theme.more, step / double(steps)));
        return colours;
    }

    std::vector<LegendEntry> legend(const Theme& theme) const override {
        return {{QObject::tr("No self weight"), theme.same},
                {QObject::tr("%1 in %2").arg(plainText(m_share), plainText(m_heaviest)), theme.more}};
    }

    QString meaning() const override {
        return QObject::tr(
            "The stronger the colour, the more weight the function has itself, in all its call paths; the "
            "strongest is that of the heaviest function.");
    }

private:
    static constexpr int steps = 10;

    std::string m_heaviest; ///< the function with the most self weight
    std::string m_share;    ///< its part of the whole weight
};

/// Two colours: for nodes that, with all callees, became more, and for those that became less.
class SignColours : public FlameColours {
public:
    void assignTones(FlameScene& scene) override {
        scene.tones.resize(scene.layout.boxes.size());
        for (std::size_t row = 0; row < scene.tones.size(); ++row) {
            const auto& box = scene.layout.boxes[row];
            scene.tones[row] =
                tone(box.isMerged() ? scene.layout.merged[box.merged].total : scene.tree->total(box.node));
        }
    }
    std::vector<QColor> palette(const Theme& theme) const override {
        return {theme.same, theme.more, theme.less};
    }
    std::vector<LegendEntry> legend(const Theme& theme) const override {
        return {{QObject::tr("More"), theme.more}, {QObject::tr("Less"), theme.less}};
    }

    QString meaning() const override {
        return QObject::tr(
            "Whether the function has more or less weight than before, with all that it calls.");
    }

private:
    static std::uint8_t tone(std::int64_t weight) {
        if (weight == 0) return 0;
        return weight > 0 ? 1 : 2;
    }
};

} // namespace

void FlameColours::assign(FlameScene& scene) {
    scene.groups.resize(scene.layout.boxes.size());
    std::ranges::transform(scene.layout.boxes, scene.groups.begin(), [&](const FlameBox& box) {
        return box.isMerged() ? FrameGroupIndex() : scene.tree->group(box.node);
    });
    assignTones(scene);
}

std::vector<QColor> modulePalette(const Theme& theme) {
    std::vector<QColor> colours(theme.modules.begin(), theme.modules.end());
    colours.insert(colours.end(), {theme.kernel, theme.interpreted, theme.unknown});
    return colours;
}

std::unique_ptr<FlameColours> coloursByKind(const Shown& shown) {
    return std::make_unique<KindColours>(shown);
}

std::unique_ptr<FlameColours> coloursBySelf(const Shown& shown) {
    return std::make_unique<SelfColours>(shown);
}

std::unique_ptr<FlameColours> coloursByModule(const Shown& shown) {
    if (shown.magnitude() != shown.total()) return std::make_unique<SignColours>();
    return std::make_unique<ModuleColours>(shown);
}

} // namespace candela
