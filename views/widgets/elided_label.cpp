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

void ElidedLabel::setText(const QString& text, const QString& shorter) {
    m_text = text;
    m_shorter = shorter;
    m_textWidth.reset();
    setToolTip(plainToolTip(text));
    setAccessibleName(text);
    updateGeometry();
    update();
}

/// Layouts ask for the size dozens of times after a change of the font, and measuring shapes the whole text.
int ElidedLabel::textWidth() const {
    if (!m_textWidth) m_textWidth = fontMetrics().horizontalAdvance(m_text);
    return *m_textWidth;
}

QSize ElidedLabel::sizeHint() const {
    return {textWidth() + 2, fontMetrics().height() + 2};
}

QSize ElidedLabel::minimumSizeHint() const {
    const int width = m_shortening == Shortening::Parts ? 0 : fontMetrics().averageCharWidth() * 6;
    return {width, fontMetrics().height() + 2};
}

QString ElidedLabel::shownText() const {
    const auto metrics = fontMetrics();
    if (m_shortening == Shortening::Middle) {
        const bool isShorter = !m_shorter.isEmpty() && metrics.horizontalAdvance(m_text) > width();
        return metrics.elidedText(isShorter ? m_shorter : m_text, Qt::ElideMiddle, width());
    }
    auto parts = m_text.split(partSeparator);
    if (parts.size() == 1) {
        const auto elided = metrics.elidedText(m_text, Qt::ElideMiddle, width());
        return elided == ellipsis ? QString() : elided;
    }
    auto shown = m_text;
    while (metrics.horizontalAdvance(shown) > width() && !parts.isEmpty()) {
        parts.removeLast();
        shown = (parts + QStringList(ellipsis)).join(partSeparator);
    }
    return parts.isEmpty() ? QString() : shown;
}

void ElidedLabel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) m_textWidth.reset();
    QFrame::changeEvent(event);
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto role = foregroundRole() == QPalette::NoRole ? QPalette::WindowText : foregroundRole();
    painter.setPen(palette().color(role));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, shownText());
}

} // namespace candela

#include "moc_elided_label.cpp"
