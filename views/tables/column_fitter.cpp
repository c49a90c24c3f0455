#include "views/tables/column_fitter.h"

#include <QEvent>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace candela {

namespace {
constexpr int margins = 16; // of a cell, left and right together
} // namespace

ColumnFitter::ColumnFitter(QTableView* table, FittedColumns columns)
    : QObject(table), m_table(table), m_columns(std::move(columns)) {
    // Its size follows that of the viewport, when the table is done with it.
    table->horizontalHeader()->installEventFilter(this);
    connect(table->horizontalHeader(), &QHeaderView::sectionResized, this, &ColumnFitter::takeSize);
    connect(table->model(), &QAbstractItemModel::modelReset, this, &ColumnFitter::fitTexts);
    connect(table->model(), &QAbstractItemModel::layoutChanged, this, &ColumnFitter::fitTexts);
    connect(table->verticalScrollBar(), &QScrollBar::valueChanged, this, &ColumnFitter::fitTexts);
    fitTexts();
}

int ColumnFitter::neededWidth(const QTableView& table, int column, const QString& text) {
    constexpr int sortSign = 14;
    const auto metrics = table.fontMetrics();
    const auto title = table.model()->headerData(column, Qt::Horizontal).toString();
    return std::max(metrics.horizontalAdvance(title) + sortSign, metrics.horizontalAdvance(text)) + margins;
}

int ColumnFitter::neededWidth(int column) const {
    const auto metrics = m_table->fontMetrics();
    const auto& model = *m_table->model();
    // Texts of other rows may take long to make.
    const int first = std::max(m_table->rowAt(0), 0);
    const int rows = m_table->viewport()->height() / m_table->verticalHeader()->defaultSectionSize() + 2;
    int width = 0;
    for (int row = first; row < std::min(model.rowCount(), first + rows); ++row)
        width = std::max(width, metrics.horizontalAdvance(model.index(row, column).data().toString()));
    const int maximumWidth = metrics.averageCharWidth() * 48; // letters
    return std::max(neededWidth(*m_table, column, {}), std::min(width, maximumWidth) + margins);
}

bool ColumnFitter::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) fitTexts();
    return QObject::eventFilter(watched, event);
}

bool ColumnFitter::isFitted(int column) const {
    return !m_chosen.contains(column) && !m_table->isColumnHidden(column);
}

/// A column that is hidden gets the width 0, and one that is shown had it: that is no choice of a width. The
/// header marks a column as hidden only after this, so that widths are fitted later.
void ColumnFitter::takeSize(int column, int before, int after) {
    if (before == 0 || after == 0)
        fitTextsLater();
    else if (!m_isFitting)
        m_chosen.insert(column);
}

void ColumnFitter::fitTextsLater() {
    if (std::exchange(m_isOutdated, true)) return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_isOutdated = false;
            fitTexts();
        },
        Qt::QueuedConnection);
}

/// Columns only grow, so that they stand still while rows change.
void ColumnFitter::fitTexts() {
    {
        const QScopedValueRollback guard(m_isFitting, true);
        for (const int column : m_columns.measured) {
            if (!isFitted(column)) continue;
            int& needed = m_needed[column];
            needed = std::max(needed, neededWidth(column));
            if (column != m_columns.yielding) m_table->setColumnWidth(column, needed);
        }
    }
    fitName();
}

void ColumnFitter::fitName() {
    constexpr int minimumNameWidth = 160, readableNameWidth = 225, minimumYieldingWidth = 150;
    const auto* header = m_table->horizontalHeader();
    const int seen = m_table->viewport()->width();
    const auto importantWidth = [&] {
        int width = 0;
        for (const int column : m_columns.important)
            width += header->sectionSize(column); // 0 for hidden ones
        return width;
    };
    const QScopedValueRollback guard(m_isFitting, true);
    if (const auto column = m_columns.yielding; column && isFitted(*column) && m_needed.contains(*column)) {
        const int needed = m_needed.at(*column);
        const int others = importantWidth() - header->sectionSize(*column);
        m_table->setColumnWidth(*column, std::clamp(seen - others - readableNameWidth,
                                                    std::min(minimumYieldingWidth, needed), needed));
    }
    if (!isFitted(m_columns.name)) return;
    const int minimumWidth = std::clamp(seen - importantWidth(), minimumNameWidth, readableNameWidth);
    const int others = header->length() - header->sectionSize(m_columns.name);
    m_table->setColumnWidth(m_columns.name, std::max(minimumWidth, seen - others));
}

} // namespace candela

#include "moc_column_fitter.cpp"
