#include "views/series/series_table.h"

#include "views/series/series_item_model.h"
#include "views/tables/column_fitter.h"
#include "views/tables/row_table.h"
#include "views/widgets/table_actions.h"

#include <QHeaderView>

#include <algorithm>

namespace candela {

namespace {

constexpr int courseSection = static_cast<int>(SeriesColumn::Course);
constexpr int trendSection = static_cast<int>(SeriesColumn::Trend);
constexpr int moduleSection = static_cast<int>(SeriesColumn::Module);

/// A wide text that often occurs in the column. Empty for texts that are measured.
QString typicalText(SeriesColumn column) {
    switch (column) {
    case SeriesColumn::Name:
        return QString(24, 'n');
    case SeriesColumn::Course:
    case SeriesColumn::Trend:
        return {};
    case SeriesColumn::Module:
        return "[kernel.kallsyms]";
    default:
        return "−123.4 MB";
    }
}

} // namespace

SeriesTable::SeriesTable(SeriesItemModel* model, QWidget* parent) : QTableView(parent), m_rows(*model) {
    setModel(model);
    setUpRowTable(this, tr("Rows of the series"));
    setHorizontalScrollMode(ScrollPerPixel);
    setUpColumns();
    m_actions = new TableActions(this, horizontalHeader(), "series");
    // A third click on a title restores the series' own order.
    horizontalHeader()->setSortIndicatorClearable(true);
    sortByColumn(-1, Qt::DescendingOrder);
    setSortingEnabled(true);
    connect(model, &QAbstractItemModel::modelReset, this, &SeriesTable::hideEmptyModules);
    FittedColumns columns;
    columns.name = static_cast<int>(SeriesColumn::Name);
    columns.measured = {courseSection, trendSection};
    columns.important = {static_cast<int>(SeriesColumn::First), static_cast<int>(SeriesColumn::Last),
                         static_cast<int>(SeriesColumn::Change), courseSection, trendSection};
    columns.yielding = trendSection;
    new ColumnFitter(this, columns); // its widths follow what is hidden above
}

void SeriesTable::setUpColumns() {
    auto* header = horizontalHeader();
    header->setMinimumSectionSize(48);
    for (int column = 0; column < seriesColumns; ++column)
        header->resizeSection(
            column, ColumnFitter::neededWidth(*this, column, typicalText(static_cast<SeriesColumn>(column))));
    // Trends are the longest texts and often absent.
    header->moveSection(header->visualIndex(trendSection),
                        header->visualIndex(static_cast<int>(SeriesColumn::Change)));
}

void SeriesTable::hideEmptyModules() {
    const auto& series = m_rows.series();
    m_actions->setEmpty(moduleSection, !series || std::ranges::all_of(series->rows, [](const SeriesRow& row) {
                            return row.module.empty();
                        }));
}

} // namespace candela

#include "moc_series_table.cpp"
