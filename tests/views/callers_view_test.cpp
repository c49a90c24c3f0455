/// Callers and callees of a function, against sums over the stacks; under mouse and keys.
#include "tests/named_path.h"
#include "tests/profile_text.h"
#include "tests/views/example_profiles.h"
#include "tests/views/settled.h"
#include "tests/views/shown_crumbs.h"
#include "views/callers/callers_view.h"
#include "views/filter/function_actions.h"
#include "views/flame/flame_canvas.h"
#include "views/flame_graph/flame_map.h"
#include "views/session/call_node_text.h"
#include "views/tables/call_tree_view.h"
#include "views/widgets/choice_menu.h"
#include "views/widgets/choice_strip.h"
#include "views/widgets/elided_label.h"

#include <QAbstractButton>
#include <QMenu>
#include <QTest>
#include <QTreeView>

#include <algorithm>
#include <map>

using namespace candela;

namespace {

using Paths = std::map<std::string, std::int64_t>;

constexpr auto someStacks =
    "main;draw;blit;copy 5\nmain;load;copy 3\nmain;draw;draw;blit 2\nmain;draw 7\nidle 1\n";

/// The totals of the nodes below `node`, by their path from `node`.
void addPaths(CallTree& tree, CallNodeIndex node, const std::string& path, Paths& paths) {
    for (const auto child : tree.children(node)) {
        const auto name =
            (path.empty() ? "" : path + ";") + std::string(tree.groups()[tree.group(child)].name);
        paths[name] += tree.total(child);
        addPaths(tree, child, name, paths);
    }
}

Paths pathsOf(const FlameCanvas& canvas) {
    Paths paths;
    if (!canvas.scene().isEmpty()) addPaths(*canvas.scene().tree, {}, {}, paths);
    return paths;
}

/// The same for each stack of a text: cut at the function's first frame, then each of its ends is a
/// path.
struct ExpectedPaths {
    Paths callers, callees;

    ExpectedPaths(const QString& stacks, const QString& function) {
        for (const auto& line : stacks.split('\n', Qt::SkipEmptyParts)) {
            auto frames = line.section(' ', 0, -2).split(';');
            const auto weight = line.section(' ', -1).toLongLong();
            const auto first = frames.indexOf(function);
            if (first < 0) continue;
            auto above = frames.first(first + 1);
            std::reverse(above.begin(), above.end());
            add(above, weight, callers);
            add(frames.sliced(first), weight, callees);
        }
    }

private:
    static void add(const QStringList& frames, std::int64_t weight, Paths& paths) {
        for (qsizetype length = 1; length <= frames.size(); ++length)
            paths[frames.first(length).join(';').toStdString()] += weight;
    }
};

} // namespace

class CallersViewTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<CallersView> m_view;

    void show(std::shared_ptr<const Profile> profile) {
        Theme::apply(ColourScheme::Light);
        m_view.reset();
        m_session = std::make_unique<Session>();
        m_view = std::make_unique<CallersView>(*m_session);
        m_view->resize(1000, 700);
        m_view->show();
        m_session->setProfile(std::move(profile));
        settle();
    }
    void show(std::string_view stacks = someStacks) {
        show(std::make_shared<const Profile>(profileFromText(stacks)));
    }
    void select(const std::string& function) {
        m_session->setSelected({function, {}});
        settle();
    }
    static CallNodeIndex node(const FlameCanvas& canvas, const std::vector<std::string>& names) {
        return findCallNode(*canvas.scene().tree, namedPath(canvas.direction(), names));
    }
    static QPoint middleOf(const FlameCanvas& canvas, const std::vector<std::string>& names) {
        const auto* box = canvas.scene().boxOf(node(canvas, names));
        if (!box) qFatal("no such box");
        return canvas.geometry()
            .boxRect(canvas.scene(), canvas.scene().rowOf(box->node), *box)
            .center()
            .toPoint();
    }
    void compareWith(const QString& function) {
        const ExpectedPaths expected(someStacks, function);
        QCOMPARE(pathsOf(*m_view->callers()), expected.callers);
        QCOMPARE(pathsOf(*m_view->callees()), expected.callees);
    }

private slots:
    void cleanup() {
        m_view.reset();
        m_session.reset();
    }
    void allOccurrencesAreMerged_data() {
        QTest::addColumn<QString>("function");
        for (const QString function : {"main", "draw", "blit", "copy", "load", "idle"})
            QTest::newRow(qPrintable(function)) << function;
    }
    void allOccurrencesAreMerged() {
        QFETCH(QString, function);
        show();
        select(function.toStdString());
        compareWith(function);
        const auto title = m_view->findChild<ElidedLabel*>()->text();
        QVERIFY2(title.startsWith(function), qPrintable(title));
    }
    void totalsAreThoseOfTheFunction() {
        show(ExampleRecording().make(3000));
        const auto& shown = m_session->shown();
        int count = 0;
        for (const auto& row : *shown.functions) {
            const auto function = functionOf(shown.groups(), row.group);
            if (function.name.empty() || ++count > 30) continue;
            m_view->open(function);
            settle();
            // Functions of the same name in other modules are shown together.
            std::int64_t total = 0;
            int same = 0;
            for (const auto& other : *shown.functions) {
                const bool isIt = shown.groups()[other.group].name == function.name;
                total += isIt ? other.total : 0;
                same += isIt;
            }
            if (same != 1) continue;
            QCOMPARE(m_view->callers()->shown().total(), total);
            QCOMPARE(m_view->callees()->shown().total(), total);
        }
        QVERIFY(count > 10);
    }
    void withoutASelectionTheHottestFunctionIsShown() {
        show();
        QCOMPARE(m_view->function().name, std::string("copy")); // 8 of 18
        compareWith("copy");
    }
    void aClickInsideZoomsAndKeepsTheFunction() {
        show();
        select("draw");
        auto& callees = *m_view->callees();
        QTest::mouseClick(callees.viewport(), Qt::LeftButton, {}, middleOf(callees, {"draw", "blit"}));
        settle();
        QCOMPARE(m_session->selected().function, std::string("blit")); // other views follow the selection
        QCOMPARE(m_view->function().name, std::string("draw"));
        QVERIFY(m_session->zoom().isEmpty());
        QCOMPARE(callees.scene().layout.total, 5);
        compareWith("draw");
    }
    void theKeyBLeadsToAnotherFunctionAndAltLeftBack() {
        show();
        select("draw");
        auto& callees = *m_view->callees();
        QTest::mouseClick(callees.viewport(), Qt::LeftButton, {}, middleOf(callees, {"draw", "blit"}));
        QTest::keyClick(&callees, Qt::Key_B);
        settle();
        QCOMPARE(m_view->function().name, std::string("blit"));
        compareWith("blit");
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        callees.setFocus();
        QTest::keyClick(&callees, Qt::Key_Left, Qt::AltModifier);
        settle();
        compareWith("draw");
        QTest::keyClick(&callees, Qt::Key_Right, Qt::AltModifier);
        settle();
        compareWith("blit");
    }
    void actionsInsideChangeWhatAllViewsShow() {
        show();
        select("draw");
        auto& callees = *m_view->callees();
        QTest::mouseClick(callees.viewport(), Qt::LeftButton, {}, middleOf(callees, {"draw", "blit"}));
        QTest::keyClick(&callees, Qt::Key_H); // hide
        settle();
        QCOMPARE(m_session->filter().transforms, (std::vector<Transform>{{TransformKind::Hide, {"blit"}}}));
        QCOMPARE(pathsOf(callees), (Paths{{"draw", 14}, {"draw;copy", 5}, {"draw;draw", 2}}));
        QCOMPARE(pathsOf(*m_view->callers()), (Paths{{"draw", 14}, {"draw;main", 14}}));
        // A filter that another view sets arrives here.
        m_session->setFilter({.focus = "copy"});
        settle();
        QCOMPARE(pathsOf(callees), (Paths{{"draw", 5}, {"draw;blit", 5}, {"draw;blit;copy", 5}}));
        m_session->setFilter({.focus = "load"});
        settle();
        QVERIFY(pathsOf(callees).empty());
        m_session->setFilter({});
        settle();
        compareWith("draw");
    }
    void aSourceIsRequestedOfTheWholeWindow() {
        show();
        select("draw");
        QString requested;
        connect(m_session.get(), &Session::viewRequested, this,
                [&](const QString& name) { requested = name; });
        auto& callers = *m_view->callers();
        QTest::mouseClick(callers.viewport(), Qt::LeftButton, {}, middleOf(callers, {"draw", "main"}));
        QTest::keyClick(&callers, Qt::Key_A);
        QCOMPARE(requested, QString("source"));
        QCOMPARE(m_session->selected().function, std::string("main"));
    }
    void eachHalfNamesTheCallPathOfItsZoom() {
        show("main;draw;blit 6\nmain;draw;fill 2\nmain;load 4\n");
        select("draw");
        QVERIFY(shownCrumbs(*m_view).empty());
        auto& callees = *m_view->callees();
        QTest::mouseClick(callees.viewport(), Qt::LeftButton, {}, middleOf(callees, {"draw", "blit"}));
        settle();
        QCOMPARE(crumbNames(*m_view), (QStringList{"All", "draw", "blit"}));
        QCOMPARE(callees.scene().layout.root, node(callees, {"draw", "blit"}));
        QTest::mouseClick(shownCrumbs(*m_view)[1], Qt::LeftButton);
        settle();
        QCOMPARE(callees.scene().layout.root, node(callees, {"draw"}));
        m_view->lookChoice()->findChildren<QAbstractButton*>()[1]->click();
        QVERIFY(shownCrumbs(*m_view).empty()); // tables have no zoom
    }
    void theMapMovesTheZoomOfItsHalf() {
        show("main;draw;blit 50\nmain;draw;fill 50\n");
        m_view->resize(1000, 900);
        select("draw");
        auto& callees = *m_view->callees();
        auto* map = callees.findChild<FlameMap*>();
        QVERIFY(!map->isVisible());
        QTest::mouseClick(callees.viewport(), Qt::LeftButton, {}, middleOf(callees, {"draw", "blit"}));
        settle();
        QVERIFY(map->isVisible());
        QVERIFY(!m_view->callers()->findChild<FlameMap*>()->isVisible());
        const auto left = map->visiblePart().center().x() < map->width() / 2;
        QTest::mouseClick(map, Qt::LeftButton, {}, map->positionOf(left ? 0.75 : 0.25, 1).toPoint());
        settle();
        QCOMPARE(callees.scene().layout.root, node(callees, {"draw", "fill"}));
        auto* menu = m_view->findChild<ChoiceMenu*>();
        menu->action("Map", 1)->trigger();
        QVERIFY(!map->isVisible());
        menu->action("Map", 0)->trigger();
        QVERIFY(map->isVisible());
    }
    void tablesShowTheSame() {
        show();
        select("draw");
        const auto choices = m_view->lookChoice()->findChildren<QAbstractButton*>();
        QTest::mouseClick(choices.at(1), Qt::LeftButton);
        settle();
        const auto& expected = ExpectedPaths(someStacks, "draw");
        for (const auto& [table, paths] : {std::pair(m_view->callerTable(), expected.callers),
                                           {m_view->calleeTable(), expected.callees}}) {
            QVERIFY(table->isVisible());
            Paths shown;
            addPaths(*table->model().tree(), {}, {}, shown);
            QCOMPARE(shown, paths);
            const auto root = table->treeView()->model()->index(0, 0);
            QVERIFY(table->treeView()->isExpanded(root));
        }
    }
    void aNewerSnapshotKeepsTheFunctionAndTheZoom() {
        show("main;draw;blit 1\nmain;load 2\n");
        select("draw");
        auto& callees = *m_view->callees();
        QTest::mouseClick(callees.viewport(), Qt::LeftButton, {}, middleOf(callees, {"draw", "blit"}));
        settle();
        m_session->setProfile(
            std::make_shared<const Profile>(profileFromText("main;draw;blit;copy 8\nmain;load 2\n")));
        settle();
        QCOMPARE(m_view->function().name, std::string("draw"));
        QCOMPARE(pathsOf(callees), (Paths{{"draw", 8}, {"draw;blit", 8}, {"draw;blit;copy", 8}}));
        QCOMPARE(callees.scene().ancestors.size(), std::size_t(1)); // "blit" fills the width
    }
    void aHiddenViewComputesNothing() {
        show();
        m_view->hide();
        select("load");
        const auto before = pathsOf(*m_view->callees());
        m_session->setFilter({.focus = "load"});
        settle();
        QCOMPARE(pathsOf(*m_view->callees()), before);
        m_view->show();
        settle();
        QCOMPARE(pathsOf(*m_view->callees()), (Paths{{"load", 3}, {"load;copy", 3}}));
    }
};

QTEST_MAIN(CallersViewTest)
#include "callers_view_test.moc"
