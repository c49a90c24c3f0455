#include "views/tables/row_table.h"

#include "views/tables/weight_delegate.h"
#include "views/widgets/quiet_header.h"

#include <QHeaderView>
#include <QTableView>

namespace candela {

void setUpRowTable(QTableView* view, const QString& name) {
    view->setItemDelegate(new WeightDelegate(view));
    view->setFrameShape(QFrame::NoFrame);
    view->setShowGrid(false);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setSelectionMode(QAbstractItemView::SingleSelection);
    view->setTabKeyNavigation(false);
    view->setWordWrap(false);
    view->setMouseTracking(true);
    view->setAccessibleName(name);
    view->verticalHeader()->hide();
    view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view->verticalHeader()->setDefaultSectionSize(view->fontMetrics().height() + 6);
    view->setHorizontalHeader(new QuietHeader(view));
    // After sorting, the user wants to see the first rows.
    QObject::connect(view->horizontalHeader(), &QHeaderView::sortIndicatorChanged, view,
                     &QAbstractItemView::scrollToTop);
}

} // namespace candela
