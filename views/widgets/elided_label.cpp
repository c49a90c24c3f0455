#include "views/widgets/elided_label.h"

#include "views/text/plain_text.h"

#include <QEvent>
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
    m_widths.reset();
    setToolTip(plainToolTip(text));
    setAccessibleName(text);
    updateGeometry();
    update();
}

/// Layouts ask for the size dozens of times after a change of the font, and measuring shapes the whole text.
const ElidedLabel::Widths& ElidedLabel::widths() const {
    if (!m_widths) {
        const auto metrics = fontMetrics();
        m_widths = {metrics.horizontalAdvance(m_text), metrics.horizontalAdvance(ellipsis)};
    }
    return *m_widths;
}

QSize ElidedLabel::sizeHint() const {
    return {widths().text + 2, fontMetrics().height() + 2};
}

QSize ElidedLabel::minimumSizeHint() const {
    const int height = fontMetrics().height() + 2;
    if (m_shortening == Shortening::Parts) return {m_text.isEmpty() ? 0 : widths().ellipsis + 2, height};
    return {fontMetrics().averageCharWidth() * 6, height};
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

void ElidedLabel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) m_widths.reset();
    QFrame::changeEvent(event);
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto role = foregroundRole() == QPalette::NoRole ? QPalette::WindowText : foregroundRole();
    painter.setPen(palette().color(role));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, shownText());
}

} // namespace candela
