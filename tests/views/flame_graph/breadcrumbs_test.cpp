/// The names above a zoomed flame graph: what they show, and what clicks and keys do.
#include "tests/named_path.h"
#include "tests/profile_text.h"
#include "tests/views/settled.h"
#include "tests/views/shown_crumbs.h"
#include "views/flame_graph/breadcrumbs.h"
#include "views/flame_graph/flame_graph_view.h"
#include "views/session/view_history.h"

#include <QAccessible>
#include <QApplication>
#include <QMenu>
#include <QTest>

#include <algorithm>

using namespace candela;

class BreadcrumbsTest : public QObject {
    Q_OBJECT
private:
    using Names = std::vector<std::string>;

    std::unique_ptr<Session> m_session;
    std::unique_ptr<FlameGraphView> m_view;

    FlameCanvas& canvas() { return *m_view->canvas(); }
    Breadcrumbs& breadcrumbs() { return *m_view->findChild<Breadcrumbs*>(); }

    void show(std::string_view text, int width = 1000) {
        Theme::apply(ColourScheme::Light);
        m_view.reset();
        m_session = std::make_unique<Session>();
        m_view = std::make_unique<FlameGraphView>(*m_session);
        m_view->resize(width, 600);
        m_view->show();
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        m_session->setProfile(std::make_shared<const Profile>(profileFromText(text)));
        settle();
    }
    void zoomTo(const Names& names) {
        m_session->setZoom(namedPath(canvas().direction(), names));
        settle();
    }
    std::vector<Crumb*> crumbs() { return shownCrumbs(*m_view); }
    QStringList texts() { return crumbNames(*m_view); }
    static Names deepNames(int count) {
        Names names;
        for (int depth = 0; depth < count; ++depth)
            names.push_back("module::Class::function" + std::to_string(depth));
        return names;
    }
    static std::string stackOf(const Names& names) {
        std::string text;
        for (const auto& name : names)
            text += (text.empty() ? "" : ";") + name;
        return text;
    }

private slots:
    void cleanup() {
        m_view.reset();
        m_session.reset();
    }
    void theyAreThereOnlyWhileZoomed() {
        show("main;draw;blit 6\nmain;read 4\n");
        QVERIFY(!breadcrumbs().isVisible());
        const int height = canvas().height();
        zoomTo({"main", "draw"});
        QVERIFY(breadcrumbs().isVisible());
        QCOMPARE(texts(), (QStringList{"All", "main", "draw"}));
        QTest::keyClick(&canvas(), Qt::Key_Escape);
        settle();
        QVERIFY(!breadcrumbs().isVisible());
        QCOMPARE(canvas().height(), height);
    }
    void aClickZoomsOutToThatCallNode() {
        show("main;draw;blit;copy 6\nmain;read 4\n");
        zoomTo({"main", "draw", "blit"});
        QTest::mouseClick(crumbs()[1], Qt::LeftButton);
        settle();
        QCOMPARE(m_session->zoom().names(), Names{"main"});
        QCOMPARE(texts(), (QStringList{"All", "main"}));
        QVERIFY(canvas().hasFocus());
        QTest::keyClick(&canvas(), Qt::Key_Backspace);
        settle();
        QCOMPARE(texts(), (QStringList{"All", "main", "draw", "blit"}));
        QTest::mouseClick(crumbs()[0], Qt::LeftButton);
        QVERIFY(m_session->zoom().isEmpty());
    }
    void keysLeadFromNameToName() {
        show("main;draw;blit;copy 6\nmain;read 4\n");
        zoomTo({"main", "draw", "blit"});
        // One step of the Tab key back from the graph; arrows lead on.
        canvas().setFocus();
        QTest::keyClick(&canvas(), Qt::Key_Tab, Qt::ShiftModifier);
        QCOMPARE(QApplication::focusWidget(), crumbs()[3]);
        const auto press = [](int key) {
            QTest::keyClick(QApplication::focusWidget(), static_cast<Qt::Key>(key));
        };
        press(Qt::Key_Left);
        QCOMPARE(QApplication::focusWidget(), crumbs()[2]);
        press(Qt::Key_Home);
        QCOMPARE(QApplication::focusWidget(), crumbs()[0]);
        press(Qt::Key_Left);
        press(Qt::Key_Right);
        QCOMPARE(QApplication::focusWidget(), crumbs()[1]);
        press(Qt::Key_End);
        QCOMPARE(QApplication::focusWidget(), crumbs()[3]);
        press(Qt::Key_Left);
        press(Qt::Key_Return);
        settle();
        QCOMPARE(m_session->zoom().names(), (Names{"main", "draw"}));
        QVERIFY(canvas().hasFocus());
        crumbs()[1]->setFocus();
        press(Qt::Key_Space);
        QCOMPARE(m_session->zoom().names(), Names{"main"});
        crumbs()[1]->setFocus();
        press(Qt::Key_Backspace);
        settle();
        QCOMPARE(m_session->zoom().names(), (Names{"main", "draw"}));
        QVERIFY(breadcrumbs().isAncestorOf(QApplication::focusWidget()));
        press(Qt::Key_Escape);
        settle();
        QVERIFY(m_session->zoom().isEmpty());
        QVERIFY(canvas().hasFocus());
    }
    void whenTheyDisappearTheGraphHasTheFocus() {
        show("main;draw;blit 6\nmain;read 4\n");
        zoomTo({"main"});
        crumbs()[1]->setFocus();
        QTest::keyClick(crumbs()[1], Qt::Key_Backspace);
        settle();
        QVERIFY(!breadcrumbs().isVisible());
        QVERIFY(canvas().hasFocus());
    }
    void aChoiceIsAStepOfUndo() {
        show("main;draw;blit 6\nmain;read 4\n");
        ViewHistory history({m_session.get()});
        zoomTo({"main", "draw"});
        QTest::mouseClick(crumbs()[1], Qt::LeftButton);
        settle();
        history.undo();
        settle();
        QCOMPARE(texts(), (QStringList{"All", "main", "draw"}));
        history.undo();
        settle();
        QVERIFY(!breadcrumbs().isVisible());
        history.redo();
        history.redo();
        settle();
        QCOMPARE(texts(), (QStringList{"All", "main"}));
    }
    void namesInTheMiddleAreInAMenu() {
        const auto names = deepNames(40);
        show(stackOf(names) + " 6\nother 4\n", 700);
        zoomTo(names);
        const auto shown = crumbs();
        QVERIFY(shown.size() >= 4 && shown.size() < 10);
        QCOMPARE(texts().value(0), QString("All"));
        QCOMPARE(texts().value(1), QString("…"));
        QCOMPARE(shown.back()->accessibleName(), QString::fromStdString(names.back()));
        for (std::size_t position = 0; position < shown.size(); ++position) {
            QVERIFY(shown[position]->geometry().right() < breadcrumbs().width());
            if (position > 0)
                QVERIFY(shown[position]->geometry().left() > shown[position - 1]->geometry().right() + 5);
        }
        QTest::mouseClick(shown[1], Qt::LeftButton);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QCOMPARE(menu->actions().size() + static_cast<qsizetype>(shown.size()) - 2, qsizetype(40));
        QCOMPARE(shown[1]->accessibleName(), QString("Names in between: %1").arg(menu->actions().size()));
        for (int step = 0; step < 3; ++step)
            QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
        settle();
        QCOMPARE(m_session->zoom().names(), (Names{names[0], names[1], names[2]}));
        // With more room, more names are shown, and the menu disappears.
        QCOMPARE(texts().size(), 4);
        m_view->resize(2400, 600);
        zoomTo({names.begin(), names.begin() + 8});
        QCOMPARE(texts().size(), 9);
        QVERIFY(!texts().contains("…"));
        // The names after the menu stand for the right call nodes.
        m_view->resize(700, 600);
        settle();
        const auto last = crumbs();
        QTest::mouseClick(last[last.size() - 2], Qt::LeftButton);
        QCOMPARE(m_session->zoom().names(), (Names{names.begin(), names.begin() + 7}));
    }
    void aLongNameIsShortenedAndReadInFull() {
        const std::string name = "Renderer<" + std::string(2000, 'x') + ">::draw(int&)";
        show("main;" + name + ";blit 6\nmain;read 4\n");
        for (const int width : {400, 800, 1600}) {
            m_view->resize(width, 400);
            zoomTo({"main", name, "blit"});
            for (const auto* crumb : crumbs())
                QVERIFY(crumb->geometry().right() < breadcrumbs().width());
            zoomTo({"main", name});
            const auto* last = crumbs().back();
            QVERIFY(last->geometry().right() < breadcrumbs().width());
            QVERIFY2(last->shownName().endsWith("::draw"), qPrintable(last->shownName()));
            QCOMPARE(last->accessibleName(), QString::fromStdString(name));
            QVERIFY2(last->toolTip().contains("::draw(int&"), qPrintable(last->toolTip()));
        }
    }
    void aShortenedNameTakesTheRoomOfWhatIsShown() {
        const std::string name = "candela::read(std::map<std::string, " + std::string(40, 'x') + "> const&)";
        show("main;" + name + ";blit 6\nmain;read 4\n");
        zoomTo({"main", name, "blit"});
        const auto* crumb = crumbs()[2];
        QCOMPARE(crumb->shownName(), QString("candela::read"));
        const int padding = crumb->width() - crumb->fontMetrics().horizontalAdvance(crumb->shownName());
        QVERIFY2(padding > 0 && padding < 20, qPrintable(QString::number(padding)));
    }
    void aScreenReaderHearsButtons() {
        show("main;draw;blit 6\nmain;read 4\n");
        zoomTo({"main", "draw"});
        auto* line = QAccessible::queryAccessibleInterface(&breadcrumbs());
        QVERIFY(line);
        QCOMPARE(line->text(QAccessible::Name), QString("Call path of the zoom"));
        auto* crumb = QAccessible::queryAccessibleInterface(crumbs()[1]);
        QCOMPARE(crumb->role(), QAccessible::Button);
        QCOMPARE(crumb->text(QAccessible::Name), QString("main"));
        QVERIFY(crumb->state().focusable);
        crumb->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QTRY_COMPARE(m_session->zoom().names(), Names{"main"});
    }
    void theyFollowTheCallNodeThatIsShown() {
        show("main;draw;blit 6\nmain;read 4\n");
        zoomTo({"main", "draw", "blit"});
        // In a newer snapshot without the call node, its nearest ancestor fills the width.
        m_session->setProfile(std::make_shared<const Profile>(profileFromText("main;draw 9\n")));
        settle();
        QCOMPARE(texts(), (QStringList{"All", "main", "draw"}));
        canvas().setDirection(Direction::Inverted);
        settle();
        zoomTo({"draw", "main"});
        QCOMPARE(texts(), (QStringList{"All", "draw", "main"}));
    }
};

QTEST_MAIN(BreadcrumbsTest)
#include "breadcrumbs_test.moc"
