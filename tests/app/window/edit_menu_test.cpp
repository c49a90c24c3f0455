/// The menu Edit: undo and redo with the name of the step, and the command that prints what the window shows.
#include <QTest>

#include "app/window/capture/capture_page.h"
#include "app/window/capture/capture_view.h"
#include "app/window/compare/compare_page.h"
#include "tests/app/window/window_fixture.h"
#include "tests/named_path.h"
#include "tests/views/row_menu.h"
#include "tests/views/settled.h"
#include "views/comparison/comparison_item_model.h"
#include "views/comparison/comparison_view.h"
#include "views/flame/flame_canvas.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QMenuBar>
#include <QProcess>
#include <QTableView>

using namespace candela;

namespace {

constexpr auto stacks = "main;draw;blit;copy 5\nmain;load;copy 3\nmain;draw;blit's 1\n";

/// The output of a shell; the programs of this build are first in its search path.
QByteArray outputOf(const QString& command, const QString& folder) {
    QProcess shell;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", QString(PROGRAMS) + ":" + environment.value("PATH"));
    shell.setProcessEnvironment(environment);
    shell.setWorkingDirectory(folder);
    shell.start("sh", {"-c", command});
    return shell.waitForFinished(60'000) ? shell.readAllStandardOutput() : QByteArray();
}

} // namespace

class EditMenuTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<WindowFixture> m_fixture;

    MainWindow& window() const { return *m_fixture->window; }
    /// Finds an action by the beginning of its text.
    QAction* action(const QString& text) const {
        for (auto* entry : window().menuBar()->actions()) {
            if (entry->text() != "&Edit") continue;
            for (auto* found : entry->menu()->actions())
                if (found->text().remove('&').startsWith(text)) return found;
        }
        qFatal("no such action");
    }
    CapturePage* open() {
        window().activateWindow();
        if (!QTest::qWaitForWindowActive(&window())) return nullptr;
        window().openFiles({m_fixture->write("a.folded", stacks)});
        if (!QTest::qWaitFor([this] {
                auto* page = shownPage<CapturePage>(window());
                return page && !page->session().shown().isEmpty();
            }))
            return nullptr;
        settle();
        return shownPage<CapturePage>(window());
    }
    void press(int key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(window().windowHandle(), Qt::Key(key), modifiers);
        settle();
    }
    /// Opens a comparison in which parse was renamed to decode, with the focus in the table.
    ComparePage* openRenamed() {
        window().activateWindow();
        if (!QTest::qWaitForWindowActive(&window())) return nullptr;
        window().compareFiles(
            {m_fixture->write("before.folded", "main;parse 10\nmain;parse;scan 30\nmain;draw 50\n")},
            {m_fixture->write("after.folded", "main;decode 11\nmain;decode;scan 29\nmain;draw 55\n")});
        if (!QTest::qWaitFor([this] {
                auto* page = shownPage<ComparePage>(window());
                return page && page->session().comparison();
            }))
            return nullptr;
        settle();
        auto* page = shownPage<ComparePage>(window());
        page->view()->tableView()->setFocus();
        return page;
    }
    /// Chooses an action of a row's menu with the keyboard; false if the menu lacks it.
    bool chooseOfRow(ComparePage& page, const char* name, const char* entry) {
        auto* table = page.view()->tableView();
        const auto& model = page.view()->model();
        table->setCurrentIndex(model.index(model.rowOf(name), 0));
        const bool isChosen =
            chooseFromRowMenu(*table, table->currentIndex(), entry, QContextMenuEvent::Keyboard);
        // The offscreen platform leaves no window active when a menu closes.
        window().activateWindow();
        return isChosen && QTest::qWaitForWindowActive(&window());
    }
    static QString matchOf(const ComparePage& page, const char* name) {
        const auto& model = page.view()->model();
        return model.index(model.rowOf(name), static_cast<int>(ComparisonColumn::Match)).data().toString();
    }

private slots:
    void init() { m_fixture = std::make_unique<WindowFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void keysUndoAndRedoAndTheMenuNamesTheStep() {
        auto* page = open();
        QVERIFY(page);
        auto& session = page->session();
        QVERIFY(!action("Undo")->isEnabled());
        QCOMPARE(action("Undo")->text(), QString("Undo"));
        press(Qt::Key_Down);
        press(Qt::Key_Down);
        press(Qt::Key_H);
        QCOMPARE(session.filter().transforms, (std::vector<Transform>{{TransformKind::Hide, {"draw"}}}));
        QCOMPARE(action("Undo")->text(), QString("Undo hide draw"));
        QVERIFY(!action("Redo")->isEnabled());
        press(Qt::Key_Down);
        press(Qt::Key_Return);
        QVERIFY(!session.zoom().isEmpty());
        press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(session.zoom().isEmpty());
        press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(session.filter().isEmpty());
        QVERIFY(!action("Undo")->isEnabled());
        QCOMPARE(action("Redo")->text(), QString("Redo hide draw"));
        press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(session.filter().transforms.size(), std::size_t(1));
        action("Redo")->trigger();
        settle();
        QVERIFY(!session.zoom().isEmpty());
    }
    void eachPageHasItsOwnSteps() {
        auto* page = open();
        QVERIFY(page);
        page->session().focusOn("copy");
        settle();
        QVERIFY(action("Undo")->isEnabled());
        window().pages()->setCurrentIndex(0);
        QVERIFY(!action("Undo")->isEnabled());
        QVERIFY(!action("Copy as command")->isEnabled());
        window().pages()->setCurrentIndex(1);
        QCOMPARE(action("Undo")->text(), QString("Undo filter “Focus: copy”"));
    }
    void linksByHandAreUndone() {
        auto* page = openRenamed();
        QVERIFY(page);
        QVERIFY(matchOf(*page, "decode").startsWith("renamed"));
        QVERIFY(!action("Undo")->isEnabled());
        QVERIFY(chooseOfRow(*page, "decode", "unlink"));
        QCOMPARE(matchOf(*page, "decode"), QString("only new"));
        QCOMPARE(action("Undo")->text(), QString("Undo separation of parse and decode"));
        QVERIFY(chooseOfRow(*page, "parse", "remember"));
        QVERIFY(chooseOfRow(*page, "decode", "link"));
        QCOMPARE(matchOf(*page, "decode"), QString("by hand"));
        QCOMPARE(action("Undo")->text(), QString("Undo link of parse with decode"));
        const auto isStored = [](const QString& line) {
            return QSettings().value("comparison/links").toString().startsWith(line);
        };
        QVERIFY(isStored("link: parse"));
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(matchOf(*page, "decode"), QString("only new"));
        QVERIFY(isStored("unlink: parse"));
        press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(matchOf(*page, "decode").startsWith("renamed"));
        QVERIFY(!isStored("unlink: parse"));
        QVERIFY(!action("Undo")->isEnabled());
        QCOMPARE(action("Redo")->text(), QString("Redo separation of parse and decode"));
        press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(matchOf(*page, "decode"), QString("by hand"));
        QVERIFY(isStored("link: parse"));
        QVERIFY(!action("Redo")->isEnabled());
    }
    void whatAComparisonShowsIsUndone() {
        auto* page = openRenamed();
        QVERIFY(page);
        auto& session = page->session();
        const auto clickOn = [&](const QString& text) {
            for (auto* button : page->findChildren<QAbstractButton*>()) {
                if (button->text() != text || !button->isVisible()) continue;
                QTest::mouseClick(button, Qt::LeftButton);
                return settle();
            }
            qFatal("no such button");
        };
        const auto first = session.normalize();
        QCOMPARE(session.comparison()->normalize, first);
        clickOn("Per second");
        QCOMPARE(session.normalize(), Normalize::Duration);
        QCOMPARE(action("Undo")->text(), QString("Undo comparison per second"));
        clickOn("Weights");
        QCOMPARE(session.comparison()->normalize, Normalize::None);
        QCOMPARE(action("Undo")->text(), QString("Undo comparison of weights"));
        const int rows = page->view()->model().rowCount();
        clickOn("Changed");
        QVERIFY(page->view()->model().rowCount() < rows);
        clickOn("Difference");
        clickOn("New");
        QCOMPARE(session.choices().width(), DifferenceWidth::New);
        QCOMPARE(action("Undo")->text(), QString("Undo change of widths"));
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(session.choices().width(), DifferenceWidth::Both);
        QCOMPARE(action("Undo")->text(), QString("Undo list of changed rows"));
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(page->view()->model().rowCount(), rows);
        press(Qt::Key_Z, Qt::ControlModifier);
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(session.comparison()->normalize, first);
        QVERIFY(!session.choices().normalize()); // another value has its own default again
        QVERIFY(!action("Undo")->isEnabled());
        press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(session.comparison()->normalize, Normalize::None);
    }
    void pinsAreUndone() {
        auto* page = openRenamed();
        QVERIFY(page);
        const auto first = [page] { return page->view()->model().index(0, 0).data().toString(); };
        const auto before = first();
        QVERIFY(!before.contains("draw"));
        page->view()->tableView()->setCurrentIndex(
            page->view()->model().index(page->view()->model().rowOf("draw"), 0));
        press(Qt::Key_P);
        QVERIFY(first().contains("draw"));
        QCOMPARE(action("Undo")->text(), QString("Undo pin draw"));
        press(Qt::Key_P);
        QCOMPARE(action("Undo")->text(), QString("Undo unpin draw"));
        press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(first().contains("draw"));
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(first(), before);
        QVERIFY(!action("Undo")->isEnabled());
    }

    void thePictureOfAViewIsCopied() {
        QVERIFY(!action("Copy the picture")->isEnabled());
        auto* page = open();
        QVERIFY(page);
        press(Qt::Key_C, Qt::ControlModifier | Qt::AltModifier);
        const auto flameGraph = QGuiApplication::clipboard()->image();
        QCOMPARE(flameGraph.size(), page->captureView()->view()->size());
        QCOMPARE(flameGraph,
                 page->captureView()->view()->grab().toImage().convertToFormat(flameGraph.format()));
        page->showView("functions");
        settle();
        press(Qt::Key_C, Qt::ControlModifier | Qt::AltModifier);
        QVERIFY(QGuiApplication::clipboard()->image() != flameGraph);
    }

    void theCommandPrintsWhatIsShown() {
        auto* page = open();
        QVERIFY(page);
        auto& session = page->session();
        QCOMPARE(page->command(), QString("candela report %1 --tree").arg(page->path()));
        page->showView("functions");
        session.setFilter({.focus = "^copy$", .ignore = "it's", .hide = "^bl"});
        session.addTransform({TransformKind::Root, {"main"}});
        session.addTransform({TransformKind::Merge, {"main", "draw"}});
        settle();
        press(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        const auto command = QGuiApplication::clipboard()->text();
        QCOMPARE(command, QString("candela report %1 --focus '^copy$' --ignore 'it'\\''s' --hide '^bl' "
                                  "--transform root:main --transform 'merge:main;draw'")
                              .arg(page->path()));
        const auto printed =
            QJsonDocument::fromJson(outputOf(command + " --format json", QString())).object();
        QCOMPARE(printed["total"].toInteger(), qint64(session.shown().total()));
        QStringList rows, shown;
        for (const auto& row : printed["rows"].toArray())
            rows << QString("%1 %2 %3")
                        .arg(row.toObject()["name"].toString())
                        .arg(row.toObject()["self"].toInteger())
                        .arg(row.toObject()["total"].toInteger());
        for (const auto& row : *session.shown().functions)
            shown << QString("%1 %2 %3")
                         .arg(QString::fromStdString(session.shown().groups()[row.group].name))
                         .arg(row.self)
                         .arg(row.total);
        rows.sort();
        shown.sort();
        QCOMPARE(rows, shown);
        QCOMPARE(shown, (QStringList{"copy 8 8", "load 0 3", "main 0 8"}));
    }
    void theCommandOfAComparisonIsADifference() {
        const auto base = m_fixture->write("base.folded", stacks);
        const auto newFile = m_fixture->write("new one.folded", "main;draw;blit;copy 7\nmain;load 1\n");
        window().compareFiles({base}, {newFile});
        QTRY_VERIFY(shownPage<ComparePage>(window()));
        auto* page = shownPage<ComparePage>(window());
        QTRY_VERIFY(page->session().comparison());
        page->session().base().addTransform({TransformKind::Drop, {"load"}});
        QTRY_VERIFY(!page->session().newSide().isBusy() && !page->session().base().isBusy());
        settle();
        QCOMPARE(page->command(),
                 QString("candela diff %1 '%2' --normalize share --transform drop:load").arg(base, newFile));
        const auto printed =
            QJsonDocument::fromJson(outputOf(page->command() + " --format json", QString())).object();
        QCOMPARE(printed["base"]["total"].toInteger(), qint64(6));
        QCOMPARE(printed["new"]["total"].toInteger(), qint64(7));
        QCOMPARE(printed["base"]["total"].toInteger(),
                 qint64(page->session().comparison()->base.weights.total));
        press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(page->session().base().filter().isEmpty());
        QVERIFY(page->session().newSide().filter().isEmpty());
    }
};

QTEST_MAIN(EditMenuTest)
#include "edit_menu_test.moc"
