/// The table of a series: columns as wide as their numbers and words, the name takes the rest of the width.
/// The numbers stay in sight before trends and modules.
#pragma once

#include <QTableView>

#include <set>

namespace candela {

class SeriesItemModel;
class TableActions;

class SeriesTable : public QTableView {
    Q_OBJECT
public:
    explicit SeriesTable(SeriesItemModel* model, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void setUpColumns();
    void followRows();
    int neededWidth(int column) const;
    void fitName();

    const SeriesItemModel& m_rows;
    TableActions* m_actions;
    std::set<int> m_chosen; ///< columns whose width is the user's
    int m_trendWidth = 0;   ///< what its texts need, in pixels
    bool m_isFitting = false;
};

} // namespace candela
