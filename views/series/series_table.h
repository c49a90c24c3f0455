/// The table of a series. The numbers stay in sight before trends and modules; a column of modules that would
/// be empty is hidden.
#pragma once

#include <QTableView>

namespace candela {

class SeriesItemModel;
class TableActions;

class SeriesTable : public QTableView {
    Q_OBJECT
public:
    explicit SeriesTable(SeriesItemModel* model, QWidget* parent = nullptr);

private:
    void setUpColumns();
    void hideEmptyModules();

    const SeriesItemModel& m_rows;
    TableActions* m_actions;
};

} // namespace candela
