/// The rows of a Comparison for a QTableView: both sides, the difference and the change, sorted by a column;
/// during a search only its matches.
#pragma once

#include "model/comparison/comparison.h"
#include "views/session/shown.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace candela {

enum class ComparisonColumn {
    Name,
    Module,
    BaseSelf,
    NewSelf,
    SelfDifference,
    SelfChange,
    BaseTotal,
    NewTotal,
    TotalDifference
};
inline constexpr int comparisonColumns = 9;

class ComparisonItemModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit ComparisonItemModel(QObject* parent = nullptr);

    /// The matches are of both sides' groups; null: no search.
    void setComparison(std::shared_ptr<const Comparison> comparison,
                       std::shared_ptr<const SearchMatches> base,
                       std::shared_ptr<const SearchMatches> newMatches);
    const std::shared_ptr<const Comparison>& comparison() const { return m_comparison; }
    const ComparisonRow& row(int row) const {
        return m_comparison->rows[m_rows[static_cast<std::size_t>(row)]];
    }
    /// -1 if there is no such row.
    int rowOf(std::string_view name) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// Column -1 is the comparison's own order: by the larger of self and total difference.
    void sort(int column, Qt::SortOrder order) override;

private:
    void sortRows();
    QString text(const ComparisonRow& row, ComparisonColumn column) const;

    std::shared_ptr<const Comparison> m_comparison;
    double m_scale = 0;
    std::vector<std::size_t> m_rows; ///< of the comparison
    bool m_isSearch = false;
    std::optional<ComparisonColumn> m_sortColumn; ///< none: the comparison's own order
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

} // namespace candela
