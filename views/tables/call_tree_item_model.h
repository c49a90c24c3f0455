/// A CallTree as rows for a QTreeView; children are fetched when a row is opened, and sorted by the chosen
/// column.
#pragma once

#include "views/tables/weight_columns.h"

#include <absl/container/flat_hash_map.h>

#include <QAbstractItemModel>

#include <memory>
#include <vector>

namespace candela {

class CallTreeItemModel : public QAbstractItemModel {
    Q_OBJECT
public:
    explicit CallTreeItemModel(QObject* parent = nullptr);

    /// The tree must be made from `shown`. Null: no rows.
    void setTree(const Shown& shown, std::shared_ptr<CallTree> tree);
    void setMatches(std::shared_ptr<const SearchMatches> matches);
    CallTree* tree() const { return m_tree.get(); }
    const Shown& shown() const { return m_shown; }

    /// The node of a row; none for an invalid index.
    CallNodeIndex node(const QModelIndex& index) const;
    QModelIndex indexOf(CallNodeIndex node) const;
    /// The rows below a node, in order; without a node: the top rows.
    const std::vector<CallNodeIndex>& children(CallNodeIndex node) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    bool hasChildren(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    int rowAmongSiblings(CallNodeIndex node) const;
    bool isOwn(CallNodeIndex node) const;
    GroupWeight weights(CallNodeIndex node) const;

    Shown m_shown;
    std::shared_ptr<CallTree> m_tree;
    WeightColumn m_sortColumn = WeightColumn::Total;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
    /// The sorted children of opened nodes, and the row of each opened node among its siblings. Created when
    /// Qt asks.
    mutable absl::flat_hash_map<CallNodeIndex, std::unique_ptr<std::vector<CallNodeIndex>>> m_children;
    mutable absl::flat_hash_map<CallNodeIndex, int> m_rows;
};

} // namespace candela
