/// Groups with their weights as rows for a QTableView,
/// sorted by a column; during a search only its matches.
#pragma once

#include "views/tables/weight_columns.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace candela {

class FunctionListItemModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit FunctionListItemModel(QObject* parent = nullptr);

    void setShown(const Shown& shown);
    const Shown& shown() const { return m_shown; }

    const GroupWeight& row(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// The row of the first group of that name; -1 if there is none.
    int rowOf(std::string_view name) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    void sortRows();

    Shown m_shown;
    std::vector<GroupWeight> m_rows;
    WeightColumn m_sortColumn = WeightColumn::Self;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

} // namespace candela
