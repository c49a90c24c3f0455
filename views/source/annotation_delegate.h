/// Paints the cells of source lines and instructions: a thin bar below weights, the jumps, what is marked.
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

    /// How high a row of text is.
    static int rowHeight(const QFontMetrics& metrics);
    /// How wide the column of jumps is.
    static int widthOfLanes(unsigned lanes);
    /// Of a row's self weight: `heat` is 0 to 1.
    static QColor heatColour(const Theme& theme, double heat);
};

} // namespace candela
