/// A function in two builds for a QTableView: base, new, and what is between them.
#pragma once

#include "views/compared_code/aligned_rows.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>

namespace candela {

enum class AlignedColumn { BaseSelf, BaseTotal, BaseText, Alignment, NewSelf, NewTotal, NewText };
inline constexpr int alignedColumns = 7;

class AlignedItemModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// Null: no rows.
    void setRows(std::shared_ptr<const AlignedRows> rows);
    const AlignedRows* rows() const { return m_rows.get(); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::optional<AlignedCell> cell(const QModelIndex& index) const;
    Alignment alignment(const QModelIndex& index) const;
    std::int64_t magnitude(AlignedColumn column) const;
    QString text(const QModelIndex& index) const;
    QVariant share(const QModelIndex& index) const;
    QVariant background(const QModelIndex& index) const;

    std::shared_ptr<const AlignedRows> m_rows;
};

} // namespace candela
