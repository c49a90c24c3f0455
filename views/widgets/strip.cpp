#include "views/widgets/strip.h"

#include "views/widgets/flow_row.h"
#include "views/widgets/layout_density.h"
#include "views/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace candela {

Strip::Strip(Line line, QWidget* parent) : QWidget(parent), m_line(line), m_row(new FlowRow(this)) {
    updateRoom();
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum); // the height follows from the lines
}

QLabel* Strip::addLabel(const QString& text) {
    auto* label = new QLabel(text, this);
    label->setTextFormat(Qt::PlainText);
    label->setForegroundRole(QPalette::PlaceholderText);
    m_row->addWidget(label);
    return label;
}

void Strip::addNamed(const QString& name, QWidget* choice) {
    auto* both = new QWidget(this);
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(m_row->spacing());
    auto* label = new QLabel(name, both);
    label->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(label);
    row->addWidget(choice);
    label->setBuddy(choice);
    if (choice->accessibleName().isEmpty()) choice->setAccessibleName(name);
    m_row->addWidget(both);
}

QToolButton* Strip::addButton(const QString& text, const QString& toolTip) {
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setAutoRaise(true);
    m_row->addWidget(button);
    return button;
}

void Strip::setMargins(const QMargins& margins) {
    m_margins = margins;
    updateRoom();
}

void Strip::updateRoom() {
    m_row->setContentsMargins(m_margins.left(), roomOf(m_margins.top()), m_margins.right(),
                              roomOf(m_margins.bottom()));
    m_row->setSpacing(8);
}

void Strip::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) updateRoom();
}

void Strip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto& theme = Theme::of(this);
    painter.fillRect(rect(), theme.window);
    const int y = m_line == Line::Above ? 0 : height() - 1;
    painter.fillRect(0, y, width(), 1, theme.line);
}

QVBoxLayout* tightColumn(QWidget* widget) {
    auto* column = new QVBoxLayout(widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    return column;
}

} // namespace candela

#include "moc_strip.cpp"
