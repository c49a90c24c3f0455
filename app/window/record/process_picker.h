/// Picks processes from those that run: a filter above a list with check boxes, refreshed while it is
/// visible.
#pragma once

#include "app/window/record/process_item_model.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QTreeView;

namespace candela {

class ProcessPicker : public QWidget {
    Q_OBJECT
public:
    explicit ProcessPicker(QWidget* parent = nullptr);

    std::vector<int> pids() const { return m_model->checkedPids(); }
    ProcessItemModel& model() { return *m_model; }
    void setFilter(const QString& text);
    /// How many rows pass the filter.
    int shownRows() const;

signals:
    void pidsChanged();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void refresh();
    void updateCount();

    ProcessItemModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTreeView* m_list;
    QLineEdit* m_filter;
    QLabel* m_count;
    QTimer m_refresh;
};

} // namespace candela
