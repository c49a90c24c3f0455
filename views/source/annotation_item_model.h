/// The common part of the lists of source lines and of instructions: weights, the hottest rows, and the rows
/// that are marked because they belong to a row of the other list.
#pragma once

#include "views/source/shown_function.h"

#include <QAbstractTableModel>

#include <memory>
#include <span>
#include <vector>

namespace candela {

enum class AnnotationColumn { Number, Self, Total, Jumps, Text, Origin };
inline constexpr int annotationColumns = 6;

class AnnotationItemModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role {
        HeatRole = Qt::UserRole, ///< double, 0 to 1: self weight as a part of the hottest row's
        QuietRole,               ///< bool: shown in the muted colour
        LinkedRole,              ///< bool: belongs to the chosen row of the other list
        HeadingRole,             ///< bool: the first cell is a title for the rows below this one
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Sets what is shown; null: nothing.
    void setShown(std::shared_ptr<const ShownFunction> shown);
    const std::shared_ptr<const ShownFunction>& shown() const { return m_shown; }

    /// Rows with self weight, hottest first.
    const std::vector<int>& hottestRows() const { return m_hottest; }
    /// 0 to 1.
    double heatOf(int row) const;
    void setLinked(std::span<const std::uint32_t> rows);
    bool isLinked(int row) const { return m_isLinked[static_cast<std::size_t>(row)]; }
    virtual bool isHeading(int row) const = 0;
    /// The cells of a row, for the clipboard.
    QString rowText(int row) const;
    /// Identifies a row, to find it again in a newer list.
    virtual QString rowKey(int row) const = 0;
    /// The row with that key; -1 if there is none.
    int rowOf(const QString& key) const;
    /// The number of letters of the longest text in a column; of From, without functions.
    virtual int letters(AnnotationColumn column) const = 0;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    struct Weights {
        std::int64_t self = 0;
        std::int64_t total = 0;
    };
    virtual std::size_t rows() const = 0;
    virtual Weights weightsOf(int row) const = 0;
    /// The text of a column other than weights; for a heading, its title.
    virtual QString text(int row, AnnotationColumn column) const = 0;
    virtual QString title(AnnotationColumn column) const = 0;
    virtual bool isQuiet(int row, AnnotationColumn column) const = 0;
    virtual QString toolTip(int row) const;

private:
    QString cellText(int row, AnnotationColumn column) const;
    void findHottest();

    std::shared_ptr<const ShownFunction> m_shown;
    std::vector<int> m_hottest;
    std::vector<bool> m_isLinked;
};

} // namespace candela
