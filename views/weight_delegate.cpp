#include "views/weight_delegate.h"

#include "views/short_names.h"
#include "views/theme.h"
#include "views/weight_columns.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace candela {

namespace {
constexpr int padding = 6;
} // namespace

void WeightDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const auto text = std::exchange(cell.text, QString());
    cell.state &= ~QStyle::State_HasFocus;
    const auto& theme = Theme::of(option.palette);
    const bool isSelected = option.state & QStyle::State_Selected;
    // The selected row is tinted instead of inverted, so that bars and marks stay readable on it.
    cell.state &= ~(QStyle::State_Selected | QStyle::State_MouseOver);
    painter->save();
    if (isSelected) {
        painter->fillRect(option.rect, theme.accentSoft);
    } else if (option.state & QStyle::State_MouseOver) {
        painter->fillRect(option.rect, Theme::mix(theme.base, theme.raised, 0.6));
    }
    const auto share = index.data(ShareRole);
    if (share.isValid()) {
        const auto inner = option.rect.adjusted(padding / 2, 3, -padding / 2, -3);
        const double part = std::clamp(share.toDouble(), 0.0, 1.0);
        const bool isSelf = index.column() == static_cast<int>(WeightColumn::SelfShare);
        const int width = part > 0 ? std::max(1, qRound(inner.width() * part)) : 0;
        painter->fillRect(QRect(inner.left(), inner.top(), width, inner.height()),
                          isSelf ? theme.barSelf : theme.bar);
    }
    const auto textRect = option.rect.adjusted(padding, 0, -padding, 0);
    const bool isName = index.column() == 0;
    const auto shown = isName ? fittingName(text, option.fontMetrics, textRect.width())
                              : option.fontMetrics.elidedText(text, Qt::ElideMiddle, textRect.width());
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
    size.setHeight(option.fontMetrics.height() + 6);
    return size;
}

} // namespace candela
