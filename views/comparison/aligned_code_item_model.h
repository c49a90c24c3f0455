/// A function's instructions in two builds for a QTableView: base, new, and what is between them.
#pragma once

#include "model/code/aligned_code.h"
#include "views/source/shown_function.h"

#include <QAbstractTableModel>

#include <memory>

namespace candela {

enum class AlignedCodeColumn { BaseSelf, BaseCode, Alignment, NewSelf, NewCode };
inline constexpr int alignedCodeColumns = 5;

/// Both sides of one function. Each has code.
struct ShownAlignedCode {
    std::shared_ptr<const ShownFunction> base, newSide;
    AlignedCode aligned;

    const AnnotatedCode& baseCode() const { return base->annotated.code.front(); }
    const AnnotatedCode& newCode() const { return newSide->annotated.code.front(); }
};

class AlignedCodeItemModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// Null: no rows.
    void setShown(std::shared_ptr<const ShownAlignedCode> shown);
    const std::shared_ptr<const ShownAlignedCode>& shown() const { return m_shown; }
    /// The row with the largest self weight of both sides together; -1 without rows.
    int hottestRow() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const AlignedRow& at(int row) const { return m_shown->aligned.rows[static_cast<std::size_t>(row)]; }
    QString text(int row, AlignedCodeColumn column) const;
    QVariant share(int row, AlignedCodeColumn column) const;
    QVariant background(int row, AlignedCodeColumn column) const;

    std::shared_ptr<const ShownAlignedCode> m_shown;
};

} // namespace candela
