#include "views/chip.h"

#include "views/theme.h"

#include <QPainter>

#include <algorithm>

namespace candela {

namespace {
constexpr int padding = 9;
constexpr int crossSpace = 16;
constexpr int widestChip = 320;
} // namespace

Chip::Chip(const QString& text, QWidget* parent) : QAbstractButton(parent) {
    setText(text);
    setAccessibleName(tr("Remove the filter: %1").arg(text));
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

QSize Chip::sizeHint() const {
    const int width = fontMetrics().horizontalAdvance(text()) + 2 * padding + crossSpace + 2;
    return {std::min(width, widestChip), fontMetrics().height() + 8};
}

QSize Chip::minimumSizeHint() const {
    return {std::min(sizeHint().width(), 80), sizeHint().height()};
}

void Chip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto& theme = Theme::of(this);
    const bool isLit = underMouse() || hasFocus();
    painter.setPen(isLit ? theme.accent : Theme::mix(theme.accentSoft, theme.accent, 0.35));
    painter.setBrush(theme.accentSoft);
    const QRectF outline = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.drawRoundedRect(outline, outline.height() / 2, outline.height() / 2);
    painter.setPen(theme.text);
    const auto inner = rect().adjusted(padding, 0, -padding - crossSpace, 0);
    painter.drawText(inner, Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideMiddle, inner.width()));
    painter.setPen(QPen(isLit ? theme.accent : theme.mutedText, 1.4));
    const QPointF middle(width() - padding - 4, height() / 2.0);
    painter.drawLine(middle + QPointF(-3, -3), middle + QPointF(3, 3));
    painter.drawLine(middle + QPointF(-3, 3), middle + QPointF(3, -3));
}

} // namespace candela
