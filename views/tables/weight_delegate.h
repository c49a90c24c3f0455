/// Paints the cells of weight tables: a bar behind shares, names shortened to fit, with the search's matches
/// marked.
#pragma once

#include <QStyledItemDelegate>

namespace candela {

class WeightDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace candela
