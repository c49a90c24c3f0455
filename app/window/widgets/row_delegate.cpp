#include "app/window/widgets/row_delegate.h"

#include "views/widgets/layout_density.h"
#include "views/widgets/theme.h"

#include <QPainter>
#include <QStyle>
#include <QWidget>

namespace candela {
namespace {

constexpr int room = 5;
constexpr int sideRoom = 3; // in addition to the style's own, as in the header

} // namespace

void RowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given,
                        const QModelIndex& index) const {
    auto option = given;
    option.rect.adjust(sideRoom, 0, -sideRoom, 0);
    QStyledItemDelegate::paint(painter, option, index);
    if (!index.data(Qt::CheckStateRole).isValid()) return;
    initStyleOption(&option, index);
    const auto box =
        option.widget->style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, option.widget);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Theme::of(option.palette).mutedText);
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    painter->restore();
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto size = QStyledItemDelegate::sizeHint(option, index);
    return {size.width() + 2 * sideRoom, option.fontMetrics.height() + 2 * roomOf(room)};
}

} // namespace candela

#include "moc_row_delegate.cpp"
