/// The call tree and functions views under mouse and keys, and what they share with the others.
#include "tests/named_path.h"
#include "tests/profile_text.h"
#include "tests/views/settled.h"
#include "views/call_tree_view.h"
#include "views/functions_view.h"
#include "views/message_stack.h"
#include "views/theme.h"

#include <QTableView>
#include <QTest>
#include <QTreeView>

using namespace candela;

namespace {

const char* const example =
    "main;loop;draw;blit 60\nmain;loop;draw;fill 10\nmain;loop;read 20\nmain;setup 10\n";

std::shared_ptr<const Profile> profile(std::string_view text) {
    return std::make_shared<const Profile>(profileFromText(text));
}

} // namespace

class TablesTest : public QObject {
    Q_OBJECT
private slots:
    void theHotPathIsOpenFromTheStart() {
        Session session;
        CallTreeView view(session);
        session.setProfile(profile(example));
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
        session.setProfile(profile(example));
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
        session.setProfile(profile(example));
        settle();
        auto* tree = view.treeView();
        tree->collapseAll();
        tree->expand(view.model().index(0, 0));
        tree->setCurrentIndex(view.model().index(1, 0, view.model().index(0, 0)));
        QCOMPARE(tree->currentIndex().data().toString(), QString("setup"));
        session.setProfile(profile(std::string(example) + "other 500\nmain;setup 300\n"));
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
        session.setProfile(profile(example));
        view.setDirection(Direction::Inverted);
        settle();
        QCOMPARE(view.model().index(0, 0).data().toString(), QString("blit"));
        QCOMPARE(view.model().index(0, 0, view.model().index(0, 0)).data().toString(), QString("draw"));
    }
    void whatIsSelectedElsewhereIsFound() {
        Session session;
        CallTreeView tree(session);
        FunctionsView functions(session);
        session.setProfile(profile(example));
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
        session.setProfile(profile(example));
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
    void groupingChangesTheRowsOfAllViews() {
        Session session;
        CallTreeView tree(session);
        FunctionsView functions(session);
        session.setProfile(profile("main@app;draw@libgui.so;blit@libgui.so 5\nmain@app;read@libc.so 3\n"));
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
