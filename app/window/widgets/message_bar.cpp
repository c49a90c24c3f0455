#include "app/window/widgets/message_bar.h"

#include "app/window/widgets/line_icon.h"
#include "views/text/plain_text.h"
#include "views/text/short_text.h"
#include "views/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace candela {
namespace {

constexpr int iconColumnWidth = 44;

QColor edgeColour(MessageBar::Kind kind, const Theme& theme) {
    return kind == MessageBar::Kind::Note ? theme.accent : theme.warning;
}

/// Shortens each sentence of a text that has names of any length; a text of many sentences is shown whole.
void showShort(QLabel* label, const QString& text) {
    constexpr qsizetype maximumLetters = 320;
    static const QRegularExpression betweenSentences(R"((?<=[.!?…])(?= )|(?<=\n))");
    QString shown;
    for (const auto& sentence : text.split(betweenSentences))
        shown += shortText(sentence, maximumLetters);
    label->setText(shown);
    label->setToolTip(shown == text ? QString() : plainToolTip(text));
}

QString withFullStop(const QString& text) {
    static const QString ends = ".!?…";
    return ends.contains(text.back()) ? text : text + '.';
}

} // namespace

QString asSentence(const QString& text) {
    if (text.isEmpty()) return text;
    auto sentence = withFullStop(text);
    sentence[0] = sentence[0].toUpper();
    return sentence;
}

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), m_scroll(new QScrollArea(this)), m_sentence(new QLabel(this)), m_hint(new QLabel(this)),
      m_buttons(new QHBoxLayout) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(iconColumnWidth, 8, 8, 9);
    row->setSpacing(12);
    auto* texts = new QWidget;
    auto* words = new QVBoxLayout(texts);
    words->setContentsMargins(0, 0, 0, 0);
    words->setSpacing(1);
    for (auto* label : {m_sentence, m_hint}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        words->addWidget(label);
    }
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(texts);
    // The bar's own colour shows behind the texts.
    texts->setAutoFillBackground(false);
    m_scroll->viewport()->setAutoFillBackground(false);
    row->addWidget(m_scroll, 1);
    m_buttons->setSpacing(8);
    row->addLayout(m_buttons);
    auto* close = new QToolButton(this);
    close->setIcon(lineIcon("cross"));
    close->setIconSize({14, 14});
    close->setAutoRaise(true);
    close->setToolTip(tr("Hide"));
    close->setAccessibleName(tr("Hide this message"));
    connect(close, &QToolButton::clicked, this, &MessageBar::clear);
    connect(close, &QToolButton::clicked, this, &MessageBar::hidden);
    row->addWidget(close, 0, Qt::AlignTop);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    hide();
}

void MessageBar::showMessage(Kind kind, const QString& sentence, const QString& hint) {
    clear();
    m_kind = kind;
    setTexts(asSentence(sentence), asSentence(hint));
}

void MessageBar::setTexts(const QString& sentence, const QString& hint) {
    m_sentenceText = sentence;
    m_hintText = hint;
    showShort(m_sentence, sentence);
    showShort(m_hint, hint);
    m_hint->setVisible(!hint.isEmpty());
    setAccessibleName(sentence);
    setAccessibleDescription(hint);
    show();
    fitHeight();
    update();
}

void MessageBar::showError(const QString& subject, const Error& error) {
    clear();
    addError(subject, error);
}

void MessageBar::addError(const QString& subject, const Error& error) {
    if (m_errors.isEmpty()) clear();
    const auto message = modelText(error.message);
    const auto hint = asSentence(modelText(error.hint));
    // The name of a file keeps its first letter.
    m_errors << (subject.isEmpty() ? asSentence(message) : withFullStop(plainText(subject) + ": " + message));
    if (!hint.isEmpty() && !m_hints.contains(hint)) m_hints << hint;
    m_kind = Kind::Error;
    setTexts(m_errors.join('\n'), m_hints.join(' '));
}

/// Makes it as high as its texts, up to some lines.
void MessageBar::fitHeight() {
    constexpr int maximumLines = 8;
    const auto* texts = m_scroll->widget();
    const int width = m_scroll->width();
    const int wanted = texts->hasHeightForWidth() ? texts->heightForWidth(width) : texts->sizeHint().height();
    m_scroll->setFixedHeight(std::min(wanted, maximumLines * fontMetrics().lineSpacing()));
}

void MessageBar::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    fitHeight();
}

void MessageBar::addButton(const QString& text, std::function<void()> clicked) {
    auto* button = new QPushButton(text, this);
    connect(button, &QPushButton::clicked, this, [clicked = std::move(clicked)] { clicked(); });
    m_buttons->addWidget(button);
    button->show();
}

void MessageBar::clear() {
    while (auto* item = m_buttons->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    m_sentenceText.clear();
    m_hintText.clear();
    showShort(m_sentence, {});
    showShort(m_hint, {});
    m_errors.clear();
    m_hints.clear();
    hide();
}

void MessageBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto& theme = Theme::of(this);
    const auto edge = edgeColour(m_kind, theme);
    painter.fillRect(rect(), Theme::mix(theme.base, edge, 0.10));
    painter.fillRect(0, 0, 4, height(), edge);
    painter.fillRect(0, height() - 1, width(), 1, theme.line);
    const auto* icon = m_kind == Kind::Note ? "information" : "warning";
    paintLineIcon(painter, QRectF(14, 9, 20, 20), icon, edge);
}

} // namespace candela

#include "moc_message_bar.cpp"
