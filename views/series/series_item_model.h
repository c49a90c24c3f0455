/// The rows of a Series for a QTableView: first and last weight, the change, the course of the weights and
/// the trend; sorted by a column.
#pragma once

#include "views/series/listed_series.h"
#include "views/tables/reordered_table_model.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace candela {

enum class SeriesColumn { Name, Course, Trend, First, Last, Change, Module };
inline constexpr int seriesColumns = 7;

class SeriesItemModel : public ReorderedTableModel {
    Q_OBJECT
public:
    explicit SeriesItemModel(QObject* parent = nullptr);

    /// `bySelf` chooses between self and total weights. Null: no series. Rows without weight are not listed.
    void setSeries(std::shared_ptr<const ListedSeries> series, bool bySelf, SeriesMatches matches);
    /// Lists only rows that match.
    void setMatches(SeriesMatches matches);
    /// The number of rows without a search.
    std::size_t searchedRows() const { return m_searched.size(); }
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

private:
    void listRows();
    void sortRows();
    QString text(int row, SeriesColumn column) const;
    double sortKey(std::size_t row, SeriesColumn column) const;

    std::shared_ptr<const ListedSeries> m_listed;
    std::shared_ptr<const Series> m_series;
    bool m_isBySelf = true;
    SeriesMatches m_matches;
    std::vector<std::size_t> m_searched; ///< rows of the series that have any weight, sorted
    std::vector<std::size_t> m_rows;     ///< those that are listed
    std::optional<SeriesColumn> m_sortColumn;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

} // namespace candela
