#include "views/tables/weight_delegate.h"

#include "views/tables/weight_columns.h"
#include "views/text/short_names.h"
#include "views/widgets/layout_density.h"
#include "views/widgets/theme.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace candela {

namespace {
constexpr int padding = 6;

/// Shares are bars from the left, differences bars from the middle.
void paintBar(QPainter& painter, const Theme& theme, const QRect& cell, const QModelIndex& index) {
    const auto inner = cell.adjusted(padding / 2, 3, -padding / 2, -3);
    const auto widthOf = [](double part, int whole) {
        return part > 0 ? std::max(1, qRound(whole * std::min(part, 1.0))) : 0;
    };
    if (const auto share = index.data(ShareRole); share.isValid()) {
        const bool isSelf = index.column() == static_cast<int>(WeightColumn::SelfShare);
        const int width = widthOf(share.toDouble(), inner.width());
        painter.fillRect(inner.left(), inner.top(), width, inner.height(),
                         isSelf ? theme.barSelf : theme.bar);
    }
    if (const auto difference = index.data(DifferenceRole); difference.isValid()) {
        const double part = difference.toDouble();
        const int middle = inner.center().x();
        const int width = widthOf(std::abs(part), inner.width() / 2);
        const auto colour = index.data(NeutralRole).toBool()
                                ? Theme::mix(theme.base, theme.mutedText, 0.3)
                                : Theme::mix(theme.base, part < 0 ? theme.less : theme.more, 0.55);
        painter.fillRect(part < 0 ? middle - width : middle, inner.top(), width, inner.height(), colour);
    }
}

} // namespace

void WeightDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const auto text = std::exchange(cell.text, QString());
    cell.state &= ~QStyle::State_HasFocus;
    const auto& theme = Theme::of(option.palette);
    const bool isSelected = option.state & QStyle::State_Selected;
    // The selected row is tinted instead of inverted, so that bars and marks stay readable.
    cell.state &= ~(QStyle::State_Selected | QStyle::State_MouseOver);
    painter->save();
    if (isSelected) {
        painter->fillRect(option.rect, theme.accentSoft);
    } else if (option.state & QStyle::State_MouseOver) {
        painter->fillRect(option.rect, Theme::mix(theme.base, theme.raised, 0.6));
    } else if (const auto shade = index.data(Qt::BackgroundRole); shade.isValid()) {
        painter->fillRect(option.rect, shade.value<QColor>());
    }
    paintBar(*painter, theme, option.rect, index);
    const auto textRect = option.rect.adjusted(padding, 0, -padding, 0);
    const bool isName = index.column() == 0;
    const auto elide = index.data(ElideRole);
    const auto mode = elide.isValid() ? elide.value<Qt::TextElideMode>() : Qt::ElideMiddle;
    const auto shown = isName ? fittingName(text, option.fontMetrics, textRect.width())
                              : option.fontMetrics.elidedText(text, mode, textRect.width());
    if (isName && index.data(MatchRole).toBool()) {
        const int width = std::min(option.fontMetrics.horizontalAdvance(shown) + 4, option.rect.width());
        painter->fillRect(QRect(textRect.left() - 2, option.rect.top() + 2, width, option.rect.height() - 4),
                          theme.match);
    }
    painter->setFont(option.font);
    painter->setPen(index.data(QuietRole).toBool() ? theme.mutedText : theme.text);
    painter->drawText(textRect, static_cast<int>(cell.displayAlignment), shown);
    painter->restore();
}

QSize WeightDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    auto size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(option.fontMetrics.height() + roomOf(6));
    return size;
}

} // namespace candela

#include "moc_weight_delegate.cpp"
