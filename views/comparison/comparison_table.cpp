#include "views/comparison/comparison_table.h"

#include "views/comparison/comparison_item_model.h"
#include "views/tables/row_table.h"
#include "views/widgets/table_actions.h"

#include <QHeaderView>
#include <QKeyEvent>

#include <algorithm>
#include <array>

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

constexpr std::array textsOfLanguage{ComparisonColumn::Verdict, ComparisonColumn::Match};
constexpr int margins = 16; // of a cell, left and right together

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
    connect(model, &QAbstractItemModel::modelReset, this, &ComparisonTable::fitTexts);
}

void ComparisonTable::setUpColumns() {
    auto* header = horizontalHeader();
    header->setMinimumSectionSize(48);
    header->setSectionResizeMode(QHeaderView::Interactive);
    constexpr int sortSign = 14;
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
    // What changed in all is in sight before the intervals: those only say how sure the changes are, as the
    // verdict does.
    const int lastChange = static_cast<int>(ComparisonColumn::TotalChange);
    header->moveSection(static_cast<int>(ComparisonColumn::SelfInterval), lastChange);
    connect(header, &QHeaderView::sectionResized, this, [this](int column) {
        if (!m_isFitting) m_chosen.insert(column);
    });
}

/// Columns only grow, so that they stand still while rows change.
void ComparisonTable::fitTexts() {
    constexpr int maximumRows = 64;                                 // more than are in sight
    const int maximumWidth = fontMetrics().averageCharWidth() * 44; // letters
    m_isFitting = true;
    for (const auto column : textsOfLanguage) {
        const int section = static_cast<int>(column);
        if (m_chosen.contains(section) || isColumnHidden(section)) continue;
        int width = columnWidth(section);
        for (int row = 0; row < std::min(model()->rowCount(), maximumRows); ++row) {
            const auto text = model()->index(row, section).data().toString();
            const int needed = fontMetrics().horizontalAdvance(text) + margins;
            width = std::max(width, std::min(needed, maximumWidth));
        }
        setColumnWidth(section, width);
    }
    m_isFitting = false;
    fitName();
}

/// The width of all columns up to the last one of changes, but for the name.
int ComparisonTable::widthOfChanges() const {
    const auto* header = horizontalHeader();
    const int last = header->visualIndex(static_cast<int>(ComparisonColumn::TotalChange));
    int width = 0;
    for (int position = 0; position <= last; ++position)
        if (const int column = header->logicalIndex(position);
            column != static_cast<int>(ComparisonColumn::Name))
            width += header->sectionSize(column); // 0 for hidden ones
    return width;
}

/// Gives way to the changes before they are out of sight.
void ComparisonTable::fitName() {
    auto* header = horizontalHeader();
    constexpr int name = static_cast<int>(ComparisonColumn::Name);
    constexpr int minimumNameWidth = 160, readableNameWidth = 225;
    const int seen = viewport()->width();
    const int others = header->length() - header->sectionSize(name);
    const int least = std::clamp(seen - widthOfChanges(), minimumNameWidth, readableNameWidth);
    m_isFitting = true;
    header->resizeSection(name, std::max(least, seen - others));
    m_isFitting = false;
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
