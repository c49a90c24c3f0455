#include "views/source/annotation_delegate.h"

#include "views/source/code_item_model.h"
#include "views/widgets/layout_density.h"
#include "views/widgets/theme.h"

#include <QAbstractItemView>
#include <QPainter>

#include <algorithm>

namespace candela {

namespace {

constexpr int cellPadding = 6;
constexpr int barHeight = 3;
constexpr int laneWidth = 6;
constexpr int arrowRoom = 8; ///< pixels between the lanes and the instruction

class JumpPainter {
public:
    JumpPainter(QPainter& painter, const QRect& cell, const Theme& theme)
        : m_painter(painter), m_cell(cell), m_theme(theme), m_middle(cell.center().y()) {}

    void paint(const JumpCell& jumps) {
        for (unsigned lane = 0; lane < JumpLanes::maximumLanes; ++lane) {
            const auto has = [lane](std::uint8_t bits) { return bits >> lane & 1U; };
            const int x = m_cell.right() - arrowRoom - static_cast<int>(lane) * laneWidth;
            if (has(jumps.above)) fill(x, m_cell.top(), 1, m_middle - m_cell.top() + 1);
            if (has(jumps.below)) fill(x, m_middle, 1, m_cell.bottom() - m_middle + 1);
            if (has(jumps.leaves) || has(jumps.arrives)) fill(x, m_middle, m_cell.right() - 1 - x, 1);
        }
        if (jumps.arrives != 0) paintHead();
        if (jumps.isLeftOut) fill(m_cell.right() - 4, m_middle - 1, 3, 3);
    }

private:
    void fill(int x, int y, int width, int height) {
        m_painter.fillRect(x, y, width, height, m_theme.accent);
    }
    void paintHead() {
        for (int column = 0; column < 4; ++column)
            fill(m_cell.right() - 1 - column, m_middle - column, 1, 2 * column + 1);
    }

    QPainter& m_painter;
    QRect m_cell;
    const Theme& m_theme;
    int m_middle;
};

QColor background(const Theme& theme, const QStyleOptionViewItem& option, const QModelIndex& index) {
    if (option.state & QStyle::State_Selected) return theme.accentSoft;
    if (index.data(AnnotationItemModel::HeadingRole).toBool()) return theme.raised;
    if (index.data(AnnotationItemModel::LinkedRole).toBool())
        return Theme::mix(theme.base, theme.accentSoft, 0.6);
    return theme.base;
}

} // namespace

void AnnotationDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const {
    const auto& theme = Theme::of(option.palette);
    const auto* model = static_cast<const AnnotationItemModel*>(index.model());
    painter->save();
    painter->setClipRect(option.rect);
    painter->fillRect(option.rect, background(theme, option, index));
    if (index.column() == 0 && model->isLinked(index.row()))
        painter->fillRect(option.rect.left(), option.rect.top(), 2, option.rect.height(), theme.accent);
    const auto column = static_cast<AnnotationColumn>(index.column());
    const bool isHeading = model->isHeading(index.row());
    if (column == AnnotationColumn::Self && !isHeading) {
        const double heat = model->heatOf(index.row());
        const auto inner = option.rect.adjusted(cellPadding / 2, 0, -cellPadding / 2, 0);
        const int width = heat > 0 ? std::max(1, qRound(inner.width() * heat)) : 0;
        painter->fillRect(inner.left(), inner.bottom() - barHeight + 1, width, barHeight,
                          heatColour(theme, heat));
    }
    if (column == AnnotationColumn::Jumps && !isHeading) {
        if (const auto* code = qobject_cast<const CodeItemModel*>(model))
            JumpPainter(*painter, option.rect, theme).paint(code->jumps(index.row()));
    }
    painter->setFont(option.font);
    const bool isQuiet = index.data(AnnotationItemModel::QuietRole).toBool();
    painter->setPen(isQuiet ? theme.mutedText : theme.text);
    auto textRect = option.rect.adjusted(cellPadding, 0, -cellPadding, 0);
    // A heading is for all columns. In a table that is scrolled sideways, it stays in the visible part.
    if (const auto* table = qobject_cast<const QAbstractItemView*>(option.widget); table && isHeading)
        textRect &= table->viewport()->rect().adjusted(cellPadding, 0, -cellPadding, 0);
    const auto text = option.fontMetrics.elidedText(
        index.data().toString(), isHeading ? Qt::ElideMiddle : Qt::ElideRight, textRect.width());
    const auto alignment = index.data(Qt::TextAlignmentRole).value<Qt::Alignment>();
    painter->drawText(textRect, static_cast<int>(alignment) | Qt::TextSingleLine, text);
    painter->restore();
}

QSize AnnotationDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
    return {0, rowHeight(option.fontMetrics)};
}

int AnnotationDelegate::rowHeight(const QFontMetrics& metrics) {
    return metrics.height() + barHeight + roomOf(2) - 1;
}

int AnnotationDelegate::widthOfLanes(unsigned lanes) {
    return lanes == 0 ? 0 : static_cast<int>(lanes) * laneWidth + arrowRoom + 2;
}

QColor AnnotationDelegate::heatColour(const Theme& theme, double heat) {
    return Theme::mix(theme.user, theme.more, heat);
}

} // namespace candela

#include "moc_annotation_delegate.cpp"
