#include "app/window/widgets/action_card.h"

#include "app/window/widgets/line_icon.h"
#include "views/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace candela {
namespace {

constexpr int margin = 16;
constexpr int iconEdge = 24;

} // namespace

ActionCard::ActionCard(const QString& icon, const QString& title, const QString& description, QWidget* parent)
    : QAbstractButton(parent), m_icon(icon), m_description(description) {
    setText(title);
    setAccessibleDescription(description);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QFont ActionCard::titleFont() const {
    auto large = font();
    large.setPointSizeF(large.pointSizeF() * 1.1);
    large.setWeight(QFont::DemiBold);
    return large;
}

QSize ActionCard::sizeHint() const {
    const int line = fontMetrics().lineSpacing();
    const int title = QFontMetrics(titleFont()).horizontalAdvance(text()) + 2 * margin + 2;
    return {std::max(title, fontMetrics().averageCharWidth() * 22),
            margin * 2 + iconEdge + 10 + QFontMetrics(titleFont()).lineSpacing() + line * 3};
}

void ActionCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto& theme = Theme::of(this);
    auto fill = theme.base;
    if (underMouse()) fill = Theme::mix(theme.base, theme.accentSoft, 0.5);
    if (isDown()) fill = theme.accentSoft;
    painter.setBrush(fill);
    painter.setPen(QPen(hasFocus() || underMouse() ? theme.accent : theme.line, hasFocus() ? 2 : 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 8, 8);
    paintLineIcon(painter, QRectF(margin, margin, iconEdge, iconEdge), m_icon, theme.accent);
    painter.setFont(titleFont());
    painter.setPen(theme.text);
    QRect words(margin, margin + iconEdge + 8, width() - 2 * margin, painter.fontMetrics().lineSpacing());
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, text());
    painter.setFont(font());
    painter.setPen(theme.mutedText);
    words = QRect(margin, words.bottom() + 3, words.width(), height() - words.bottom() - 8);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_description);
}

void ActionCard::enterEvent(QEnterEvent*) {
    update();
}

void ActionCard::leaveEvent(QEvent*) {
    update();
}

} // namespace candela

#include "moc_action_card.cpp"
