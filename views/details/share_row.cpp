#include "views/details/share_row.h"

#include "views/text/plain_text.h"
#include "views/text/short_names.h"
#include "views/widgets/theme.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace candela {

namespace {
constexpr int padding = 4;
constexpr int shareGap = 8;
} // namespace

ShareRow::ShareRow(Kind kind, QWidget* parent) : QAbstractButton(parent), m_kind(kind) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setFocusPolicy(kind == Kind::Link ? Qt::StrongFocus : Qt::TabFocus);
    setAttribute(Qt::WA_Hover, kind == Kind::Link);
    if (kind == Kind::Link) setCursor(Qt::PointingHandCursor);
}

void ShareRow::setWords(const ShareWords& words) {
    if (words == m_words) return;
    m_words = words;
    setAccessibleName(tr("%1, %2, %3").arg(words.name, words.weight, words.shareText));
    setToolTip(plainToolTip(words.name));
    update();
}

QSize ShareRow::sizeHint() const {
    return {fontMetrics().averageCharWidth() * 34, fontMetrics().height() + 5};
}

QSize ShareRow::minimumSizeHint() const {
    return {fontMetrics().averageCharWidth() * 24, sizeHint().height()};
}

void ShareRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto& theme = Theme::of(this);
    const bool isHot = m_kind == Kind::Link && isEnabled() && (underMouse() || hasFocus());
    if (isHot) painter.fillRect(rect(), theme.accentSoft);
    const double share = std::clamp(m_words.share, 0.0, 1.0);
    if (share > 0) painter.fillRect(0, height() - 3, std::max(1, qRound(width() * share)), 2, theme.bar);
    if (hasFocus()) {
        painter.setPen(theme.accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
    const auto numbers = m_words.weight + "  " + m_words.shareText;
    const int numbersWidth = fontMetrics().horizontalAdvance(numbers);
    const auto area = rect().adjusted(padding, 0, -padding, -2);
    painter.setPen(theme.mutedText);
    painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, numbers);
    painter.setPen(m_kind == Kind::Link && isEnabled() ? theme.accent : theme.text);
    const int room = area.width() - numbersWidth - shareGap;
    // Names of processes are not shortened: their number in parentheses looks like a function's parameters.
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                     m_kind == Kind::Link ? fittingName(m_words.name, fontMetrics(), room)
                                          : fontMetrics().elidedText(m_words.name, Qt::ElideMiddle, room));
}

void ShareRow::keyPressEvent(QKeyEvent* event) {
    if (m_kind == Kind::Link && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        return click();
    QAbstractButton::keyPressEvent(event);
}

} // namespace candela

#include "moc_share_row.cpp"
