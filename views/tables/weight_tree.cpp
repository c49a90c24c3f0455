#include "views/tables/weight_tree.h"

#include "views/tables/name_column.h"
#include "views/tables/weight_delegate.h"
#include "views/widgets/quiet_header.h"
#include "views/widgets/theme.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>

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

void WeightTree::setNames(NameColumn* names) {
    m_names = names;
    connect(this, &QTreeView::expanded, this, &WeightTree::makeRoomBelow);
    connect(model(), &QAbstractItemModel::modelReset, this, [this] { m_names->setNeeded(0); });
}

void WeightTree::makeRoomBelow(const QModelIndex& index) {
    int levels = 2; // the row's own, and that of the rows below it
    for (auto above = index.parent(); above.isValid(); above = above.parent())
        ++levels;
    const int needed = levels * indentation() + m_names->room();
    if (needed > m_names->needed()) m_names->setNeeded(needed);
}

void WeightTree::scrollTo(const QModelIndex& index, ScrollHint hint) {
    QTreeView::scrollTo(index, hint);
    const auto row = visualRect(index.siblingAtColumn(0));
    if (!m_names || !row.isValid()) return;
    auto* sideways = horizontalScrollBar();
    const int end = sideways->value() + row.left() + std::min(row.width(), m_names->room());
    sideways->setValue(end - viewport()->width());
}

void WeightTree::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const {
    painter->fillRect(rect, Theme::of(this).base);
    QTreeView::drawBranches(painter, rect, index);
}

} // namespace candela

#include "moc_weight_tree.cpp"
