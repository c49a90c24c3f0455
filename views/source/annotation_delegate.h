/// Paints the cells of source lines and instructions: a thin bar below weights, jumps, and marks.
#pragma once

#include <QColor>
#include <QStyledItemDelegate>

namespace candela {

struct JumpCell;
struct Theme;

class AnnotationDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// The height of a row of text.
    static int rowHeight(const QFontMetrics& metrics);
    /// The width of the column of jumps.
    static int widthOfLanes(unsigned lanes);
    /// The colour for a row's self weight: `heat` is 0 to 1.
    static QColor heatColour(const Theme& theme, double heat);
};

} // namespace candela
