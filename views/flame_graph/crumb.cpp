#include "views/flame_graph/crumb.h"

#include "views/text/plain_text.h"
#include "views/text/short_names.h"
#include "views/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace candela {

namespace {

constexpr int crumbPadding = 5;

} // namespace

Crumb::Crumb(QWidget* parent) : QAbstractButton(parent) {
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
}

void Crumb::setNames(const QString& name, const QString& fullName, Role role) {
    setText(name);
    setToolTip(plainToolTip(fullName));
    setAccessibleName(fullName);
    m_role = role;
    // Tab reaches the last name only; arrows lead from there to the others.
    setFocusPolicy(role == Role::Current ? Qt::StrongFocus : Qt::ClickFocus);
    update();
}

int Crumb::widthFor(const QString& name, const QFontMetrics& metrics, int maximum) {
    const auto shown = fittingName(name, metrics, maximum - 2 * crumbPadding);
    return std::min(metrics.horizontalAdvance(shown) + 2 * crumbPadding, maximum);
}

QString Crumb::shownName() const {
    return fittingName(text(), fontMetrics(), width() - 2 * crumbPadding);
}

QSize Crumb::sizeHint() const {
    return {fontMetrics().horizontalAdvance(text()) + 2 * crumbPadding, fontMetrics().height() + 4};
}

void Crumb::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto& theme = Theme::of(this);
    if (underMouse() || hasFocus()) {
        painter.setPen(hasFocus() ? theme.accent : Qt::transparent);
        painter.setBrush(theme.accentSoft);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    }
    painter.setPen(m_role == Role::Current || underMouse() || hasFocus() ? theme.text : theme.mutedText);
    painter.setLayoutDirection(Qt::LayoutDirectionAuto);
    painter.drawText(rect(), Qt::AlignCenter, shownName());
}

} // namespace candela

#include "moc_crumb.cpp"
