#include "views/comparison/difference_colours.h"

#include "views/comparison/change_colours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace candela {

namespace {

/// Tones: less, most certain first; grey; more; then nodes that only base has, those that only new has, and
/// those of which one side knows less.
constexpr int certaintySteps = 6;
constexpr int palestCertainty = 2; ///< of the steps, for a change that is barely certain
constexpr std::uint8_t grey = certaintySteps, removed = 2 * certaintySteps + 1, added = removed + 1,
                       ofGap = added + 1;

class DifferenceColours : public FlameColours {
public:
    explicit DifferenceColours(std::shared_ptr<const DifferenceSides> sides)
        : m_sides(std::move(sides)), m_signs(ofGap + 1u) {
        const auto less = verdictSign(Verdict::Faster), more = verdictSign(Verdict::Slower);
        std::fill_n(m_signs.begin(), certaintySteps, less);
        std::fill_n(m_signs.begin() + grey + 1, certaintySteps, more);
        m_signs[removed] = less + QStringLiteral("−");
        m_signs[added] = more + QStringLiteral("+");
        m_signs[ofGap] = verdictSign(Verdict::Unknown);
    }

    void assignTones(FlameScene& scene) override {
        scene.tones.assign(scene.layout.boxes.size(), grey);
        if (!m_sides || !m_sides->isOf(scene.tree->groups())) return;
        const auto trees = m_sides->sides(scene.tree->direction());
        const bool isTopDown = scene.tree->direction() == Direction::TopDown;
        const auto same = [](FrameGroupIndex group) { return group; };
        std::array<std::vector<CallNodeIndex>, 2> nodes;
        for (std::size_t side = 0; side < 2 && !isTopDown; ++side)
            nodes[side] = counterparts(scene, *trees[side], same);
        const auto& boxes = scene.layout.boxes;
        for (std::size_t box = 0; box < boxes.size(); ++box) {
            if (boxes[box].isMerged()) continue;
            const auto total = [&](std::size_t side) {
                const auto node = isTopDown ? boxes[box].node : nodes[side][box];
                return node ? trees[side]->total(node) : 0;
            };
            scene.tones[box] = tone(total(0), total(1), m_sides->judged(*scene.tree, boxes[box].node));
        }
    }

    std::vector<QColor> palette(const Theme& theme) const override {
        std::vector<QColor> colours;
        for (int step = -certaintySteps; step <= certaintySteps; ++step)
            colours.push_back(Theme::mix(theme.same, step < 0 ? theme.less : theme.more,
                                         std::abs(step) / double(certaintySteps)));
        colours.push_back(theme.less);
        colours.push_back(theme.more);
        colours.push_back(theme.same);
        return colours;
    }

    std::vector<LegendEntry> legend(const Theme&) const override { return {}; }
    std::span<const QString> signs() const override { return m_signs; }

private:
    /// If a node and its function changed in opposite directions, the node is not known to have changed.
    std::uint8_t tone(std::int64_t base, std::int64_t newWeight, const SideRows::Judged& judged) const {
        if (judged.gap() != EvidenceGap::None) return ofGap;
        const double difference = normalizedDifference(base, newWeight, m_sides->comparison());
        if (!isChange(judged.verdict(), difference)) return grey;
        if (newWeight == 0) return removed;
        if (base == 0) return added;
        const auto strength =
            std::max(static_cast<int>(std::lround(certaintyOf(judged) * certaintySteps)), palestCertainty);
        return static_cast<std::uint8_t>(difference < 0 ? grey - strength : grey + strength);
    }

    std::shared_ptr<const DifferenceSides> m_sides;
    std::vector<QString> m_signs; // a row for each tone
};

} // namespace

double certaintyOf(const SideRows::Judged& judged) {
    const auto& interval = judged.interval();
    if (!judged.row || !interval || !isChange(judged.verdict())) return 0;
    const auto& change = judged.isSelf ? judged.row->selfChange : judged.row->totalChange;
    // In logarithms, so that doubling and halving are equally certain.
    const bool isMore = judged.verdict() == Verdict::Slower;
    const double nearest = isMore ? std::log1p(interval->low) : -std::log1p(interval->high);
    const double whole = change ? std::abs(std::log1p(*change)) : std::numeric_limits<double>::infinity();
    if (!std::isfinite(whole)) return 1; // new or removed as a whole
    return whole > 0 ? std::clamp(nearest / whole, 0.0, 1.0) : 0;
}

std::unique_ptr<FlameColours> coloursByCertainty(std::shared_ptr<const DifferenceSides> sides) {
    return std::make_unique<DifferenceColours>(std::move(sides));
}

} // namespace candela
