/// Widths of columns that follow texts, hidden columns, and the user.
#include "tests/window_settings.h"
#include "views/series/series_item_model.h"
#include "views/series/series_table.h"
#include "views/tables/column_fitter.h"
#include "views/widgets/table_actions.h"

#include <QHeaderView>
#include <QMenu>
#include <QMouseEvent>
#include <QSettings>
#include <QStandardItemModel>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace candela;

namespace {

constexpr int functionColumn = 0, selfColumn = 1, verdictColumn = 2;
constexpr int manyRows = 100; // more than are in sight
const QString longWord = "? unknown: record ten times as many";

class ManyRows : public QStandardItemModel {
public:
    /// Only the last row has a long word.
    ManyRows() : QStandardItemModel(manyRows, 3) {
        setHorizontalHeaderLabels({"Function", "Self", "Verdict"});
        for (int row = 0; row < manyRows; ++row) {
            setData(index(row, functionColumn), "draw");
            setData(index(row, selfColumn), row);
            setData(index(row, verdictColumn), row == manyRows - 1 ? longWord : QString("same"));
        }
    }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override {
        if (role == Qt::DisplayRole && index.column() == verdictColumn)
            m_lastRead = std::max(m_lastRead, index.row());
        return QStandardItemModel::data(index, role);
    }
    /// The last row whose verdict was read.
    int lastRead() const { return m_lastRead; }
    void reset() {
        beginResetModel();
        endResetModel();
    }

private:
    mutable int m_lastRead = -1;
};

class FittedTable : public QTableView {
public:
    ManyRows shown;

    FittedTable() {
        setModel(&shown);
        new TableActions(this, horizontalHeader(), "fitted");
        setSortingEnabled(true);
        sortByColumn(selfColumn, Qt::AscendingOrder);
        verticalHeader()->hide();
        new ColumnFitter(this, {.name = functionColumn,
                                .measured = {verdictColumn},
                                .important = {selfColumn, verdictColumn},
                                .yielding = {}});
        resize(800, 300);
        show();
    }
    int widthOf(const QString& text) const { return fontMetrics().horizontalAdvance(text); }
};

/// Switches a column with the menu of the titles.
void toggleColumn(const QTableView& table, const QString& title) {
    QMenu menu;
    TableActions::of(table)->addTo(menu);
    for (auto* action : menu.actions().front()->menu()->actions())
        if (action->text() == title) return action->trigger();
    QFAIL(qPrintable(title));
}

/// The length of the header without gaps.
int shownWidth(const QTableView& table) {
    int width = 0;
    for (int column = 0; column < table.model()->columnCount(); ++column)
        width += table.columnWidth(column); // 0 for hidden ones
    return width;
}

void dragEdge(QHeaderView& header, int column, int by) {
    const QPoint edge(header.sectionViewportPosition(column) + header.sectionSize(column) - 1,
                      header.height() / 2);
    const QPoint end = edge + QPoint(by, 0);
    auto* surface = header.viewport();
    QTest::mousePress(surface, Qt::LeftButton, {}, edge);
    QMouseEvent move(QEvent::MouseMove, end, surface->mapToGlobal(end), Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(surface, &move);
    QTest::mouseRelease(surface, Qt::LeftButton, {}, end);
}

} // namespace

class ColumnFitterTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_settings;

private slots:
    void initTestCase() { keepEverythingIn(m_settings.path()); }
    void cleanup() { QSettings().clear(); }

    void hidingTheTrendLeavesNoGap() {
        SeriesItemModel model;
        SeriesTable table(&model);
        table.resize(1200, 300);
        table.show();
        const auto* header = table.horizontalHeader();
        QTRY_COMPARE(header->length(), table.viewport()->width());
        toggleColumn(table, "Trend");
        QVERIFY(table.isColumnHidden(static_cast<int>(SeriesColumn::Trend)));
        QTRY_COMPARE(shownWidth(table), table.viewport()->width());
        QCOMPARE(header->length(), shownWidth(table));
        toggleColumn(table, "Trend");
        QTRY_COMPARE(shownWidth(table), table.viewport()->width());
        QVERIFY(table.columnWidth(static_cast<int>(SeriesColumn::Trend)) > 0);
    }
    void theNameGetsTheRoomOfAHiddenColumn() {
        FittedTable table;
        QTRY_COMPARE(table.horizontalHeader()->length(), table.viewport()->width());
        const int before = table.columnWidth(functionColumn), word = table.columnWidth(verdictColumn);
        toggleColumn(table, "Verdict");
        QTRY_COMPARE(table.columnWidth(functionColumn), before + word);
        toggleColumn(table, "Verdict");
        QTRY_COMPARE(table.columnWidth(functionColumn), before);
    }
    void aColumnThatWasHiddenAtTheStartFitsItsTexts() {
        {
            FittedTable table;
            toggleColumn(table, "Verdict");
        }
        FittedTable table;
        QVERIFY(table.isColumnHidden(verdictColumn));
        table.sortByColumn(selfColumn, Qt::DescendingOrder);
        toggleColumn(table, "Verdict");
        QTRY_VERIFY(table.columnWidth(verdictColumn) > table.widthOf(longWord));
    }
    void sortingFitsTheRowsThatComeFirst() {
        FittedTable table;
        QVERIFY(table.columnWidth(verdictColumn) < table.widthOf(longWord));
        auto* header = table.horizontalHeader();
        const int middle = header->sectionViewportPosition(selfColumn) + header->sectionSize(selfColumn) / 2;
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(middle, header->height() / 2));
        QCOMPARE(table.shown.index(0, verdictColumn).data().toString(), longWord);
        QTRY_VERIFY(table.columnWidth(verdictColumn) > table.widthOf(longWord));
        // Columns only grow.
        const int width = table.columnWidth(verdictColumn);
        table.sortByColumn(selfColumn, Qt::AscendingOrder);
        QCOMPARE(table.columnWidth(verdictColumn), width);
    }
    void onlyRowsThatComeIntoSightAreRead() {
        FittedTable table;
        table.shown.reset();
        QTRY_COMPARE(table.horizontalHeader()->length(), table.viewport()->width());
        QVERIFY(table.shown.lastRead() >= 0 && table.shown.lastRead() < manyRows / 2);
        QVERIFY(table.columnWidth(verdictColumn) < table.widthOf(longWord));
        table.scrollToBottom();
        QTRY_VERIFY(table.columnWidth(verdictColumn) > table.widthOf(longWord));
    }
    void whatTheUserMadeWiderStays() {
        FittedTable table;
        QTRY_COMPARE(table.horizontalHeader()->length(), table.viewport()->width());
        const int name = table.columnWidth(functionColumn), word = table.columnWidth(verdictColumn);
        dragEdge(*table.horizontalHeader(), functionColumn, 40);
        QCOMPARE(table.columnWidth(functionColumn), name + 40);
        table.shown.reset();
        QCOMPARE(table.columnWidth(functionColumn), name + 40);
        table.resize(900, 300);
        QTRY_VERIFY(table.viewport()->width() > 850);
        QCOMPARE(table.columnWidth(functionColumn), name + 40);
        dragEdge(*table.horizontalHeader(), verdictColumn, -5);
        table.shown.reset();
        QCOMPARE(table.columnWidth(verdictColumn), word - 5);
    }
};

QTEST_MAIN(ColumnFitterTest)
#include "column_fitter_test.moc"
