#include "views/comparison/side_rows.h"

#include "model/base/text/model_text.h"
#include "model/comparison/change_text.h"
#include "views/text/plain_text.h"

#include <QObject>

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
    return isSelf ? row->evidence().selfInterval : row->evidence().totalInterval;
}

EvidenceGap SideRows::Judged::gap() const {
    if (!row) return EvidenceGap::None;
    return isSelf ? row->selfGap : row->totalGap;
}

CallNodeIndex judgedNode(const CallTree& tree, CallNodeIndex node) {
    const auto& groups = tree.groups();
    if (tree.direction() == Direction::TopDown || groups.isRoot(tree.group(node))) return node;
    auto outermost = node;
    for (auto above = tree.parent(node); above && !groups.isRoot(tree.group(above));
         above = tree.parent(above))
        outermost = above;
    return outermost;
}

SideRows::Judged SideRows::of(const CallTree& tree, CallNodeIndex node) const {
    if (!isOf(tree.groups())) return {};
    const auto isWhole = tree.direction() == Direction::TopDown || tree.groups().isRoot(tree.group(node));
    return {of(tree.group(judgedNode(tree, node))), !isWhole};
}

double SideRows::difference(std::int64_t own, std::int64_t there) const {
    const bool isBase = m_part == ComparisonPart::Base;
    return normalizedDifference(isBase ? own : there, isBase ? there : own, *m_comparison);
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
    if (judged.gap() != EvidenceGap::None)
        text += ": " + plainText(ModelText::translated(gapName(judged.gap())));
    if (const auto interval = intervalText(judged.interval()); !interval.empty())
        text += QObject::tr(" (%1 %2, 95 %)")
                    .arg(judged.isSelf ? QObject::tr("self") : QObject::tr("total"), plainText(interval));
    return text;
}

QString nodeChangeToolTip(std::int64_t base, std::int64_t newWeight, const SideRows::Judged& judged,
                          const Comparison& comparison) {
    auto text =
        QObject::tr("Total: base %1, new %2, difference <b>%3</b>")
            .arg(plainText(sideText(base, comparison.base, comparison)),
                 plainText(sideText(newWeight, comparison.newSide, comparison)),
                 plainText(differenceText(normalizedDifference(base, newWeight, comparison), comparison)));
    if (!judged.row) return text;
    text += "<br>" +
            QObject::tr("Function in all: <b>%1</b>").arg(verdictText(judged, comparison).toHtmlEscaped());
    return text + "<br>" + plainText(rowEvidenceText(*judged.row, comparison)).toHtmlEscaped();
}

} // namespace candela
