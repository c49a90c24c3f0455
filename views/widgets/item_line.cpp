#include "views/widgets/item_line.h"

#include "views/text/plain_text.h"
#include "views/text/short_names.h"
#include "views/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace candela {

namespace {

constexpr int itemGap = 24;
constexpr int minimumNamePart = 3; // a name keeps a third of the width, if it is that long
const QString separator = " · ";

/// The text with module and name shortened until it fits into `width`. Where they are short already, it is
/// too long.
QString shortened(const ItemWords& words, const QFontMetrics& metrics, int width) {
    if (metrics.horizontalAdvance(words.text()) <= width) return words.text();
    auto shown = words;
    shown.name.clear();
    shown.module.clear();
    int left = width - metrics.horizontalAdvance(shown.text());
    const int nameWidth = metrics.horizontalAdvance(words.name);
    if (!words.module.isEmpty()) {
        left -= metrics.horizontalAdvance(separator);
        shown.module =
            metrics.elidedText(words.module, Qt::ElideMiddle, std::max(left / 3, left - nameWidth));
        left -= metrics.horizontalAdvance(shown.module);
    }
    shown.name =
        fittingName(words.name, metrics, std::max(left, std::min(nameWidth, width / minimumNamePart)));
    return shown.text();
}

/// The longest form of the text that fits into `width`: numbers leave it from the end before the name gets
/// too short to be recognized, and then the module.
QString fitted(ItemWords words, const QFontMetrics& metrics, int width) {
    auto text = shortened(words, metrics, width);
    while (metrics.horizontalAdvance(text) > width && !words.numbers.isEmpty()) {
        words.numbers.removeLast();
        if (words.numbers.isEmpty()) words.module.clear();
        text = shortened(words, metrics, width);
    }
    const bool fits = metrics.horizontalAdvance(text) <= width;
    return fits ? text : metrics.elidedText(text, Qt::ElideRight, width);
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

#include "moc_item_line.cpp"
