#include "views/comparison/comparison_table.h"

#include "views/comparison/comparison_item_model.h"
#include "views/tables/column_fitter.h"
#include "views/tables/row_table.h"
#include "views/widgets/table_actions.h"

#include <QHeaderView>
#include <QKeyEvent>

namespace candela {

namespace {

/// A wide text that often occurs in the column; its width and that of the title make the column's width.
/// Empty for texts of the user's language: those that the table has are measured.
const char* typicalText(ComparisonColumn column) {
    switch (column) {
    case ComparisonColumn::Name:
        return "a_function_with_a_name";
    case ComparisonColumn::Verdict:
    case ComparisonColumn::Match:
        return "";
    case ComparisonColumn::Module:
        return "[kernel.kallsyms]";
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
    new ColumnFitter(this, fittedColumns());
}

void ComparisonTable::setUpColumns() {
    auto* header = horizontalHeader();
    header->setMinimumSectionSize(48);
    header->setSectionResizeMode(QHeaderView::Interactive);
    for (int section = 0; section < comparisonColumns; ++section) {
        const auto column = static_cast<ComparisonColumn>(section);
        // A difference is beside the middle of its cell, where its bar begins.
        const auto text = QString::fromUtf8(typicalText(column)).repeated(isDifference(column) ? 2 : 1);
        header->resizeSection(section, ColumnFitter::neededWidth(*this, section, text));
    }
    // What changed in all is in sight before the intervals: those only say how sure the changes are, as the
    // verdict does.
    header->moveSection(static_cast<int>(ComparisonColumn::SelfInterval),
                        static_cast<int>(ComparisonColumn::TotalChange));
}

/// All columns up to the last one of changes are important.
FittedColumns ComparisonTable::fittedColumns() const {
    FittedColumns columns;
    columns.name = static_cast<int>(ComparisonColumn::Name);
    columns.measured = {static_cast<int>(ComparisonColumn::Verdict),
                        static_cast<int>(ComparisonColumn::Match)};
    const auto* header = horizontalHeader();
    const int last = header->visualIndex(static_cast<int>(ComparisonColumn::TotalChange));
    for (int position = 0; position <= last; ++position)
        if (const int column = header->logicalIndex(position); column != columns.name)
            columns.important.push_back(column);
    return columns;
}

void ComparisonTable::copyRows() const {
    TableActions::of(*this)->copy(TableActions::Format::Text);
}

void ComparisonTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copyRows();
    QTableView::keyPressEvent(event);
}

} // namespace candela

#include "moc_comparison_table.cpp"
