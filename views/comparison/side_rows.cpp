#include "views/comparison/side_rows.h"

#include "model/comparison/change_text.h"
#include "views/text/plain_text.h"

namespace candela {

SideRows::SideRows(std::shared_ptr<const Comparison> comparison, ComparisonPart part)
    : m_comparison(std::move(comparison)), m_part(part), m_rows(side().groups->groups.size()) {
    for (const auto& row : m_comparison->rows) {
        const auto own = m_part == ComparisonPart::Base ? row.base : row.newGroup;
        if (own) m_rows[own.row()] = &row;
    }
}

bool SideRows::isOtherOf(const FrameGroups& groups) const {
    const auto& other = m_part == ComparisonPart::Base ? m_comparison->newSide : m_comparison->base;
    return other.groups.get() == &groups;
}

const ComparisonRow* SideRows::of(FrameGroupIndex group) const {
    return group && group.row() < m_rows.size() ? m_rows[group.row()] : nullptr;
}

FrameGroupIndex SideRows::partner(FrameGroupIndex group) const {
    const auto* row = of(group);
    if (!row) return {};
    return m_part == ComparisonPart::Base ? row->newGroup : row->base;
}

Verdict SideRows::Judged::verdict() const {
    if (!row) return Verdict::Unknown;
    return isSelf ? row->selfVerdict : row->totalVerdict;
}

const std::optional<ChangeInterval>& SideRows::Judged::interval() const {
    static const std::optional<ChangeInterval> none;
    if (!row) return none;
    return isSelf ? row->selfInterval : row->totalInterval;
}

SideRows::Judged SideRows::of(const CallTree& tree, CallNodeIndex node) const {
    const auto& groups = tree.groups();
    if (!isOf(groups)) return {};
    const auto group = tree.group(node);
    if (tree.direction() == Direction::TopDown || groups.isRoot(group)) return {of(group), false};
    auto outermost = node;
    for (auto above = tree.parent(node); above && !groups.isRoot(tree.group(above));
         above = tree.parent(above))
        outermost = above;
    return {of(tree.group(outermost)), true};
}

double SideRows::difference(std::int64_t own, std::int64_t there) const {
    const bool isBase = m_part == ComparisonPart::Base;
    const auto normalize = m_comparison->normalize;
    return normalizedWeight(isBase ? there : own, m_comparison->newSide, normalize) -
           normalizedWeight(isBase ? own : there, m_comparison->base, normalize);
}

QString verdictSign(Verdict verdict) {
    switch (verdict) {
    case Verdict::Slower:
        return QStringLiteral("▲");
    case Verdict::Faster:
        return QStringLiteral("▼");
    case Verdict::Same:
        return QStringLiteral("=");
    case Verdict::Unknown:
    case Verdict::Changed:
        break;
    }
    return QStringLiteral("?");
}

QString verdictText(const SideRows::Judged& judged, const Comparison& comparison) {
    if (!judged.row) return {};
    auto text = verdictSign(judged.verdict()) + " " + plainText(verdictWords(judged.verdict(), comparison));
    if (const auto interval = intervalText(judged.interval()); !interval.empty())
        text += QObject::tr(" (%1 %2, 95 %)")
                    .arg(judged.isSelf ? QObject::tr("self") : QObject::tr("total"), plainText(interval));
    return text;
}

} // namespace candela
