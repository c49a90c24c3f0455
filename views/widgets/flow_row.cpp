#include "views/widgets/flow_row.h"

#include <QWidget>

#include <algorithm>

namespace candela {

FlowRow::FlowRow(QWidget* parent) : QLayout(parent) {}

FlowRow::~FlowRow() {
    for (const auto& item : m_items)
        delete item.item;
}

/// The preferred width of an item; the minimum width if it accepts any width.
int FlowRow::Item::width() const {
    if (isSpace()) return item->sizeHint().width();
    const auto policy = item->widget()->sizePolicy().horizontalPolicy();
    return policy == QSizePolicy::Ignored ? item->minimumSize().width() : item->sizeHint().width();
}

int FlowRow::Item::narrowest() const {
    const bool mayShrink =
        !isSpace() && item->widget()->sizePolicy().horizontalPolicy() == QSizePolicy::Maximum;
    return mayShrink ? std::min(width(), item->minimumSize().width()) : width();
}

void FlowRow::addWidget(QWidget* widget, int stretch) {
    insertWidget(count(), widget, stretch);
}

void FlowRow::insertWidget(int position, QWidget* widget, int stretch) {
    addChildWidget(widget);
    insert(position, {new QWidgetItem(widget), stretch});
}

void FlowRow::addStretch(int stretch) {
    insert(count(), {new QSpacerItem(0, 0), stretch});
}

void FlowRow::addSpacing(int pixels) {
    insert(count(), {new QSpacerItem(pixels, 0), 0});
}

void FlowRow::addItem(QLayoutItem* item) {
    insert(count(), {item, 0});
}

void FlowRow::insert(int position, Item item) {
    m_items.insert(m_items.begin() + position, item);
    invalidate();
}

QLayoutItem* FlowRow::itemAt(int position) const {
    return position >= 0 && position < count() ? m_items[static_cast<std::size_t>(position)].item : nullptr;
}

QLayoutItem* FlowRow::takeAt(int position) {
    auto* item = itemAt(position);
    if (item) m_items.erase(m_items.begin() + position);
    invalidate();
    return item;
}

int FlowRow::gap(const Line& line, const Item& next) const {
    const bool isBetweenWidgets =
        !next.isSpace() && std::ranges::any_of(line.items, [](const Item& item) { return !item.isSpace(); });
    return isBetweenWidgets ? spacing() : 0;
}

void FlowRow::add(Line& line, const Item& item) const {
    const int space = gap(line, item);
    line.width += space + item.width();
    line.narrowest += space + item.narrowest();
    line.height = std::max(line.height, item.item->sizeHint().height());
    line.items.push_back(item);
}

std::vector<FlowRow::Line> FlowRow::lines(int width) const {
    std::vector<Line> found;
    for (const auto& item : m_items) {
        if (!item.isSpace() && item.item->isEmpty()) continue; // hidden
        const bool isFull = !found.empty() && !item.isSpace() && found.back().height > 0 &&
                            found.back().narrowest + gap(found.back(), item) + item.narrowest() > width;
        if (found.empty() || isFull) found.emplace_back();
        add(found.back(), item);
    }
    return found;
}

QSize FlowRow::sizeHint() const {
    Line line;
    for (const auto& item : m_items)
        if (item.isSpace() || !item.item->isEmpty()) add(line, item);
    const auto margins = contentsMargins();
    return QSize(line.width, line.height).grownBy(margins);
}

QSize FlowRow::minimumSize() const {
    QSize size;
    for (const auto& item : m_items)
        if (!item.isSpace() && !item.item->isEmpty()) size = size.expandedTo(item.item->minimumSize());
    return size.grownBy(contentsMargins());
}

int FlowRow::heightForWidth(int width) const {
    const auto margins = contentsMargins();
    const auto all = lines(width - margins.left() - margins.right());
    int height =
        margins.top() + margins.bottom() + spacing() / 2 * std::max<int>(static_cast<int>(all.size()) - 1, 0);
    for (const auto& line : all)
        height += line.height;
    return height;
}

void FlowRow::setGeometry(const QRect& area) {
    QLayout::setGeometry(area);
    const auto inner = area.marginsRemoved(contentsMargins());
    const auto all = lines(inner.width());
    int top = inner.top();
    for (const auto& line : all) {
        // A single line takes the available height, as in a box layout.
        const int height = all.size() == 1 ? inner.height() : line.height;
        setLineGeometry(line, {inner.left(), top, inner.width(), height});
        top += height + spacing() / 2;
    }
}

void FlowRow::setLineGeometry(const Line& line, const QRect& area) const {
    int stretches = 0;
    for (const auto& item : line.items)
        stretches += item.stretch;
    int free = area.width() - line.width; // negative: items have to become narrower
    int slack = line.width - line.narrowest;
    int left = area.left();
    Line before;
    for (const auto& item : line.items) {
        left += gap(before, item);
        before.items.push_back(item);
        int width = item.width();
        if (free > 0 && item.stretch > 0) {
            const int share = free * item.stretch / stretches;
            width += share;
            free -= share;
            stretches -= item.stretch;
        } else if (const int own = width - item.narrowest(); free < 0 && own > 0) {
            const int less = std::min(own, -free * own / slack);
            width -= less;
            free += less;
            slack -= own;
        } else if (free < -slack && !item.isSpace()) { // one widget alone is too wide
            const int less =
                std::min(-free - slack, width - std::min(width, item.item->minimumSize().width()));
            width -= less;
            free += less;
        }
        item.item->setGeometry({left, area.top(), width, area.height()});
        left += width;
    }
}

} // namespace candela
