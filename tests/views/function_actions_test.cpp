/// Keys and menus of filters and transforms in the flame graph, the call tree and the list of functions.
#include <QTest>

#include "tests/named_path.h"
#include "tests/profile_text.h"
#include "tests/views/settled.h"
#include "views/comparison/comparison_view.h"
#include "views/filter/filter_bar.h"
#include "views/filter/function_actions.h"
#include "views/flame/flame_canvas.h"
#include "views/flame_graph/flame_graph_view.h"
#include "views/tables/call_tree_view.h"
#include "views/tables/functions_view.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QInputDialog>
#include <QMenu>
#include <QTableView>
#include <QTimer>
#include <QTreeView>

#include <map>

using namespace candela;

namespace {

constexpr auto text =
    "main@app;draw@app;blit@libdraw.so;copy@libdraw.so 5\nmain@app;load@app;copy@libc.so 3\n"
    "main@app;draw@app 1\nmain@app;draw@app;draw@app;blit@libdraw.so 2\n";

struct KeyRow {
    const char* name;
    int key;
    Qt::KeyboardModifiers modifiers;
    QString transform; ///< the transform for "blit" in main;draw
};
const std::vector<KeyRow> keyRows{
    {"root", Qt::Key_R, {}, "root:blit"},
    {"from", Qt::Key_S, {}, "from:blit"},
    {"leaf", Qt::Key_E, {}, "leaf:blit"},
    {"hide", Qt::Key_H, {}, "hide:blit"},
    {"drop", Qt::Key_D, {}, "drop:blit"},
    {"recursion", Qt::Key_C, {}, "collapse-recursion:blit"},
    {"module", Qt::Key_M, {}, "collapse-module:libdraw.so"},
    {"all recursion", Qt::Key_C, Qt::ShiftModifier, "collapse-recursion"},
    {"subtree", Qt::Key_R, Qt::ShiftModifier, "subtree:main;draw;blit"},
    {"merge", Qt::Key_H, Qt::ShiftModifier, "merge:main;draw;blit"},
};

bool isAboutACallNode(const KeyRow& row) {
    return row.transform.contains(';');
}

QString transformsOf(const Session& session) {
    QStringList texts;
    for (const auto& transform : session.filter().transforms)
        texts << QString::fromStdString(transformText(transform));
    return texts.join(" ");
}

} // namespace

class FunctionActionsTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<Session> m_session;

    static void addKeyRows() {
        QTest::addColumn<int>("row");
        for (std::size_t row = 0; row < keyRows.size(); ++row)
            QTest::newRow(keyRows[row].name) << int(row);
    }
    template<typename View>
    std::unique_ptr<View> shown() {
        auto view = std::make_unique<View>(*m_session);
        view->resize(1000, 600);
        view->show();
        m_session->setProfile(std::make_shared<const Profile>(profileFromText(text)));
        settle();
        return view;
    }

private slots:
    void init() { m_session = std::make_unique<Session>(); }
    void cleanup() {
        settle();
        m_session.reset();
    }

    void keysTransformTheSelectedBox_data() { addKeyRows(); }
    void keysTransformTheSelectedBox() {
        QFETCH(int, row);
        const auto& expected = keyRows[std::size_t(row)];
        const auto view = shown<FlameGraphView>();
        auto* canvas = view->findChild<FlameCanvas*>();
        for (int step = 0; step < 3; ++step)
            QTest::keyClick(canvas, Qt::Key_Down);
        QCOMPARE(m_session->selected().function, std::string("blit"));
        QTest::keyClick(canvas, Qt::Key(expected.key), expected.modifiers);
        QCOMPARE(transformsOf(*m_session), expected.transform);
    }
    void keysTransformTheCurrentRowOfTheTree_data() { addKeyRows(); }
    void keysTransformTheCurrentRowOfTheTree() {
        QFETCH(int, row);
        const auto& expected = keyRows[std::size_t(row)];
        const auto view = shown<CallTreeView>();
        view->treeView()->expandAll();
        m_session->setSelected({"blit", namedPath(Direction::TopDown, {"main", "draw", "blit"})});
        settle();
        QTest::keyClick(view->treeView(), Qt::Key(expected.key), expected.modifiers);
        QCOMPARE(transformsOf(*m_session), expected.transform);
    }
    void keysTransformTheCurrentFunction_data() { addKeyRows(); }
    void keysTransformTheCurrentFunction() {
        QFETCH(int, row);
        const auto& expected = keyRows[std::size_t(row)];
        const auto view = shown<FunctionsView>();
        m_session->setSelected({"blit", {}});
        settle();
        auto* table = view->findChild<QTableView*>();
        QTest::keyClick(table, Qt::Key(expected.key), expected.modifiers);
        QCOMPARE(transformsOf(*m_session), isAboutACallNode(expected) ? QString() : expected.transform);
        // Letters that are no keys of actions do not select another row.
        QTest::keyClick(table, Qt::Key_L);
        QCOMPARE(m_session->selected().function, std::string("blit"));
    }
    void focusIsAKeyToo() {
        const auto view = shown<FunctionsView>();
        m_session->setSelected({"blit", {}});
        settle();
        QTest::keyClick(view->findChild<QTableView*>(), Qt::Key_F);
        QCOMPARE(m_session->filter().focus, std::string("^blit$"));
    }

    void theMenuOfTheCallTreeLeadsToTheOtherViews() {
        auto& session = *m_session;
        const auto view = shown<CallTreeView>();
        const auto& tree = *view;
        auto* rows = tree.treeView();
        rows->setCurrentIndex(rows->model()->index(0, 0));
        QStringList views;
        connect(&session, &Session::viewRequested, this, [&](const QString& view) { views << view; });
        QContextMenuEvent key(QContextMenuEvent::Keyboard, {}, rows->mapToGlobal(QPoint()));
        QCoreApplication::sendEvent(rows, &key);
        QStringList shown;
        for (auto* action : tree.findChild<QMenu*>()->actions()) {
            if (action->text().contains("box") || action->text().contains("oom")) shown << action->text();
            if (!action->text().startsWith("Show in ")) continue;
            shown << action->text();
            action->trigger();
        }
        QCOMPARE(shown,
                 (QStringList{"Show in flame graph", "Zoom to it in the flame graph", "Show in functions"}));
        QCOMPARE(views, (QStringList{"flamegraph", "functions"}));
        QVERIFY(session.zoom().isEmpty());
        for (auto* action : tree.findChild<QMenu*>()->actions())
            if (action->text().startsWith("Zoom")) action->trigger();
        QCOMPARE(views.back(), QString("flamegraph"));
        QVERIFY(!session.zoom().isEmpty());
    }
    void theMenuOfABoxHasEveryActionWithItsKey() {
        const auto view = shown<FlameGraphView>();
        auto* canvas = view->findChild<FlameCanvas*>();
        for (int step = 0; step < 3; ++step)
            QTest::keyClick(canvas, Qt::Key_Down);
        QContextMenuEvent wanted(QContextMenuEvent::Keyboard, {}, canvas->mapToGlobal(QPoint()));
        QApplication::sendEvent(canvas, &wanted);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        std::map<QString, QString> keys;
        for (const auto* action : menu->actions())
            if (!action->shortcut().isEmpty()) keys[action->text()] = action->shortcut().toString();
        QCOMPARE(keys, (std::map<QString, QString>{{"Show source of “blit”", "A"},
                                                   {"Open source of “blit” in the editor", "O"},
                                                   {"Callers and callees of “blit”", "B"},
                                                   {"End at “blit”", "E"},
                                                   {"Focus on “blit”", "F"},
                                                   {"Root at “blit”", "R"},
                                                   {"Show from “blit”", "S"},
                                                   {"Hide “blit”", "H"},
                                                   {"Drop samples with “blit”", "D"},
                                                   {"Collapse recursion of “blit”", "C"},
                                                   {"Collapse adjacent frames of “libdraw.so”", "M"},
                                                   {"Collapse all direct recursion", "Shift+C"},
                                                   {"Root at this call node", "Shift+R"},
                                                   {"Merge this call node into its caller", "Shift+H"}}));
        // With the keyboard: down to "Hide", then Enter.
        for (auto* action : menu->actions())
            if (action->text().startsWith("Hide")) menu->setActiveAction(action);
        QTest::keyClick(menu, Qt::Key_Return);
        settle();
        QCOMPARE(transformsOf(*m_session), QString("hide:blit"));
        QCOMPARE(m_session->shown().total(), 11);
    }

    void aMenuShowsTheOwnNameOfALongFunction() {
        std::string name = "std::expected<Result, Error> std::__invoke_impl<";
        for (int argument = 0; argument < 20; ++argument)
            name += "candela::Argument<" + std::to_string(argument) + ">, ";
        name += "int>(std::__invoke_other, candela::Task&)";
        Session session;
        CallTreeView view(session);
        view.show();
        session.setProfile(sharedProfile(name + " 5\n"));
        settle();
        auto* tree = view.findChild<QTreeView*>();
        tree->setCurrentIndex(tree->model()->index(0, 0));
        QContextMenuEvent wanted(QContextMenuEvent::Keyboard, {}, tree->mapToGlobal(QPoint()));
        QApplication::sendEvent(tree, &wanted);
        const auto* menu = view.findChild<QMenu*>();
        QVERIFY(menu);
        QVERIFY2(menu->actions().front()->text().contains("__invoke_impl<"),
                 qPrintable(menu->actions().front()->text()));
    }
    void whatIsNoFunctionCanOnlyBeCollapsed() {
        const auto view = shown<FunctionsView>();
        m_session->setGrouping(Grouping::Module);
        settle();
        m_session->setSelected({"libdraw.so", {}});
        settle();
        auto* table = view->findChild<QTableView*>();
        for (const auto key : {Qt::Key_H, Qt::Key_R, Qt::Key_D, Qt::Key_S, Qt::Key_F})
            QTest::keyClick(table, key);
        QVERIFY(m_session->filter().isEmpty());
        QTest::keyClick(table, Qt::Key_M);
        QCOMPARE(transformsOf(*m_session), QString("collapse-module:libdraw.so"));
        settle();
        // By line and address, a function is still identified by its name.
        m_session->setFilter({});
        m_session->setGrouping(Grouping::Line);
        settle();
        m_session->setSelected({"load", {}});
        settle();
        QTest::keyClick(table, Qt::Key_H);
        QCOMPARE(transformsOf(*m_session), QString("hide:load"));
    }

    void callNodesOfATreeOfCallersAreNoSubtrees() {
        const auto view = shown<CallTreeView>();
        view->setDirection(Direction::Inverted);
        settle();
        view->treeView()->setCurrentIndex(view->model().index(0, 0));
        QTest::keyClick(view->treeView(), Qt::Key_R, Qt::ShiftModifier);
        QVERIFY(m_session->filter().isEmpty());
    }

    void aProcessIsNoPartOfACallPath() {
        ProfileBuilder builder;
        const auto value = builder.valueType("samples", "count");
        const auto process =
            builder.addProcess({.pid = 1, .parent = {}, .name = builder.string("editor"), .labels = {}});
        const auto thread = builder.addThread({.process = process, .tid = 1, .name = {}, .labels = {}});
        StackIndex stack;
        for (const auto* name : {"main", "draw"})
            stack = builder.stack(
                stack,
                builder.frame({.function = builder.function(
                                   {.name = builder.string(name), .rawName = {}, .file = {}, .mapping = {}}),
                               .mapping = {}}));
        builder.addSample(value, {.stack = stack, .weight = 3, .thread = thread, .labels = {}});
        const auto view = shown<FlameGraphView>();
        m_session->reset();
        m_session->setProfile(std::make_shared<const Profile>(builder.build()));
        m_session->setRoots(sampleKeyFromName("process"));
        settle();
        auto* canvas = view->findChild<FlameCanvas*>();
        QTest::keyClick(canvas, Qt::Key_Down);
        QCOMPARE(m_session->selected().function, std::string("editor"));
        QTest::keyClick(canvas, Qt::Key_H); // this row is no function
        QVERIFY(m_session->filter().isEmpty());
        QTest::keyClick(canvas, Qt::Key_Down);
        QTest::keyClick(canvas, Qt::Key_Down);
        QTest::keyClick(canvas, Qt::Key_R, Qt::ShiftModifier);
        QCOMPARE(transformsOf(*m_session), QString("subtree:main;draw"));
        settle();
        auto tree = m_session->shown().tree(Direction::TopDown);
        const auto root = tree.children({}).front();
        QCOMPARE(tree.groups()[tree.group(root)].name, std::string("editor"));
        QCOMPARE(tree.groups()[tree.group(tree.children(root).front())].name, std::string("draw"));
    }

    void theZoomStaysAtItsCallNodeWhereThereIsOne() {
        const auto view = shown<FlameGraphView>();
        m_session->setZoom(namedPath(Direction::TopDown, {"main", "draw", "blit"}));
        settle();
        m_session->addTransform({TransformKind::Hide, {"draw"}});
        settle();
        auto* canvas = view->findChild<FlameCanvas*>();
        const auto zoomed = canvas->scene().layout.root;
        QVERIFY(zoomed);
        QCOMPARE(callPath(*canvas->scene().tree, zoomed).names(), (std::vector<std::string>{"main", "blit"}));
        m_session->addTransform({TransformKind::Root, {"blit"}});
        QVERIFY(m_session->zoom().isEmpty());
    }

    void transformsAreChipsInOrderAndEachIsRemovable() {
        const auto view = shown<FilterBar>();
        m_session->setFilter({.focus = "^copy$", .hide = "^bl"});
        m_session->addTransform({TransformKind::Root, {"draw"}});
        m_session->addTransform({TransformKind::Subtree, {"draw", "copy"}});
        m_session->addTransform({TransformKind::CollapseRecursion});
        settle();
        QCOMPARE(view->chipTexts(), (QStringList{"Focus: copy", "Hide: ^bl", "Root at draw",
                                                 "Root at one copy", "Collapse recursion"}));
        view->removeChip(2);
        settle();
        QCOMPARE(transformsOf(*m_session), QString("subtree:draw;copy collapse-recursion"));
        view->removeChip(1);
        settle();
        QCOMPARE(m_session->filter().hide, std::string());
        view->removeChip(1);
        settle();
        QCOMPARE(view->chipTexts(), (QStringList{"Focus: copy", "Collapse recursion"}));
    }

    void aTransformCanBeTypedAsOnTheCommandLine() {
        const auto view = shown<FilterBar>();
        QStringList questions;
        const auto answer = [&](const QString& typed) {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            if (!dialog) qFatal("no question is open");
            questions << dialog->labelText();
            dialog->setTextValue(typed);
            dialog->accept();
        };
        QAction* transform = nullptr;
        for (auto* action : view->findChild<QMenu*>()->actions())
            if (action->text() == "Transform…") transform = action;
        QVERIFY(transform);
        QTimer::singleShot(0, view.get(), [&] {
            QTimer::singleShot(0, view.get(), [&] { answer("drop:copy"); });
            answer("dorp:copy");
        });
        transform->trigger();
        QCOMPARE(questions.size(), 2);
        QVERIFY2(questions[1].contains("did you mean drop?"), qPrintable(questions[1]));
        QCOMPARE(transformsOf(*m_session), QString("drop:copy"));
    }

    void theOtherSideOfAComparisonFollows() {
        ComparisonSession session;
        ComparisonView view(session);
        view.resize(1200, 800);
        view.show();
        session.setProfiles({std::make_shared<const Profile>(profileFromText(text)),
                             std::make_shared<const Profile>(profileFromText("main;blit;copy 7\n"))});
        settle();
        for (int step = 0; step < 3; ++step)
            QTest::keyClick(view.baseCanvas(), Qt::Key_Down);
        QTest::keyClick(view.baseCanvas(), Qt::Key_H);
        settle();
        QCOMPARE(transformsOf(session.newSide()), QString("hide:blit"));
        bool hasBlit = false;
        for (const auto& row : session.comparison()->rows)
            hasBlit = hasBlit || row.name == "blit";
        QVERIFY(!hasBlit);
        for (const auto& row : session.comparison()->rows) {
            if (row.name == "draw") QCOMPARE(row.baseSelf, 3);
            if (row.name == "main") QCOMPARE(row.newTotal, 7);
        }
        session.history().undo();
        settle();
        QVERIFY(session.base().filter().isEmpty() && session.newSide().filter().isEmpty());
    }
};

QTEST_MAIN(FunctionActionsTest)
#include "function_actions_test.moc"
