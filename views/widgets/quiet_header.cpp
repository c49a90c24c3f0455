#include "views/widgets/quiet_header.h"

#include "views/widgets/theme.h"

#include <QPainter>
#include <QPolygon>

namespace candela {

namespace {
constexpr int headerPadding = 6;
constexpr int signSpace = 12;
} // namespace

QuietHeader::QuietHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
    setSectionsClickable(true);
    setSortIndicatorShown(true);
}

QSize QuietHeader::sizeHint() const {
    return {QHeaderView::sizeHint().width(), fontMetrics().height() + 8};
}

QSize QuietHeader::sectionSizeFromContents(int section) const {
    const auto text = model()->headerData(section, orientation()).toString();
    const bool isSorted = isSortIndicatorShown() && sortIndicatorSection() == section;
    const int sign = isSorted ? signSpace + 4 : 0;
    return {fontMetrics().horizontalAdvance(text) + 2 * headerPadding + 1 + sign, sizeHint().height()};
}

void QuietHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
    const auto& theme = Theme::of(this);
    painter->fillRect(rect, theme.window);
    painter->fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.line);
    painter->fillRect(rect.right(), rect.top() + 5, 1, rect.height() - 10, theme.line);
    const auto alignment =
        model()->headerData(section, orientation(), Qt::TextAlignmentRole).value<Qt::Alignment>();
    const auto text = model()->headerData(section, orientation()).toString();
    const bool isSorted = isSortIndicatorShown() && sortIndicatorSection() == section;
    auto words = rect.adjusted(headerPadding, 0, -headerPadding, 0);
    if (isSorted) {
        // The sort sign is on the side where the text has room: left of numbers, right of names.
        const bool isRight = alignment.testFlag(Qt::AlignRight);
        const int width = fontMetrics().horizontalAdvance(text);
        const int middle = isRight ? words.right() - width - signSpace : words.left() + width + signSpace;
        const QPoint at(middle, rect.center().y());
        QPolygon sign;
        if (sortIndicatorOrder() == Qt::DescendingOrder) {
            sign << at + QPoint(-4, -2) << at + QPoint(4, -2) << at + QPoint(0, 3);
        } else {
            sign << at + QPoint(-4, 2) << at + QPoint(4, 2) << at + QPoint(0, -3);
        }
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.accent);
        painter->drawPolygon(sign);
        painter->restore();
    }
    painter->setPen(isSorted ? theme.text : theme.mutedText);
    painter->drawText(words, static_cast<int>(alignment | Qt::AlignVCenter),
                      fontMetrics().elidedText(text, Qt::ElideRight, words.width()));
}

} // namespace candela

#include "moc_quiet_header.cpp"
