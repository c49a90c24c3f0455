#include "views/details/wrapped_text.h"

#include "views/widgets/theme.h"

#include <QEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextDocument>

#include <algorithm>

namespace candela {

WrappedText::WrappedText(int maximumLines, QWidget* parent)
    : QTextEdit(parent), m_maximumLines(maximumLines) {
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFrameShape(QFrame::NoFrame);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setTabChangesFocus(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // every line is wrapped
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    document()->setDocumentMargin(0);
    viewport()->setAutoFillBackground(false);
}

void WrappedText::showText(const QString& text) {
    if (toPlainText() != text) setPlainText(text);
    fit();
}

void WrappedText::setLeftToRight() {
    auto option = document()->defaultTextOption();
    option.setTextDirection(Qt::LeftToRight);
    document()->setDefaultTextOption(option);
}

/// The number of lines depends on the width.
void WrappedText::fit() {
    const int maximumHeight = fontMetrics().lineSpacing() * m_maximumLines;
    const auto heightAt = [this](int textWidth) {
        document()->setTextWidth(textWidth);
        return static_cast<int>(document()->size().height()) + 2;
    };
    const int height = heightAt(width());
    const bool scrolls = height > maximumHeight;
    setVerticalScrollBarPolicy(scrolls ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    if (scrolls) heightAt(width() - verticalScrollBar()->sizeHint().width());
    setFixedHeight(std::min(height, maximumHeight));
}

void WrappedText::resizeEvent(QResizeEvent* event) {
    QTextEdit::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) fit();
}

void WrappedText::changeEvent(QEvent* event) {
    QTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange) fit();
}

void WrappedText::paintEvent(QPaintEvent* event) {
    QTextEdit::paintEvent(event);
    if (!hasFocus()) return;
    QPainter painter(viewport());
    painter.setPen(Theme::of(this).accent);
    painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
}

} // namespace candela

#include "moc_wrapped_text.cpp"
