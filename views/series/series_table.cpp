#include "views/series/series_table.h"

#include "views/series/series_item_model.h"
#include "views/tables/row_table.h"
#include "views/widgets/table_actions.h"

#include <QHeaderView>
#include <QResizeEvent>

#include <algorithm>

namespace candela {

namespace {

constexpr int margins = 16; // of a cell, left and right together
constexpr int nameSection = static_cast<int>(SeriesColumn::Name);
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
    connect(model, &QAbstractItemModel::modelReset, this, &SeriesTable::followRows);
}

void SeriesTable::setUpColumns() {
    auto* header = horizontalHeader();
    header->setMinimumSectionSize(48);
    for (int column = 0; column < seriesColumns; ++column) {
        const auto text = typicalText(static_cast<SeriesColumn>(column));
        const int needed = fontMetrics().horizontalAdvance(text) + margins;
        header->resizeSection(column, std::max(neededWidth(column), needed));
    }
    m_trendWidth = header->sectionSize(trendSection);
    // Trends are the longest texts and often absent.
    header->moveSection(header->visualIndex(trendSection),
                        header->visualIndex(static_cast<int>(SeriesColumn::Change)));
    connect(header, &QHeaderView::sectionResized, this, [this](int column, int before, int after) {
        const bool isShown = before > 0 && after > 0; // hidden columns have no width
        if (!m_isFitting && isShown) m_chosen.insert(column);
        if (!m_isFitting && !isShown) fitName();
    });
}

/// What the title and the first rows need, in pixels.
int SeriesTable::neededWidth(int column) const {
    constexpr int sortSign = 14, maximumRows = 64; // more than are in sight
    const int maximumWidth = fontMetrics().averageCharWidth() * 48;
    const auto widthOf = [this](const QString& text) { return fontMetrics().horizontalAdvance(text); };
    int width = widthOf(m_rows.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()) + sortSign;
    if (column == courseSection || column == trendSection)
        for (int row = 0; row < std::min(m_rows.rowCount(), maximumRows); ++row)
            width =
                std::max(width, std::min(widthOf(m_rows.index(row, column).data().toString()), maximumWidth));
    return width + margins;
}

/// Columns only grow, so that they stand still while rows change.
void SeriesTable::followRows() {
    const auto& series = m_rows.series();
    m_isFitting = true;
    m_actions->setEmpty(moduleSection, !series || std::ranges::all_of(series->rows, [](const SeriesRow& row) {
                            return row.module.empty();
                        }));
    m_trendWidth = std::max(m_trendWidth, neededWidth(trendSection));
    if (!m_chosen.contains(courseSection) && !isColumnHidden(courseSection))
        setColumnWidth(courseSection, std::max(columnWidth(courseSection), neededWidth(courseSection)));
    m_isFitting = false;
    fitName();
}

/// Trends and then the name give way to the numbers before these are out of sight.
void SeriesTable::fitName() {
    constexpr int minimumNameWidth = 160, readableNameWidth = 225, minimumTrendWidth = 150;
    const auto* header = horizontalHeader();
    const auto widthOf = [&](int column) { return header->sectionSize(column); }; // 0 for hidden ones
    const int seen = viewport()->width();
    const int numbers =
        header->length() - widthOf(nameSection) - widthOf(trendSection) - widthOf(moduleSection);
    m_isFitting = true;
    if (!m_chosen.contains(trendSection) && !isColumnHidden(trendSection)) {
        const int left = seen - numbers - readableNameWidth;
        setColumnWidth(trendSection,
                       std::clamp(left, std::min(minimumTrendWidth, m_trendWidth), m_trendWidth));
    }
    const int least = std::clamp(seen - numbers - widthOf(trendSection), minimumNameWidth, readableNameWidth);
    setColumnWidth(nameSection,
                   std::max(least, seen - numbers - widthOf(trendSection) - widthOf(moduleSection)));
    m_isFitting = false;
}

void SeriesTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) fitName();
}

} // namespace candela
