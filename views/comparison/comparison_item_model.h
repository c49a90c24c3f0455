/// The rows of a Comparison for a QTableView: the verdict, both sides, the difference and the change with its
/// interval, sorted by a column; during a search only its matches, and only rows of the chosen verdicts.
/// Pinned rows come first.
#pragma once

#include "model/comparison/comparison.h"
#include "views/comparison/comparison_column.h"
#include "views/session/compared_choices.h"
#include "views/session/shown.h"
#include "views/tables/reordered_table_model.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace candela {

class ComparisonItemModel : public ReorderedTableModel {
    Q_OBJECT
public:
    explicit ComparisonItemModel(QObject* parent = nullptr);

    /// The matches are of both sides' groups; null: no search.
    void setComparison(std::shared_ptr<const Comparison> comparison,
                       std::shared_ptr<const SearchMatches> base,
                       std::shared_ptr<const SearchMatches> newMatches);
    void setListed(ListedVerdicts verdicts);
    /// The rows of these names are the first ones, whatever is listed, searched and sorted.
    void setPins(std::set<std::string> pins);
    bool isPinned(const ComparisonRow& row) const { return m_pins.contains(row.name); }
    const std::shared_ptr<const Comparison>& comparison() const { return m_comparison; }
    const ComparisonRow& row(int row) const {
        return m_comparison->rows[m_rows[static_cast<std::size_t>(row)]];
    }
    /// The row of a function by its name in base or new; -1 if there is no such row.
    int rowOf(std::string_view name) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// Column -1 is the comparison's own order: by the larger of self and total difference.
    void sort(int column, Qt::SortOrder order) override;

private:
    QVariant csvCell(const ComparisonRow& row, ComparisonColumn column) const;
    void listRows();
    void sortRows();
    void sortByColumn();
    bool hasName(const ComparisonRow& row, std::string_view name) const;
    QString text(const ComparisonRow& row, ComparisonColumn column) const;

    std::shared_ptr<const Comparison> m_comparison;
    std::shared_ptr<const SearchMatches> m_baseMatches, m_newMatches;
    ListedVerdicts m_listed = ListedVerdicts::All;
    std::set<std::string> m_pins;
    double m_scale = 0;
    std::vector<std::size_t> m_rows; ///< listed rows of the comparison
    bool m_isSearch = false;
    std::optional<ComparisonColumn> m_sortColumn; ///< none: the comparison's own order
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

} // namespace candela
