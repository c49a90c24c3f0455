#include "views/tables/weight_tree.h"

#include "views/tables/weight_delegate.h"
#include "views/widgets/quiet_header.h"
#include "views/widgets/theme.h"

#include <QPainter>

namespace candela {

WeightTree::WeightTree(QWidget* parent) : QTreeView(parent) {
    setItemDelegate(new WeightDelegate(this));
    setUniformRowHeights(true);
    setFrameShape(QFrame::NoFrame);
    setIndentation(14);
    setMouseTracking(true);
    setExpandsOnDoubleClick(false);
    setHeader(new QuietHeader(this));
    setTreePosition(0); // also where numbers are left of it
}

void WeightTree::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const {
    painter->fillRect(rect, Theme::of(this).base);
    QTreeView::drawBranches(painter, rect, index);
}

} // namespace candela
