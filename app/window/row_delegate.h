/// Rows of lists with some room above and below their text.
#pragma once

#include <QStyledItemDelegate>

namespace candela {

class RowDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const auto usual = QStyledItemDelegate::sizeHint(option, index);
        return {usual.width() + 2 * room, option.fontMetrics.height() + 2 * room};
    }

private:
    static constexpr int room = 5;
};

} // namespace candela
