#include "views/comparison/change_colours.h"

#include "model/comparison/change_text.h"
#include "views/session/call_path.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace candela {

namespace {

/// Half of the maximum difference gets more than half of the colour's strength, so that small differences are
/// visible, too.
double strengthOf(double share) {
    return std::pow(std::min(std::abs(share), 1.0), 0.75);
}

/// The number of steps on each side of zero, and the minimum step for a node that changed.
constexpr int steps = 10;
constexpr int palest = 2;
/// The tone after those of all steps: one side knows less of the node.
constexpr int gapTone = 2 * steps + 1;

/// The children of one node at a time, by their groups.
class Children {
public:
    explicit Children(CallTree& tree)
        : m_tree(tree), m_nodes(tree.groups().size()), m_listed(tree.groups().size()) {}

    void list(CallNodeIndex node) {
        ++m_current;
        m_children.clear();
        m_tree.appendChildren(node, 1, m_children);
        for (const auto& child : m_children) {
            const auto group = m_tree.group(child.node).row();
            m_nodes[group] = child.node;
            m_listed[group] = m_current;
        }
    }
    /// None if no child is of the group, which may be none.
    CallNodeIndex of(FrameGroupIndex group) const {
        return group && m_listed[group.row()] == m_current ? m_nodes[group.row()] : CallNodeIndex();
    }

private:
    CallTree& m_tree;
    std::vector<SizedChild> m_children;
    std::vector<CallNodeIndex> m_nodes; ///< a row for each group
    std::vector<std::size_t> m_listed;  ///< the number of the last list that had the group
    std::size_t m_current = 0;
};

class ChangeColours : public FlameColours {
public:
    ChangeColours(std::shared_ptr<const SideRows> rows, std::function<std::shared_ptr<CallTree>()> other)
        : m_rows(std::move(rows)), m_other(std::move(other)),
          m_scale(m_rows ? differenceScale(m_rows->comparison()) : 0), m_signs(gapTone + 1) {
        std::fill_n(m_signs.begin(), steps, verdictSign(Verdict::Faster));
        std::fill_n(m_signs.begin() + steps + 1, steps, verdictSign(Verdict::Slower));
        m_signs[gapTone] = verdictSign(Verdict::Unknown);
    }

    void assignTones(FlameScene& scene) override {
        scene.tones.assign(scene.layout.boxes.size(), steps);
        const auto other = m_other();
        if (!other || !fits(*scene.tree, *other)) return;
        const auto nodes =
            counterparts(scene, *other, [this](FrameGroupIndex group) { return m_rows->partner(group); });
        for (std::size_t box = 0; box < nodes.size(); ++box) {
            if (scene.layout.boxes[box].isMerged()) continue;
            const auto node = scene.layout.boxes[box].node;
            const double difference =
                m_rows->difference(scene.tree->total(node), nodes[box] ? other->total(nodes[box]) : 0);
            // If a node and its function changed in opposite directions, the node is not known to have
            // changed.
            const auto judged = m_rows->of(*scene.tree, node);
            if (judged.gap() != EvidenceGap::None)
                scene.tones[box] = gapTone;
            else if (isChange(judged.verdict(), difference))
                scene.tones[box] = tone(difference);
        }
    }

    std::vector<QColor> palette(const Theme& theme) const override {
        std::vector<QColor> colours;
        for (int step = -steps; step <= steps; ++step)
            colours.push_back(
                Theme::mix(theme.same, step < 0 ? theme.less : theme.more, std::abs(step) / double(steps)));
        colours.push_back(theme.same);
        return colours;
    }

    std::vector<LegendEntry> legend(const Theme&) const override { return {}; }
    std::span<const QString> signs() const override { return m_signs; }

private:
    /// Trees, groups and comparison arrive one after
    /// the other; until they match, all boxes are grey.
    bool fits(const CallTree& own, const CallTree& other) const {
        return m_rows && own.direction() == other.direction() && m_rows->isOf(own.groups()) &&
               m_rows->isOtherOf(other.groups());
    }

    std::uint8_t tone(double difference) const {
        if (m_scale <= 0) return steps;
        const auto strength = std::max<long>(std::lround(strengthOf(difference / m_scale) * steps), palest);
        return static_cast<std::uint8_t>(difference < 0 ? steps - strength : steps + strength);
    }

    std::shared_ptr<const SideRows> m_rows;
    std::function<std::shared_ptr<CallTree>()> m_other;
    double m_scale;
    std::vector<QString> m_signs; // a row for each tone
};

} // namespace

std::vector<CallNodeIndex> counterparts(FlameScene& scene, CallTree& other,
                                        const std::function<FrameGroupIndex(FrameGroupIndex)>& partner) {
    const auto& tree = *scene.tree;
    const auto& boxes = scene.layout.boxes;
    std::vector<CallNodeIndex> nodes(boxes.size());
    // Follows the path down to the first row. If the other side lacks an ancestor, nothing below that
    // ancestor has a partner.
    Children children(other);
    CallNodeIndex above;
    for (const auto ancestor : scene.ancestors) {
        children.list(above);
        above = children.of(partner(tree.group(ancestor)));
        if (!above) return nodes;
    }
    std::optional<std::size_t> listed; // the box whose counterpart's children are listed
    for (std::size_t row = 0; row < scene.layout.rows(); ++row) {
        // Boxes are in the order of their parents' boxes.
        auto parent = row == 0 ? 0 : scene.layout.rowBegin[row - 1];
        if (row == 0) children.list(above);
        for (auto box = scene.layout.rowBegin[row]; box < scene.layout.rowBegin[row + 1]; ++box) {
            if (boxes[box].isMerged()) continue;
            if (row > 0) {
                const auto node = tree.parent(boxes[box].node);
                while (boxes[parent].node != node)
                    ++parent;
                assert(parent < scene.layout.rowBegin[row]);
                if (!nodes[parent]) continue;
                if (std::exchange(listed, parent) != parent) children.list(nodes[parent]);
            }
            nodes[box] = children.of(partner(tree.group(boxes[box].node)));
        }
    }
    return nodes;
}

std::unique_ptr<FlameColours> coloursByChange(std::shared_ptr<const SideRows> rows,
                                              std::function<std::shared_ptr<CallTree>()> other) {
    return std::make_unique<ChangeColours>(std::move(rows), std::move(other));
}

QColor changeColour(const Theme& theme, double share) {
    return Theme::mix(theme.same, share < 0 ? theme.less : theme.more, strengthOf(share));
}

} // namespace candela
