/// Columns that are hidden, and tables that are copied, with real models and large ones.
#include "tests/profile_text.h"
#include "tests/views/settled.h"
#include "tests/window_settings.h"
#include "views/tables/call_tree_view.h"
#include "views/tables/functions_view.h"
#include "views/widgets/table_actions.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QMenu>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace candela;

namespace {

using Format = TableActions::Format;

QAction* actionOf(const QMenu& menu, const QString& text) {
    for (auto* action : menu.actions())
        if (action->text() == text) return action;
    return nullptr;
}

/// What the clipboard holds after copying, line by line.
QStringList copied(TableActions& table, Format format) {
    QSignalSpy isDone(&table, &TableActions::copied);
    table.copy(format);
    if (isDone.isEmpty() && !isDone.wait()) return {};
    return QGuiApplication::clipboard()->text().split(format == Format::Csv ? "\r\n" : "\n");
}

void fill(QStandardItemModel& model, int rows, const QString& name) {
    model.setHorizontalHeaderLabels({"Function", "Self", "Module"});
    for (int row = 0; row < rows; ++row)
        model.appendRow({new QStandardItem(name + QString::number(row)), new QStandardItem("1"),
                         new QStandardItem("app")});
}

} // namespace

class TableActionsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_settings;

private slots:
    void initTestCase() { keepSettingsIn(m_settings.path()); }
    void init() { QSettings().clear(); }

    void functionsAreCopiedWithExactNumbersAsCsv() {
        Session session;
        FunctionsView view(session);
        view.show();
        session.setProfile(sharedProfile("main@app;draw@app 1234567\nmain@app;=cell,1@app 3\n"));
        settle();
        auto& table = *TableActions::of(*view.findChild<QTableView*>());
        QCOMPARE(copied(table, Format::Csv),
                 (QStringList{"Self (count),Self %,Total (count),Total %,Function,Module,Source",
                              "1234567,100.000,1234567,100.000,draw,app,",
                              "3,0.000,3,0.000,\"'=cell,1\",app,", "0,0.000,1234570,100.000,main,app,", ""}));
        QCOMPARE(copied(table, Format::Text)[3], QString("\t\t1,234,570\t100.0 %\tmain\tapp\t"));
    }
    void aWeightOfZeroIsBlankButReadAloud() {
        Session session;
        FunctionsView view(session);
        view.show();
        session.setProfile(sharedProfile("main;draw 2\n"));
        settle();
        const auto* model = view.findChild<QTableView*>()->model();
        const auto self = model->index(1, static_cast<int>(WeightColumn::Self));
        QCOMPARE(model->index(1, 0).data().toString(), QString("main"));
        QCOMPARE(self.data().toString(), QString());
        QCOMPARE(self.data(Qt::AccessibleTextRole).toString(), QString("0"));
    }
    void aTreeGivesItsUnfoldedRowsWithTheirLevel() {
        Session session;
        CallTreeView view(session);
        view.show();
        session.setProfile(sharedProfile("main;draw;fill 2\nmain;load 1\n"));
        settle();
        auto* tree = view.findChild<QTreeView*>();
        tree->collapseAll();
        tree->expand(tree->model()->index(0, 0));
        auto& table = *TableActions::of(*tree);
        const auto lines = copied(table, Format::Csv);
        QCOMPARE(lines.size(), 5); // titles, three rows, and the end
        QVERIFY2(lines[0].startsWith("Level,"), qPrintable(lines[0]));
        QVERIFY2(lines[1].startsWith("0,3,100.000,0,0.000,main,"), qPrintable(lines[1]));
        QVERIFY2(lines[2].startsWith("1,2,66.667,0,0.000,draw,"), qPrintable(lines[2]));
        QVERIFY2(lines[3].startsWith("1,1,33.333,1,33.333,load,"), qPrintable(lines[3]));
        QVERIFY(copied(table, Format::Text)[2].contains("\t  draw\t"));
    }
    void aColumnIsHiddenFromTheHeaderAndStaysHidden() {
        QStandardItemModel model;
        fill(model, 1, "f");
        QTableView view;
        view.setModel(&model);
        TableActions table(&view, view.horizontalHeader(), "test");
        view.show();
        auto* header = view.horizontalHeader();
        emit header->customContextMenuRequested({5, 5});
        auto* menu = header->findChild<QMenu*>();
        QVERIFY(menu && menu->isVisible());
        const auto* columns = actionOf(*menu, "Columns")->menu();
        QVERIFY(!actionOf(*columns, "Function")); // the name stays
        actionOf(*columns, "Module")->trigger();
        QVERIFY(header->isSectionHidden(2));
        menu->close();
        QCOMPARE(copied(table, Format::Text), (QStringList{"Function\tSelf", "f0\t1", ""}));

        QTableView next;
        next.setModel(&model);
        TableActions nextTable(&next, next.horizontalHeader(), "test");
        QVERIFY(next.horizontalHeader()->isSectionHidden(2));
        QVERIFY(!next.horizontalHeader()->isSectionHidden(1));

        model.setColumnCount(4); // of another version
        QTableView other;
        other.setModel(&model);
        TableActions otherTable(&other, other.horizontalHeader(), "test");
        QVERIFY(!other.horizontalHeader()->isSectionHidden(2));
    }
    void settingsThatMakeNoSenseHideNothing() {
        QSettings().setValue("columns/test", QVariantList{3, "Module", 0, -1, 7});
        QStandardItemModel model;
        fill(model, 1, "f");
        QTableView view;
        view.setModel(&model);
        TableActions table(&view, view.horizontalHeader(), "test");
        for (int column = 0; column < 3; ++column)
            QVERIFY(!view.horizontalHeader()->isSectionHidden(column));
    }
    void aLongTableIsCopiedInStepsAndAsItIsAtTheEnd() {
        QStandardItemModel model;
        fill(model, 100'000, "old");
        QTableView view;
        view.setModel(&model);
        TableActions table(&view, view.horizontalHeader(), "test");
        QGuiApplication::clipboard()->setText("before");
        table.copy(Format::Text);
        QVERIFY(table.isCopying());
        QCOMPARE(QGuiApplication::clipboard()->text(), QString("before"));
        model.clear();
        fill(model, 2, "new");
        emit model.layoutChanged();
        QTRY_VERIFY(!table.isCopying());
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 QString("Function\tSelf\tModule\nnew0\t1\tapp\nnew1\t1\tapp\n"));
    }
};

QTEST_MAIN(TableActionsTest)
#include "table_actions_test.moc"
