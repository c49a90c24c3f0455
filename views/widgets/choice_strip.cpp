#include "views/widgets/choice_strip.h"

#include "views/widgets/layout_density.h"
#include "views/widgets/theme.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>

namespace candela {

namespace {

enum class Ends { Both, Left, Right, None };

class ChoiceButton : public QAbstractButton {
public:
    ChoiceButton(const QString& text, Ends ends, QWidget* parent) : QAbstractButton(parent), m_ends(ends) {
        setText(text);
        setCheckable(true);
        setAttribute(Qt::WA_Hover);
        setFocusPolicy(Qt::TabFocus);
    }

    QSize sizeHint() const override {
        return {fontMetrics().horizontalAdvance(text()) + 18, controlHeight(*this)};
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const auto& theme = Theme::of(this);
        // A button is rounded only at an end of the strip: on other sides, the rectangle reaches past the
        // edge and is clipped.
        QRectF outline = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
        if (m_ends == Ends::Left || m_ends == Ends::None) outline.setRight(outline.right() + 12);
        if (m_ends == Ends::Right || m_ends == Ends::None) outline.setLeft(outline.left() - 12);
        const bool isLit = underMouse() && isEnabled() && !isChecked();
        painter.setPen(theme.line);
        painter.setBrush(isChecked() ? theme.accentSoft : isLit ? theme.raised : theme.base);
        painter.drawRoundedRect(outline, 4, 4);
        if (m_ends == Ends::Right || m_ends == Ends::None)
            painter.drawLine(QPointF(0.5, 1), QPointF(0.5, height() - 1));
        if (hasFocus()) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(theme.accent);
            painter.drawRoundedRect(QRectF(rect()).adjusted(2.5, 2.5, -2.5, -2.5), 3, 3);
        }
        painter.setPen(!isEnabled()  ? palette().color(QPalette::Disabled, QPalette::ButtonText)
                       : isChecked() ? theme.accent
                                     : theme.text);
        // A narrow window leaves less room than sizeHint().
        painter.drawText(rect(), Qt::AlignCenter,
                         fontMetrics().elidedText(text(), Qt::ElideRight, width() - 6));
    }

private:
    Ends m_ends;
};

} // namespace

ChoiceStrip::ChoiceStrip(const QStringList& choices, QWidget* parent)
    : QWidget(parent), m_buttons(new QButtonGroup(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    for (int choice = 0; choice < choices.size(); ++choice) {
        const bool isFirst = choice == 0;
        const bool isLast = choice == choices.size() - 1;
        auto* button = new ChoiceButton(choices[choice],
                                        isFirst && isLast ? Ends::Both
                                        : isFirst         ? Ends::Left
                                        : isLast          ? Ends::Right
                                                          : Ends::None,
                                        this);
        button->setChecked(isFirst);
        m_buttons->addButton(button, choice);
        layout->addWidget(button);
    }
    connect(m_buttons, &QButtonGroup::idClicked, this, &ChoiceStrip::chosen);
}

int ChoiceStrip::choice() const {
    return m_buttons->checkedId();
}

void ChoiceStrip::setChoice(int choice) {
    if (auto* button = m_buttons->button(choice)) return button->setChecked(true);
    m_buttons->setExclusive(false); // else one stays checked
    if (auto* before = m_buttons->checkedButton()) before->setChecked(false);
    m_buttons->setExclusive(true);
}

void ChoiceStrip::setChoiceToolTip(int choice, const QString& text) {
    m_buttons->button(choice)->setToolTip(text);
}

void ChoiceStrip::setChoiceEnabled(int choice, bool isEnabled) {
    m_buttons->button(choice)->setEnabled(isEnabled);
}

} // namespace candela

#include "moc_choice_strip.cpp"
