#include "views/comparison/change_colours.h"

#include "model/comparison/change_text.h"
#include "views/session/call_path.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

/// Half of the maximum difference gets more than half of the colour, so that small differences are visible,
/// too.
double strengthOf(double share) {
    return std::pow(std::min(std::abs(share), 1.0), 0.75);
}

/// Steps on each side of zero.
constexpr int steps = 10;

using Children = absl::flat_hash_map<FrameGroupIndex, CallNodeIndex>;

/// For each group of this side, the matching group of the other side.
std::vector<FrameGroupIndex> partners(const Comparison& comparison, ComparisonPart part) {
    const bool isBase = part == ComparisonPart::Base;
    const auto& groups = isBase ? *comparison.base.groups : *comparison.newSide.groups;
    std::vector<FrameGroupIndex> other(groups.groups.size());
    for (const auto& row : comparison.rows) {
        const auto own = isBase ? row.base : row.newGroup;
        if (own) other[own.row()] = isBase ? row.newGroup : row.base;
    }
    return other;
}

Children childrenByGroup(CallTree& tree, CallNodeIndex node) {
    Children children;
    for (const auto child : tree.children(node))
        children.try_emplace(tree.group(child), child);
    return children;
}

class ChangeColours : public FlameColours {
public:
    ChangeColours(ComparisonPart part, std::function<std::shared_ptr<CallTree>()> other,
                  std::shared_ptr<const Comparison> comparison)
        : m_part(part), m_other(std::move(other)), m_comparison(std::move(comparison)),
          m_scale(m_comparison ? differenceScale(*m_comparison) : 0) {}

    void assign(FlameScene& scene) override {
        scene.tones.assign(scene.layout.boxes.size(), steps);
        const auto other = m_other();
        if (!other || !fits(*scene.tree, *other)) return;
        const auto nodes = counterparts(scene, *other, *m_comparison, m_part);
        for (std::size_t box = 0; box < nodes.size(); ++box) {
            if (scene.layout.boxes[box].isMerged()) continue;
            const auto own = scene.tree->total(scene.layout.boxes[box].node);
            const auto there = nodes[box] ? other->total(nodes[box]) : 0;
            const bool isBase = m_part == ComparisonPart::Base;
            const double difference =
                normalizedWeight(isBase ? there : own, m_comparison->newSide, m_comparison->normalize) -
                normalizedWeight(isBase ? own : there, m_comparison->base, m_comparison->normalize);
            scene.tones[box] = tone(difference);
        }
    }

    std::vector<QColor> palette(const Theme& theme) const override {
        std::vector<QColor> colours;
        for (int step = -steps; step <= steps; ++step)
            colours.push_back(
                Theme::mix(theme.same, step < 0 ? theme.less : theme.more, std::abs(step) / double(steps)));
        return colours;
    }

    std::vector<LegendEntry> legend(const Theme&) const override { return {}; }

private:
    /// Trees, groups and comparison arrive one after
    /// the other; until they match, all boxes are grey.
    bool fits(const CallTree& own, const CallTree& other) const {
        if (!m_comparison || own.direction() != other.direction()) return false;
        const bool isBase = m_part == ComparisonPart::Base;
        return &own.groups() == (isBase ? m_comparison->base : m_comparison->newSide).groups.get() &&
               &other.groups() == (isBase ? m_comparison->newSide : m_comparison->base).groups.get();
    }

    std::uint8_t tone(double difference) const {
        if (m_scale <= 0) return steps;
        const double strength = std::copysign(strengthOf(difference / m_scale), difference);
        return static_cast<std::uint8_t>(steps + std::lround(strength * steps));
    }

    ComparisonPart m_part;
    std::function<std::shared_ptr<CallTree>()> m_other;
    std::shared_ptr<const Comparison> m_comparison;
    double m_scale;
};

} // namespace

std::vector<CallNodeIndex> counterparts(FlameScene& scene, CallTree& other, const Comparison& comparison,
                                        ComparisonPart part) {
    const auto& tree = *scene.tree;
    const auto partner = partners(comparison, part);
    const auto& boxes = scene.layout.boxes;
    std::vector<CallNodeIndex> nodes(boxes.size());
    absl::flat_hash_map<CallNodeIndex, CallNodeIndex> found;
    // The path down to the first row. If the other side lacks an ancestor, nothing below it has a partner.
    bool isReached = true;
    CallNodeIndex above;
    for (const auto ancestor : scene.ancestors) {
        const auto children = childrenByGroup(other, above);
        const auto child = children.find(partner[tree.group(ancestor).row()]);
        isReached = isReached && child != children.end();
        if (!isReached) return nodes;
        above = child->second;
    }
    found[scene.ancestors.empty() ? CallNodeIndex() : scene.ancestors.back()] = above;
    CallNodeIndex listed;
    bool isListed = false;
    Children children;
    for (std::size_t box = 0; box < boxes.size(); ++box) {
        if (boxes[box].isMerged()) continue;
        const auto parent = tree.parent(boxes[box].node);
        const auto counterpart = found.find(parent);
        if (counterpart == found.end()) continue;
        // Siblings are adjacent, so one list of children serves all of them.
        if (!isListed || listed != parent) {
            children = childrenByGroup(other, counterpart->second);
            listed = parent;
            isListed = true;
        }
        const auto group = partner[tree.group(boxes[box].node).row()];
        const auto child = group ? children.find(group) : children.end();
        if (child == children.end()) continue;
        nodes[box] = child->second;
        found[boxes[box].node] = child->second;
    }
    return nodes;
}

std::unique_ptr<FlameColours> coloursByChange(ComparisonPart part,
                                              std::function<std::shared_ptr<CallTree>()> other,
                                              std::shared_ptr<const Comparison> comparison) {
    return std::make_unique<ChangeColours>(part, std::move(other), std::move(comparison));
}

QColor changeColour(const Theme& theme, double share) {
    return Theme::mix(theme.same, share < 0 ? theme.less : theme.more, strengthOf(share));
}

} // namespace candela
