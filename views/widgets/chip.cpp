#include "views/widgets/chip.h"

#include "views/widgets/layout_density.h"
#include "views/widgets/theme.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace candela {

namespace {

constexpr int chipPadding = 9;
constexpr int crossWidth = 22;
constexpr int maximumChipWidth = 320;

class Cross : public QAbstractButton {
public:
    explicit Cross(QWidget* parent) : QAbstractButton(parent) {
        setAttribute(Qt::WA_Hover);
        setCursor(Qt::PointingHandCursor);
        setFocusPolicy(Qt::TabFocus);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const auto& theme = Theme::of(this);
        const QPointF middle(width() / 2.0 - 1, height() / 2.0);
        const bool isLit = underMouse() || hasFocus();
        if (isLit) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(Theme::mix(theme.accentSoft, theme.accent, 0.25));
            painter.drawEllipse(middle, 8, 8);
        }
        painter.setPen(QPen(isLit ? theme.accent : theme.mutedText, 1.4));
        painter.drawLine(middle + QPointF(-3, -3), middle + QPointF(3, 3));
        painter.drawLine(middle + QPointF(-3, 3), middle + QPointF(3, -3));
    }
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
        if (event->key() == Qt::Key_Space) return QAbstractButton::keyPressEvent(event);
        event->ignore(); // the chip handles the other keys
    }
};

} // namespace

Chip::Chip(const QString& text, Words words, QWidget* parent)
    : QAbstractButton(parent), m_cross(new Cross(this)) {
    setText(text);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_cross->setAccessibleName(tr("Remove the filter: %1").arg(text));
    m_cross->setToolTip(tr("Remove this filter"));
    connect(m_cross, &QAbstractButton::clicked, this, &Chip::removed);
    const bool isEditable = words == Words::Editable;
    setAccessibleName(isEditable ? tr("Edit the filter: %1").arg(text) : text);
    setCursor(isEditable ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setFocusPolicy(isEditable ? Qt::TabFocus : Qt::NoFocus);
    if (isEditable) connect(this, &QAbstractButton::clicked, this, &Chip::edited);
}

QSize Chip::sizeHint() const {
    const int width = fontMetrics().horizontalAdvance(text()) + chipPadding + 2 + crossWidth;
    return {std::min(width, maximumChipWidth), controlHeight(*this)};
}

QSize Chip::minimumSizeHint() const {
    return {std::min(sizeHint().width(), 80), sizeHint().height()};
}

void Chip::resizeEvent(QResizeEvent*) {
    m_cross->setGeometry(width() - crossWidth, 0, crossWidth, height());
}

void Chip::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace) return m_cross->click();
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
    QAbstractButton::keyPressEvent(event);
}

void Chip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto& theme = Theme::of(this);
    const bool isLit = hasFocus() || (underMouse() && focusPolicy() != Qt::NoFocus && !m_cross->underMouse());
    painter.setPen(isLit ? theme.accent : Theme::mix(theme.accentSoft, theme.accent, 0.35));
    painter.setBrush(theme.accentSoft);
    const QRectF outline = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.drawRoundedRect(outline, outline.height() / 2, outline.height() / 2);
    painter.setPen(theme.text);
    const auto inner = rect().adjusted(chipPadding, 0, -crossWidth, 0);
    painter.drawText(inner, Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideMiddle, inner.width()));
}

} // namespace candela

#include "moc_chip.cpp"
