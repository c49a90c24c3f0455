#include "app/window/widgets/card_grid.h"

#include <algorithm>

namespace candela {

namespace {

constexpr int quotientUp(int number, int divisor) {
    return (number + divisor - 1) / divisor;
}

} // namespace

CardGrid::CardGrid(QWidget* parent) : QLayout(parent) {
    setContentsMargins(0, 0, 0, 0);
}

CardGrid::~CardGrid() {
    for (auto* item : m_items)
        delete item;
}

void CardGrid::addItem(QLayoutItem* item) {
    m_items.push_back(item);
    invalidate();
}

QLayoutItem* CardGrid::itemAt(int position) const {
    return position >= 0 && position < count() ? m_items[static_cast<std::size_t>(position)] : nullptr;
}

QLayoutItem* CardGrid::takeAt(int position) {
    auto* item = itemAt(position);
    if (item) m_items.erase(m_items.begin() + position);
    invalidate();
    return item;
}

QSize CardGrid::cardSize() const {
    QSize size(1, 1);
    for (const auto* item : m_items)
        size = size.expandedTo(item->sizeHint());
    return size;
}

/// As many as fit, but not more than make the rows as full as they can be: five cards are three and two where
/// four fit.
int CardGrid::columns(int width) const {
    const int cards = std::max(count(), 1);
    const int fitting = std::clamp((width + spacing()) / (cardSize().width() + spacing()), 1, cards);
    return quotientUp(cards, quotientUp(cards, fitting));
}

QSize CardGrid::sizeHint() const {
    const auto card = cardSize();
    return {count() * card.width() + std::max(count() - 1, 0) * spacing(), card.height()};
}

QSize CardGrid::minimumSize() const {
    QSize size;
    for (const auto* item : m_items)
        size = size.expandedTo(item->minimumSize());
    return size;
}

int CardGrid::heightForWidth(int width) const {
    const int rows = quotientUp(std::max(count(), 1), columns(width));
    return rows * cardSize().height() + (rows - 1) * spacing();
}

void CardGrid::setGeometry(const QRect& area) {
    QLayout::setGeometry(area);
    const int inRow = columns(area.width());
    const int height = cardSize().height();
    // The edges are divided, not the widths, so that the last card ends where the row does.
    const auto left = [&](int column) { return area.left() + column * (area.width() + spacing()) / inRow; };
    for (int position = 0; position < count(); ++position) {
        const int column = position % inRow;
        const int top = area.top() + position / inRow * (height + spacing());
        itemAt(position)->setGeometry(
            {left(column), top, left(column + 1) - spacing() - left(column), height});
    }
}

} // namespace candela
