#include "app/window/message_bar.h"

#include "app/window/line_icon.h"
#include "views/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace candela {
namespace {

constexpr int iconPlace = 44;

QColor edgeColour(MessageBar::Kind kind, const Theme& theme) {
    return kind == MessageBar::Kind::Note ? theme.accent : theme.warning;
}

} // namespace

QString asSentence(const QString& text) {
    if (text.isEmpty()) return text;
    auto sentence = text;
    sentence[0] = sentence[0].toUpper();
    static const QString ends = ".!?…";
    return ends.contains(sentence.back()) ? sentence : sentence + '.';
}

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), m_sentence(new QLabel(this)), m_hint(new QLabel(this)), m_buttons(new QHBoxLayout) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(iconPlace, 8, 8, 9);
    row->setSpacing(12);
    auto* words = new QVBoxLayout;
    words->setSpacing(1);
    for (auto* label : {m_sentence, m_hint}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        words->addWidget(label);
    }
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    row->addLayout(words, 1);
    m_buttons->setSpacing(8);
    row->addLayout(m_buttons);
    auto* close = new QToolButton(this);
    close->setIcon(lineIcon("cross"));
    close->setIconSize({14, 14});
    close->setAutoRaise(true);
    close->setToolTip(tr("Hide"));
    close->setAccessibleName(tr("Hide this message"));
    connect(close, &QToolButton::clicked, this, &MessageBar::clear);
    row->addWidget(close, 0, Qt::AlignTop);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    hide();
}

void MessageBar::showMessage(Kind kind, const QString& sentence, const QString& hint) {
    clear();
    m_kind = kind;
    m_sentence->setText(asSentence(sentence));
    m_hint->setText(asSentence(hint));
    m_hint->setVisible(!hint.isEmpty());
    setAccessibleName(m_sentence->text());
    setAccessibleDescription(m_hint->text());
    show();
    update();
}

void MessageBar::showError(const QString& subject, const Error& error) {
    const auto message = QString::fromStdString(error.message);
    showMessage(Kind::Error, subject.isEmpty() ? message : subject + ": " + message,
                QString::fromStdString(error.hint));
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
    m_sentence->clear();
    m_hint->clear();
    hide();
}

QString MessageBar::sentence() const {
    return m_sentence->text();
}

QString MessageBar::hint() const {
    return m_hint->text();
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
