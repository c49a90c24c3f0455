#include "views/widgets/item_line.h"

#include "views/text/plain_text.h"
#include "views/text/short_names.h"
#include "views/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace candela {

namespace {

constexpr int itemGap = 24;
const QString separator = " · ";

/// The longest form of the text that fits into `width`.
QString fitted(const ItemWords& words, const QFontMetrics& metrics, int width) {
    auto shown = words;
    const int excess = metrics.horizontalAdvance(words.text()) - width;
    if (excess <= 0) return words.text();
    shown.name.clear();
    shown.module.clear();
    const bool hasModule = !words.module.isEmpty();
    int left = width - metrics.horizontalAdvance(shown.text() + separator);
    const int nameWidth = metrics.horizontalAdvance(words.name);
    if (hasModule) {
        left -= metrics.horizontalAdvance(separator);
        shown.module =
            metrics.elidedText(words.module, Qt::ElideMiddle, std::max(left / 3, left - nameWidth));
        left -= metrics.horizontalAdvance(shown.module);
    }
    shown.name = fittingName(words.name, metrics, left);
    return shown.text();
}

} // namespace

QString ItemWords::text() const {
    QStringList parts{name};
    if (!module.isEmpty()) parts << module;
    parts << numbers;
    const auto joined = parts.join(separator);
    return title.isEmpty() ? joined : title + " " + joined;
}

ItemLine::ItemLine(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    setForegroundRole(QPalette::PlaceholderText);
}

void ItemLine::setItems(std::vector<ItemWords> items) {
    if (items == m_items && m_hint.isEmpty()) return;
    m_items = std::move(items);
    m_hint.clear();
    QStringList texts;
    for (const auto& item : m_items)
        texts << item.text();
    setWords(texts.join('\n'));
}

void ItemLine::setHint(const QString& hint) {
    m_items.clear();
    m_hint = hint;
    setWords(hint);
}

void ItemLine::setWords(const QString& all) {
    setAccessibleName(all);
    setToolTip(plainToolTip(all));
    update();
}

QStringList ItemLine::shownTexts() const {
    if (m_items.empty()) return {fontMetrics().elidedText(m_hint, Qt::ElideRight, width())};
    const auto count = static_cast<int>(m_items.size());
    QStringList texts;
    for (const auto& item : m_items)
        texts << fitted(item, fontMetrics(), (width() - (count - 1) * itemGap) / count);
    return texts;
}

QSize ItemLine::sizeHint() const {
    return {fontMetrics().averageCharWidth() * 40, fontMetrics().height()};
}

QSize ItemLine::minimumSizeHint() const {
    return {fontMetrics().averageCharWidth() * 10, fontMetrics().height()};
}

void ItemLine::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const auto texts = shownTexts();
    const auto count = static_cast<int>(texts.size());
    for (int item = 0; item < count; ++item) {
        const int left = item * (width() + itemGap) / count;
        painter.drawText(QRect(left, 0, width() - left, height()), Qt::AlignLeft | Qt::AlignVCenter,
                         texts[item]);
    }
}

} // namespace candela
