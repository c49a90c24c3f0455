#include "views/widgets/elided_label.h"

#include "views/text/plain_text.h"

#include <QPainter>

namespace candela {

namespace {

const QString partSeparator = " · ";
const QString ellipsis = "…";

} // namespace

ElidedLabel::ElidedLabel(const QString& text, QWidget* parent, Shortening shortening)
    : QFrame(parent), m_shortening(shortening) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setText(text);
}

void ElidedLabel::setText(const QString& text) {
    m_text = text;
    setToolTip(plainToolTip(text));
    setAccessibleName(text);
    updateGeometry();
    update();
}

QSize ElidedLabel::sizeHint() const {
    return {fontMetrics().horizontalAdvance(m_text) + 2, fontMetrics().height() + 2};
}

QSize ElidedLabel::minimumSizeHint() const {
    if (m_shortening == Shortening::Parts)
        return {m_text.isEmpty() ? 0 : fontMetrics().horizontalAdvance(ellipsis) + 2, sizeHint().height()};
    return {fontMetrics().averageCharWidth() * 6, sizeHint().height()};
}

QString ElidedLabel::shownText() const {
    const auto metrics = fontMetrics();
    if (m_shortening == Shortening::Middle) return metrics.elidedText(m_text, Qt::ElideMiddle, width());
    auto parts = m_text.split(partSeparator);
    auto shown = m_text;
    while (metrics.horizontalAdvance(shown) > width() && !parts.isEmpty()) {
        parts.removeLast();
        shown = (parts + QStringList(ellipsis)).join(partSeparator);
    }
    return shown;
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto role = foregroundRole() == QPalette::NoRole ? QPalette::WindowText : foregroundRole();
    painter.setPen(palette().color(role));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, shownText());
}

} // namespace candela
