/// The call tree and functions views under mouse and keys, and the state they share with other views.
#include "tests/named_path.h"
#include "tests/profile_text.h"
#include "tests/views/settled.h"
#include "views/session/message_stack.h"
#include "views/tables/call_tree_view.h"
#include "views/tables/functions_view.h"
#include "views/widgets/theme.h"

#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QTableView>
#include <QTest>
#include <QTreeView>

using namespace candela;

namespace {

const char* const example =
    "main;loop;draw;blit 60\nmain;loop;draw;fill 10\nmain;loop;read 20\nmain;setup 10\n";

/// Three hundred functions with different weights; f299 is the hottest.
std::string manyFunctions() {
    std::string text;
    for (int function = 0; function < 300; ++function)
        text += "main;f" + std::to_string(function) + " " +
                std::to_string(100 + (function == 7 ? 0 : function)) + "\n";
    return text;
}

} // namespace

class TablesTest : public QObject {
    Q_OBJECT
private slots:
    void theHotPathIsOpenFromTheStart() {
        Session session;
        CallTreeView view(session);
        session.setProfile(sharedProfile(example));
        settle();
        auto* tree = view.treeView();
        const auto& model = view.model();
        const auto main = model.index(0, 0);
        const auto draw = model.index(0, 0, model.index(0, 0, main));
        QVERIFY(tree->isExpanded(main));
        QVERIFY(tree->isExpanded(draw));
        QCOMPARE(draw.data().toString(), QString("draw"));
    }
    void enterOpensTheHotPathOfTheSelectedRow() {
        Session session;
        CallTreeView view(session);
        session.setProfile(sharedProfile(example));
        settle();
        auto* tree = view.treeView();
        tree->collapseAll();
        tree->setCurrentIndex(view.model().index(0, 0));
        QTest::keyClick(tree, Qt::Key_Return);
        QCOMPARE(tree->currentIndex().data().toString(), QString("blit"));
        QCOMPARE(session.selected().path.names(), (std::vector<std::string>{"main", "loop", "draw", "blit"}));
        tree->collapseAll();
        tree->setCurrentIndex(view.model().index(0, 0));
        QTest::keyClick(tree, Qt::Key_Asterisk);
        QCOMPARE(tree->currentIndex().data().toString(), QString("blit"));
    }
    void openedRowsAndTheSelectionSurviveANewerSnapshot() {
        Session session;
        CallTreeView view(session);
        view.resize(800, 400);
        session.setProfile(sharedProfile(example));
        settle();
        auto* tree = view.treeView();
        tree->collapseAll();
        tree->expand(view.model().index(0, 0));
        tree->setCurrentIndex(view.model().index(1, 0, view.model().index(0, 0)));
        QCOMPARE(tree->currentIndex().data().toString(), QString("setup"));
        session.setProfile(sharedProfile(std::string(example) + "other 500\nmain;setup 300\n"));
        settle();
        const auto other = view.model().index(0, 0);
        const auto main = view.model().index(1, 0);
        QCOMPARE(other.data().toString(), QString("other"));
        QVERIFY(tree->isExpanded(main));
        QVERIFY(!tree->isExpanded(view.model().index(1, 0, main)));
        QCOMPARE(tree->currentIndex().data().toString(), QString("setup"));
        QCOMPARE(view.model().index(0, 0, main).data().toString(), QString("setup"));
    }
    void bottomUpStartsWhereTheTimeIsSpent() {
        Session session;
        CallTreeView view(session);
        session.setProfile(sharedProfile(example));
        view.setDirection(Direction::Inverted);
        settle();
        QCOMPARE(view.model().index(0, 0).data().toString(), QString("blit"));
        QCOMPARE(view.model().index(0, 0, view.model().index(0, 0)).data().toString(), QString("draw"));
    }
    void whatIsSelectedElsewhereIsFound() {
        Session session;
        CallTreeView tree(session);
        FunctionsView functions(session);
        session.setProfile(sharedProfile(example));
        settle();
        tree.treeView()->collapseAll();
        session.setSelected({"fill", namedPath(Direction::TopDown, {"main", "loop", "draw", "fill"})});
        QCOMPARE(tree.treeView()->currentIndex().data().toString(), QString("fill"));
        const auto row = functions.tableView()->currentIndex();
        QCOMPARE(row.siblingAtColumn(0).data().toString(), QString("fill"));
        functions.tableView()->selectRow(functions.model().rowOf("setup"));
        QCOMPARE(session.selected().function, std::string("setup"));
        QVERIFY(session.selected().path.isEmpty());
    }
    void theSearchFiltersFunctionsAndMarksTheTree() {
        Theme::apply(ColourScheme::Light);
        Session session;
        CallTreeView tree(session);
        FunctionsView functions(session);
        tree.resize(800, 400);
        functions.resize(800, 400);
        session.setProfile(sharedProfile(example));
        settle();
        QCOMPARE(functions.model().rowCount(), 7);
        session.setSearch("l$");
        settle();
        QCOMPARE(functions.model().rowCount(), 1);
        QVERIFY(hasColour(functions, Theme::of(ColourScheme::Light).match));
        QVERIFY(!hasColour(tree, Theme::of(ColourScheme::Light).match) ==
                !tree.treeView()->isExpanded(
                    tree.model().index(0, 0, tree.model().index(0, 0, tree.model().index(0, 0)))));
        session.setSearch("no such function");
        settle();
        QCOMPARE(functions.model().rowCount(), 0);
        QCOMPARE(functions.findChild<MessageStack*>()->currentIndex(), 1);
        session.setSearch("");
        settle();
        QCOMPARE(functions.model().rowCount(), 7);
        QCOMPARE(functions.findChild<MessageStack*>()->currentIndex(), 0);
    }
    void functionsOpenAtTheHottestRow() {
        Session session;
        session.setProfile(sharedProfile(manyFunctions()));
        settle();
        session.setSelected({"f7", namedPath(Direction::TopDown, {"main", "f7"})}); // the coldest
        FunctionsView view(session);
        view.resize(800, 400);
        view.show();
        settle();
        const auto* table = view.tableView();
        const auto top = [&] { return table->indexAt(QPoint(5, 5)).row(); };
        QCOMPARE(top(), 0);
        QCOMPARE(table->currentIndex().siblingAtColumn(0).data().toString(), QString("f7"));
        // A row that another view asks to show is scrolled to.
        session.showIn("functions", {"f7", {}});
        settle();
        QVERIFY(top() > 0);
        QVERIFY(table->viewport()->rect().contains(table->visualRect(table->currentIndex()).center()));
        session.setGrouping(Grouping::Module);
        settle();
        session.setGrouping(Grouping::Function);
        settle();
        QCOMPARE(top(), 0);
        table->verticalScrollBar()->setValue(50);
        Filter filter;
        filter.ignore = "^f9$";
        session.setFilter(filter);
        settle();
        QCOMPARE(top(), 0);
        table->verticalScrollBar()->setValue(50);
        session.setProfile(sharedProfile(manyFunctions() + "main;newer 1\n"));
        settle();
        QCOMPARE(table->verticalScrollBar()->value(), 50); // a snapshot of a running recording
    }
    void theCallTreeOpensAtItsRootInAnotherGrouping() {
        Session session;
        CallTreeView view(session);
        view.resize(800, 300);
        view.show();
        std::string text;
        for (int row = 0; row < 200; ++row)
            text += "root" + std::to_string(row) + "@lib" + std::to_string(row) + ".so;leaf " +
                    std::to_string(row + 1) + "\n";
        session.setProfile(sharedProfile(text));
        settle();
        view.treeView()->verticalScrollBar()->setValue(100);
        session.setGrouping(Grouping::Module);
        settle();
        QCOMPARE(view.treeView()->verticalScrollBar()->value(), 0);
    }
    void aSearchOpensItsMatchesInTheTreeAndLeavesThemAgain() {
        Session session;
        CallTreeView view(session);
        view.resize(800, 400);
        view.show();
        session.setProfile(sharedProfile(example));
        settle();
        auto* tree = view.treeView();
        tree->collapseAll();
        const auto isSeen = [&](const std::vector<std::string>& names) {
            auto& nodes = *view.model().tree();
            const auto index = view.model().indexOf(findCallNode(nodes, namedPath(nodes.direction(), names)));
            return tree->visualRect(index).isValid();
        };
        session.setSearch("fill");
        settle();
        QVERIFY(isSeen({"main", "loop", "draw", "fill"}));
        session.setSearch("setup");
        settle();
        QVERIFY(isSeen({"main", "setup"}));
        QVERIFY(!isSeen({"main", "loop", "draw", "fill"})); // the search has no match any more
        session.setSearch({});
        settle();
        QVERIFY(!isSeen({"main", "setup"}));
        view.setDirection(Direction::Inverted);
        settle();
        tree->collapseAll();
        session.setSearch("^loop$");
        settle();
        QVERIFY(isSeen({"blit", "draw", "loop"}));
    }
    void stepsLeadToEveryMatchAndAroundAtTheEnd() {
        Session session;
        CallTreeView view(session);
        FunctionsView functions(session);
        view.resize(800, 400);
        view.show();
        session.setProfile(sharedProfile(example));
        settle();
        session.setSearch("^(draw|read|setup)$");
        settle();
        const auto selected = [&] { return session.selected().function; };
        std::vector<std::string> met;
        for (int step = 0; step < 4; ++step) {
            session.requestMatch(MatchStep::Next);
            met.push_back(selected());
        }
        QCOMPARE(met, (std::vector<std::string>{"draw", "read", "setup", "draw"}));
        session.requestMatch(MatchStep::Previous);
        QCOMPARE(selected(), std::string("setup"));
        session.requestMatch(MatchStep::Previous);
        QCOMPARE(selected(), std::string("read"));
        // The functions are filtered: every row is a match.
        view.hide();
        functions.show();
        functions.tableView()->selectRow(0);
        const auto first = selected();
        session.requestMatch(MatchStep::Previous);
        session.requestMatch(MatchStep::Next);
        QCOMPARE(selected(), first);
        session.requestMatch(MatchStep::Next);
        QVERIFY(selected() != first);
    }
    void manyMatchesAreOpenedUpToALimitThatIsStated() {
        Session session;
        CallTreeView view(session);
        view.resize(800, 400);
        view.show();
        session.setProfile(sharedProfile(manyFunctions()));
        settle();
        session.setSearch("^f");
        settle();
        QStringList texts;
        for (const auto* label : view.findChildren<QLabel*>())
            texts << label->text();
        QVERIFY2(texts.contains("the 100 heaviest of 300 matches are open"), qPrintable(texts.join("|")));
        session.setSearch("^f7$");
        settle();
        texts.clear();
        for (const auto* label : view.findChildren<QLabel*>())
            texts << label->text();
        QVERIFY(texts.filter("heaviest").isEmpty());
    }
    void theMenuKeyOpensTheMenuOfTheCurrentRow() {
        Session session;
        CallTreeView tree(session);
        FunctionsView functions(session);
        session.setProfile(sharedProfile(example));
        settle();
        for (auto* view : std::initializer_list<QWidget*>{&tree, &functions}) {
            view->resize(800, 400);
            view->show();
            auto* rows =
                view == &tree ? static_cast<QAbstractItemView*>(tree.treeView()) : functions.tableView();
            rows->setCurrentIndex(rows->model()->index(0, 0));
            if (view == &functions) rows->setCurrentIndex(rows->model()->index(3, 0));
            const auto centre = rows->rect().center();
            QContextMenuEvent key(QContextMenuEvent::Keyboard, centre, rows->mapToGlobal(centre));
            QCoreApplication::sendEvent(rows, &key);
            auto* menu = view->findChild<QMenu*>();
            QVERIFY(menu);
            const auto row = rows->visualRect(rows->currentIndex().siblingAtColumn(0));
            QCOMPARE(rows->viewport()->mapFromGlobal(menu->pos()), row.bottomLeft());
            const auto name = rows->currentIndex().siblingAtColumn(0).data().toString();
            QVERIFY(menu->actions().front()->text().contains(name));
            menu->close();
        }
    }
    void namesStayReadableInANarrowWindow() {
        Session session;
        CallTreeView tree(session);
        FunctionsView functions(session);
        session.setProfile(sharedProfile("Renderer::drawAllOfTheRowsAgain;blit 6\n"));
        auto* list = functions.tableView();
        for (QWidget* view : {static_cast<QWidget*>(&tree), static_cast<QWidget*>(&functions)}) {
            QAbstractItemView* rows = tree.treeView();
            if (view == &functions) rows = list;
            auto* header = view == &functions ? list->horizontalHeader() : tree.treeView()->header();
            for (const int width : {500, 800, 1600}) {
                view->resize(width, 300);
                view->show();
                settle();
                const auto name = header->fontMetrics().horizontalAdvance("drawAllOfTheRowsAgain");
                QVERIFY(header->sectionSize(0) >= name);
                QCOMPARE(rows->horizontalScrollBar()->maximum(),
                         std::max(0, header->length() - rows->viewport()->width()));
            }
            // Nothing is left free at the right, also without another column.
            QCOMPARE(header->length(), rows->viewport()->width());
            header->setSectionHidden(header->count() - 1, true);
            QCOMPARE(header->length(), rows->viewport()->width());
        }
    }
    void namesOfDeepRowsStayReadable() {
        std::string stack;
        for (int level = 0; level < 120; ++level)
            stack += (level == 0 ? "f" : ";f") + std::to_string(level);
        Session session;
        CallTreeView view(session);
        view.resize(1000, 400);
        view.show();
        session.setProfile(sharedProfile(stack + " 6\n"));
        settle();
        auto* tree = view.treeView();
        const auto isNameVisible = [&] {
            const auto row = tree->visualRect(tree->currentIndex().siblingAtColumn(0));
            const auto name = tree->currentIndex().siblingAtColumn(0).data().toString();
            return row.left() >= 0 && row.width() > tree->fontMetrics().horizontalAdvance(name) + 8 &&
                   row.left() + tree->fontMetrics().horizontalAdvance(name) < tree->viewport()->width();
        };
        tree->setFocus();
        QTest::keyClick(tree, Qt::Key_Home);
        QVERIFY(isNameVisible());
        QTest::keyClick(tree, Qt::Key_Return);
        QCOMPARE(tree->currentIndex().siblingAtColumn(0).data().toString(), QString("f119"));
        QVERIFY(isNameVisible());
        // Rows that fit show their numbers.
        QTest::keyClick(tree, Qt::Key_Home);
        QVERIFY(isNameVisible());
        QCOMPARE(tree->horizontalScrollBar()->value(), 0);
    }
    void theSelectionLeavesTheIndentAlone() {
        Theme::apply(ColourScheme::Light);
        Session session;
        CallTreeView view(session);
        view.resize(800, 400);
        view.show();
        session.setProfile(sharedProfile(example));
        settle();
        auto* tree = view.treeView();
        const auto draw = view.model().index(0, 0, view.model().index(0, 0, view.model().index(0, 0)));
        tree->setCurrentIndex(draw);
        tree->setFocus();
        settle();
        const auto picture = tree->viewport()->grab().toImage();
        const auto row = tree->visualRect(draw);
        const int left = tree->columnViewportPosition(0);
        QVERIFY(row.left() >= left + 3 * tree->indentation());
        QCOMPARE(picture.pixelColor(row.left() + 1, row.top() + 1),
                 Theme::of(ColourScheme::Light).accentSoft);
        for (int x = 0; x < 2 * tree->indentation(); ++x)
            QCOMPARE(picture.pixelColor(left + x, row.center().y()), Theme::of(ColourScheme::Light).base);
    }
    void groupingChangesTheRowsOfAllViews() {
        Session session;
        CallTreeView tree(session);
        FunctionsView functions(session);
        session.setProfile(
            sharedProfile("main@app;draw@libgui.so;blit@libgui.so 5\nmain@app;read@libc.so 3\n"));
        session.setGrouping(Grouping::Module);
        settle();
        QCOMPARE(functions.model().rowCount(), 3);
        QCOMPARE(functions.model().headerData(0, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QString("Module"));
        QCOMPARE(tree.model().index(0, 0).data().toString(), QString("app"));
    }
};

QTEST_MAIN(TablesTest)
#include "tables_test.moc"
