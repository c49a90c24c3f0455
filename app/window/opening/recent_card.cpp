#include "app/window/opening/recent_card.h"

#include "app/window/widgets/line_icon.h"
#include "views/widgets/theme.h"

#include <QImage>
#include <QListView>
#include <QPainter>

#include <algorithm>

namespace candela {

namespace {

constexpr int margin = 10;           // inside of a card
constexpr double pictureShape = 2.6; // width to height

QFont titleFont(QFont font) {
    font.setWeight(QFont::DemiBold);
    return font;
}

int pictureHeight(int cardWidth) {
    return static_cast<int>((cardWidth - 2 * margin) / pictureShape);
}

/// The flame graph; without one, an icon in its middle.
void paintPicture(QPainter& painter, const QRect& rect, const QImage& picture, const Theme& theme) {
    if (!picture.isNull()) {
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawImage(rect, picture);
        return;
    }
    painter.fillRect(rect, theme.raised);
    QRectF icon(0, 0, 24, 24);
    icon.moveCenter(QRectF(rect).center());
    paintLineIcon(painter, icon, "folder", theme.mutedText);
}

} // namespace

QSize RecentCard::cellSize(const QFont& font, int width) {
    const QFontMetrics metrics(font);
    const int minimumWidth = metrics.averageCharWidth() * 30 + gap;
    const int cell = width / std::clamp(width / minimumWidth, 1, 4);
    return {cell, pictureHeight(cell - gap) + 3 * metrics.lineSpacing() + 3 * margin + gap};
}

QSize RecentCard::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
    const auto* list = qobject_cast<const QListView*>(option.widget);
    return list ? list->gridSize() : QSize();
}

void RecentCard::paint(QPainter* painter, const QStyleOptionViewItem& option,
                       const QModelIndex& index) const {
    const auto& theme = Theme::of(option.palette);
    const bool isSelected = option.state & QStyle::State_Selected;
    const bool isCurrent = option.state & QStyle::State_HasFocus;
    const bool isHovered = option.state & QStyle::State_MouseOver;
    const auto card = option.rect.adjusted(0, 0, -gap, -gap);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(isSelected  ? theme.accentSoft
                      : isHovered ? Theme::mix(theme.base, theme.accentSoft, 0.5)
                                  : theme.base);
    painter->setPen(
        QPen(isSelected || isCurrent || isHovered ? theme.accent : theme.line, isCurrent ? 2 : 1));
    painter->drawRoundedRect(QRectF(card).adjusted(1, 1, -1, -1), 8, 8);
    const auto inside = card.adjusted(margin, margin, -margin, -margin);
    const bool isLight = theme.scheme == ColourScheme::Light;
    paintPicture(*painter, QRect(inside.left(), inside.top(), inside.width(), pictureHeight(card.width())),
                 index.data(isLight ? LightRole : DarkRole).value<QImage>(), theme);
    QRect line(inside.left(), inside.top() + pictureHeight(card.width()) + margin - 2, inside.width(),
               option.fontMetrics.lineSpacing());
    const auto write = [&](const QString& text, const QFont& font, const QColor& colour) {
        painter->setFont(font);
        painter->setPen(colour);
        painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(text, Qt::ElideMiddle, line.width()));
        line.translate(0, line.height());
    };
    write(index.data(Qt::DisplayRole).toString(), titleFont(option.font), theme.text);
    write(index.data(FactsRole).toString(), option.font, theme.mutedText);
    write(index.data(WrittenRole).toString(), option.font, theme.mutedText);
    painter->restore();
}

} // namespace candela
