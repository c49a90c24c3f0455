/// Processes, threads or values of a label with their weights as rows for a QTableView, sorted by a column.
#pragma once

#include "model/analysis/samples/sample_groups.h"

#include <QAbstractTableModel>

#include <functional>
#include <string>
#include <vector>

namespace candela {

enum class SampleGroupColumn { Name, Weight, Share, Samples };
inline constexpr int sampleGroupColumns = 4;

class SampleGroupItemModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// `title` is the title of the name column, `unit` the unit of the weights. `isOwn` decides which rows
    /// are marked as Candela's own.
    void setGroups(std::vector<SampleGroup> groups, const QString& title, std::string unit,
                   std::function<bool(const SampleGroup&)> isOwn = {});
    /// A group's name as its row shows it.
    static QString nameOf(const SampleGroup& group);
    const SampleGroup& group(int row) const { return m_groups[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    void sortGroups();
    QString text(const SampleGroup& group, SampleGroupColumn column) const;

    std::vector<SampleGroup> m_groups;
    std::int64_t m_total = 0;
    QString m_title;
    std::string m_unit;
    std::function<bool(const SampleGroup&)> m_isOwn;
    SampleGroupColumn m_sortColumn = SampleGroupColumn::Weight;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

} // namespace candela
