/// The rows of a Series for a QTableView: first and last weight, the change, the course of the weights and
/// the trend. Sorting them is the work of others: the rows stay in their order until setSorted().
#pragma once

#include "views/series/listed_series.h"
#include "views/tables/reordered_table_model.h"

#include <memory>
#include <string_view>
#include <vector>

namespace candela {

class SeriesItemModel : public ReorderedTableModel {
    Q_OBJECT
public:
    explicit SeriesItemModel(QObject* parent = nullptr);

    /// `bySelf` chooses between self and total weights. Null: no series. Rows without weight are not listed.
    void setSeries(std::shared_ptr<const ListedSeries> series, bool bySelf,
                   std::shared_ptr<const SortedRows> sorted, SeriesMatches matches);
    /// The rows of the series in another order. What is selected stays selected.
    void setSorted(std::shared_ptr<const SortedRows> sorted);
    /// Lists only rows that match.
    void setMatches(SeriesMatches matches);
    /// The number of rows without a search.
    std::size_t searchedRows() const { return m_sorted ? m_sorted->of(m_isBySelf).size() : 0; }
    /// Null without one.
    const std::shared_ptr<const Series>& series() const { return m_series; }
    const SeriesRow& row(int row) const { return m_series->rows[m_rows[static_cast<std::size_t>(row)]]; }
    const std::vector<SeriesPoint>& points(int row) const;
    const FoundTrend& trend(int row) const;
    /// The listed row of that name; -1 if there is none.
    int rowOf(std::string_view name) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// Column -1 is the series' own order: rows with a trend first.
    void sort(int column, Qt::SortOrder order) override;
    /// What sort() was called with.
    const SeriesSorting& sorting() const { return m_sorting; }

signals:
    /// Rows in the order of sorting() are wanted.
    void sortingChanged();

private:
    void listRows();
    QString text(int row, SeriesColumn column) const;

    std::shared_ptr<const ListedSeries> m_listed;
    std::shared_ptr<const Series> m_series;
    bool m_isBySelf = true;
    SeriesMatches m_matches;
    std::shared_ptr<const SortedRows> m_sorted;
    std::vector<std::size_t> m_rows; ///< those that are listed
    std::vector<int> m_positions;    ///< by row of the series: that in the list, -1 for others
    SeriesSorting m_sorting;
};

} // namespace candela
