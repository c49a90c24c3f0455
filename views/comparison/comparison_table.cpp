#include "views/comparison/comparison_table.h"

#include "views/comparison/comparison_item_model.h"
#include "views/tables/row_table.h"
#include "views/widgets/table_actions.h"

#include <QHeaderView>
#include <QKeyEvent>

#include <algorithm>

namespace candela {

namespace {

/// A wide text that often occurs in the column; its width and that of the title make the column's width.
const char* typicalText(ComparisonColumn column) {
    switch (column) {
    case ComparisonColumn::Name:
        return "a_function_with_a_name";
    case ComparisonColumn::Verdict:
        return "? unknown, 1234 × as many samples";
    case ComparisonColumn::Module:
        return "[kernel.kallsyms]";
    case ComparisonColumn::Match:
        return "source name, 90 %";
    case ComparisonColumn::SelfInterval:
    case ComparisonColumn::TotalInterval:
        return "−100.0 … > +100,000 %"; // of rows with a few samples
    default:
        return "−123.4 ms";
    }
}

bool isDifference(ComparisonColumn column) {
    return column == ComparisonColumn::SelfDifference || column == ComparisonColumn::TotalDifference;
}

} // namespace

ComparisonTable::ComparisonTable(ComparisonItemModel* model, QWidget* parent) : QTableView(parent) {
    setModel(model);
    setUpRowTable(this, tr("Differences"));
    setHorizontalScrollMode(ScrollPerPixel);
    setUpColumns();
    new TableActions(this, horizontalHeader(), "differences");
    // Rows are ordered by the largest change until the user clicks on a column's title. A third click on it
    // restores that order.
    horizontalHeader()->setSortIndicatorClearable(true);
    sortByColumn(-1, Qt::DescendingOrder);
    setSortingEnabled(true);
}

void ComparisonTable::setUpColumns() {
    auto* header = horizontalHeader();
    header->setMinimumSectionSize(48);
    header->setSectionResizeMode(QHeaderView::Interactive);
    constexpr int margins = 16, sortSign = 14;
    for (int column = 0; column < comparisonColumns; ++column) {
        const auto titleWidth =
            fontMetrics().horizontalAdvance(model()->headerData(column, Qt::Horizontal).toString()) +
            sortSign;
        const auto textWidth = fontMetrics().horizontalAdvance(
            QString::fromUtf8(typicalText(static_cast<ComparisonColumn>(column))));
        // A difference is beside the middle of its cell, where its bar begins.
        const int halves = isDifference(static_cast<ComparisonColumn>(column)) ? 2 : 1;
        header->resizeSection(column, std::max(titleWidth, halves * textWidth) + margins);
    }
}

void ComparisonTable::fitName() {
    auto* header = horizontalHeader();
    constexpr int name = static_cast<int>(ComparisonColumn::Name);
    constexpr int minimumNameWidth = 225; // at 1,400 pixels, both differences fit
    const int others = header->length() - header->sectionSize(name);
    header->resizeSection(name, std::max(minimumNameWidth, viewport()->width() - others));
}

void ComparisonTable::copyRows() const {
    TableActions::of(*this)->copy(TableActions::Format::Text);
}

void ComparisonTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) fitName();
}

void ComparisonTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copyRows();
    QTableView::keyPressEvent(event);
}

} // namespace candela
