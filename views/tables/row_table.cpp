#include "views/tables/row_table.h"

#include "views/tables/weight_delegate.h"
#include "views/widgets/layout_density.h"
#include "views/widgets/quiet_header.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>

namespace candela {

namespace {

/// Keeps the rows of a table as high as its font and the density need.
class RowHeights : public QObject {
public:
    explicit RowHeights(QTableView* view) : QObject(view), m_view(view) {
        view->installEventFilter(this);
        update();
    }

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::FontChange) update();
        return false;
    }

private:
    void update() {
        m_view->verticalHeader()->setDefaultSectionSize(m_view->fontMetrics().height() + roomOf(6));
    }

    QTableView* m_view;
};

} // namespace

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
    new RowHeights(view);
    view->setHorizontalHeader(new QuietHeader(view));
    // After sorting, the user wants to see the first rows.
    QObject::connect(view->horizontalHeader(), &QHeaderView::sortIndicatorChanged, view,
                     &QAbstractItemView::scrollToTop);
}

} // namespace candela
