/// Sources open in the user's editor, at the line that is shown: an invented editor writes down what it got.
#include <QTest>

#include "app/window/capture/capture_page.h"
#include "app/window/capture/capture_view.h"
#include "app/window/compare/compare_page.h"
#include "app/window/editor/editor_choice.h"
#include "app/window/widgets/action_finder.h"
#include "app/window/widgets/message_bar.h"
#include "model/formats/export_profile.h"
#include "model/profile/profile_builder.h"
#include "tests/app/window/window_fixture.h"
#include "tests/views/settled.h"
#include "views/comparison/comparison_view.h"
#include "views/flame/flame_canvas.h"
#include "views/source/annotation_pane.h"
#include "views/source/code_sources.h"
#include "views/source/source_view.h"
#include "views/tables/functions_view.h"

#include <QContextMenuEvent>
#include <QDir>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenuBar>
#include <QTableView>
#include <QTimer>

using namespace candela;

namespace {

constexpr std::uint32_t firstLine = 12;

/// "draw" is called by "main"; its samples are one and, heavier, two lines below its first line.
Profile profileOf(const QString& file) {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto frame = [&](const char* name, std::uint32_t line) {
        const auto function = builder.function({.name = builder.string(name),
                                                .rawName = {},
                                                .file = builder.string(QFile::encodeName(file).toStdString()),
                                                .startLine = firstLine,
                                                .mapping = {}});
        return builder.frame({.function = function, .mapping = {}, .line = line});
    };
    const auto main = builder.stack({}, frame("main", firstLine + 2));
    for (const auto line : {1u, 2u})
        builder.addSample(value, {.stack = builder.stack(main, frame("draw", firstLine + line)),
                                  .weight = 100 * line,
                                  .thread = {},
                                  .labels = {}});
    return builder.build();
}

} // namespace

class EditorTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<WindowFixture> m_fixture;
    std::unique_ptr<TestFolder> m_tools;
    QByteArray m_path;
    QString m_source;

    MainWindow& window() const { return *m_fixture->window; }
    CapturePage* page() const { return shownPage<CapturePage>(window()); }
    FlameCanvas* canvas() const { return page()->captureView()->view()->findChild<FlameCanvas*>(); }

    /// A program that writes its name and its arguments, each with a null byte behind it.
    void install(const QString& name) const {
        const auto output = m_tools->filePath("arguments");
        const auto path =
            m_tools->write("bin/" + name, QString("#!/bin/sh\nprintf '%s\\0' \"${0##*/}\" \"$@\" > '%1.new'\n"
                                                  "/bin/mv '%1.new' '%1'\n")
                                              .arg(output)
                                              .toUtf8());
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    /// Waits for an invented program, and returns what it got.
    QStringList started() const {
        const auto output = m_tools->filePath("arguments");
        if (!QTest::qWaitFor([&] { return QFile::exists(output); }, 10'000)) return {"nothing was started"};
        QFile file(output);
        if (!file.open(QFile::ReadOnly)) return {};
        auto words = QString::fromUtf8(file.readAll()).split(QChar(0));
        words.removeLast();
        file.remove();
        return words;
    }
    QString store(const QString& name, const Profile& profile) const {
        const auto path = m_fixture->pathOf(name);
        Task task;
        const auto* format = *formatToWrite(path.toStdString());
        if (!storeProfile(profile, *format, path.toStdString(), task)) qFatal("not stored");
        return path;
    }
    /// Opens a profile of that source file; selects "draw" by key in the flame graph.
    void open(const QString& source) {
        window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        window().openFiles({store("a.pb.gz", profileOf(source))});
        QTRY_VERIFY(page() && !page()->session().shown().isEmpty());
        settle();
        for (int step = 0; step < 2; ++step)
            press(Qt::Key_Down);
        QCOMPARE(page()->session().selected().function, std::string("draw"));
    }
    void press(int key, Qt::KeyboardModifiers modifiers = {}) {
        QApplication::setActiveWindow(&window()); // menus and dialogs were active before
        QTest::keyClick(window().windowHandle(), Qt::Key(key), modifiers);
        settle();
    }
    static QAction* find(const QMenu& menu, const QString& text) {
        for (auto* action : menu.actions())
            if (action->text().remove('&').startsWith(text)) return action;
        qFatal("no action %s", qPrintable(text));
    }
    QMenu* menu(const QString& title) const {
        for (auto* action : window().menuBar()->actions())
            if (action->text().remove('&') == title) return action->menu();
        qFatal("no menu %s", qPrintable(title));
    }
    /// The menu of editors, filled as it is when it opens.
    QMenu* editors() const {
        auto* found = find(*menu("Settings"), "Source editor")->menu();
        emit found->aboutToShow();
        return found;
    }
    /// Opens the menu and clicks the action with the mouse.
    static void click(QMenu& menu, const QString& text) {
        if (!menu.isVisible()) menu.popup({10, 10});
        QTest::mouseClick(&menu, Qt::LeftButton, {}, menu.actionGeometry(find(menu, text)).center());
        settle();
    }
    static void answer(const QString& typed) {
        auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
        if (!dialog) qFatal("no question is open");
        auto* line = dialog->findChild<QLineEdit*>();
        line->selectAll();
        QTest::keyClicks(line, typed);
        QTest::keyClick(line, Qt::Key_Return);
    }

private slots:
    void initTestCase() { m_path = qgetenv("PATH"); }
    void init() {
        m_tools = std::make_unique<TestFolder>();
        qputenv("PATH", m_tools->filePath("bin").toUtf8());
        qunsetenv("VISUAL");
        qunsetenv("EDITOR");
        m_fixture = std::make_unique<WindowFixture>();
        m_source = m_fixture->write("draw.cpp", QString("line\n").repeated(40));
    }
    void cleanup() {
        m_fixture.reset();
        m_tools.reset();
    }
    void cleanupTestCase() { qputenv("PATH", m_path); }

    void eachEditorThatIsInstalledIsRecognized_data() {
        QTest::addColumn<QStringList>("installed");
        QTest::addColumn<QStringList>("expected"); // FILE stands for the file
        QTest::newRow("VS Code") << QStringList{"code"} << QStringList{"code", "--goto", "FILE:12:1"};
        QTest::newRow("Qt Creator") << QStringList{"qtcreator"}
                                    << QStringList{"qtcreator", "-client", "FILE:12:1"};
        QTest::newRow("Kate") << QStringList{"kate"}
                              << QStringList{"kate", "--line", "12", "--column", "1", "FILE"};
        QTest::newRow("CLion") << QStringList{"clion"}
                               << QStringList{"clion", "--line", "12", "--column", "1", "FILE"};
        QTest::newRow("Emacs") << QStringList{"emacs"} << QStringList{"emacs", "+12:1", "FILE"};
        QTest::newRow("Vim") << QStringList{"vim", "x-terminal-emulator"}
                             << QStringList{"x-terminal-emulator", "-e", "vim", "+12", "FILE"};
        QTest::newRow("Neovim, GNOME") << QStringList{"nvim", "gnome-terminal"}
                                       << QStringList{"gnome-terminal", "--", "nvim", "+12", "FILE"};
    }
    void eachEditorThatIsInstalledIsRecognized() {
        QFETCH(QStringList, installed);
        QFETCH(QStringList, expected);
        for (const auto& name : installed)
            install(name);
        open(m_source);
        press(Qt::Key_F4);
        QCOMPARE(started(), expected.replaceInStrings("FILE", m_source));
        QVERIFY(page()->messageBar()->sentence().isEmpty());
    }
    void theEnvironmentsEditorIsFirst_data() {
        QTest::addColumn<QString>("visual");
        QTest::addColumn<QString>("editor");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("VISUAL") << "kate --startanon"
                                << "vi" << QStringList{"kate",     "--startanon", "--line", "12",
                                                       "--column", "1",           "FILE"};
        QTest::newRow("EDITOR") << ""
                                << "vim" << QStringList{"x-terminal-emulator", "-e", "vim", "+12", "FILE"};
        QTest::newRow("VISUAL is not installed")
            << "absent"
            << "vim" << QStringList{"x-terminal-emulator", "-e", "vim", "+12", "FILE"};
        QTest::newRow("Emacs in a terminal")
            << "emacs -nw"
            << "" << QStringList{"x-terminal-emulator", "-e", "emacs", "-nw", "+12:1", "FILE"};
        QTest::newRow("unknown") << ""
                                 << "'my own'" << QStringList{"x-terminal-emulator", "-e", "my own", "FILE"};
    }
    void theEnvironmentsEditorIsFirst() {
        QFETCH(QString, visual);
        QFETCH(QString, editor);
        QFETCH(QStringList, expected);
        for (const auto* name : {"code", "kate", "vim", "emacs", "x-terminal-emulator", "my own"})
            install(name);
        qputenv("VISUAL", visual.toUtf8());
        qputenv("EDITOR", editor.toUtf8());
        open(m_source);
        press(Qt::Key_O);
        QCOMPARE(started(), expected.replaceInStrings("FILE", m_source));
    }

    void anyFileNameIsOneArgument_data() {
        QTest::addColumn<QString>("name");
        for (const QString name :
             {"two words.cpp", "a 'quote' and \"two\".cpp", "$(touch hacked).cpp", "a;touch hacked;.cpp",
              "`touch hacked`.cpp", "{line} {file}.cpp", "-c touch hacked.cpp", "+12.cpp", "a\nb.cpp",
              "back\\slash.cpp", "ümläut.cpp"})
            QTest::newRow(qPrintable(name)) << name;
    }
    void anyFileNameIsOneArgument() {
        QFETCH(QString, name);
        install("code");
        install("terminal");
        const auto file = m_fixture->write("-dir x/" + name, "line\n");
        open(file);
        press(Qt::Key_F4);
        QCOMPARE(started(), (QStringList{"code", "--goto", file + ":12:1"}));
        storeEditor({"terminal", "-e", "vim", "+{line}"});
        press(Qt::Key_F4);
        QCOMPARE(started(), (QStringList{"terminal", "-e", "vim", "+12", file}));
        QVERIFY(!QFile::exists("hacked") && !QFile::exists(m_fixture->pathOf("hacked")));
    }

    void everyWayLeadsToTheEditor() {
        install("code");
        open(m_source);
        const QStringList expected{"code", "--goto", m_source + ":12:1"};
        click(*menu("Edit"), "Open source");
        QCOMPARE(started(), expected);
        press(Qt::Key_O);
        QCOMPARE(started(), expected);
        QContextMenuEvent wanted(QContextMenuEvent::Keyboard, {}, canvas()->mapToGlobal(QPoint()));
        QApplication::sendEvent(canvas(), &wanted);
        auto* context = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(context);
        QCOMPARE(find(*context, "Open source of “draw” in the editor")->shortcut(), QKeySequence(Qt::Key_O));
        click(*context, "Open source of “draw”");
        QCOMPARE(started(), expected);
        press(Qt::Key_K, Qt::ControlModifier);
        auto* finder = window().findChild<ActionFinder*>();
        QVERIFY(finder);
        QTest::keyClicks(finder->search(), "open source of draw");
        QTest::keyClick(finder->search(), Qt::Key_Return);
        settle();
        QCOMPARE(started(), expected);
    }
    void tablesAndOtherGroupsHaveTheKeyToo() {
        install("code");
        open(m_source);
        page()->showView("functions");
        settle();
        auto* table = qobject_cast<FunctionsView*>(page()->captureView()->view())->tableView();
        QTest::keyClick(table, Qt::Key_O);
        QCOMPARE(started(), (QStringList{"code", "--goto", m_source + ":12:1"}));
        page()->session().setGrouping(Grouping::Line);
        settle();
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_O);
        QCOMPARE(started(), (QStringList{"code", "--goto", m_source + ":14:1"}));
        page()->session().setGrouping(Grouping::File);
        settle();
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_O);
        QCOMPARE(started(), (QStringList{"code", "--goto", m_source + ":1:1"}));
    }
    void theSourceViewOpensTheChosenLine() {
        install("code");
        open(m_source);
        page()->showView("source");
        settle();
        auto* view = qobject_cast<SourceView*>(page()->captureView()->view());
        QVERIFY(view && view->shown());
        auto* table = view->sourcePane()->table();
        QTRY_VERIFY(table->chosenRow() >= 0);
        press(Qt::Key_F4); // the hottest line is chosen
        QCOMPARE(started(), (QStringList{"code", "--goto", m_source + ":14:1"}));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          QPoint(20, table->rowViewportPosition(table->chosenRow() - 1) + 3));
        press(Qt::Key_F4);
        QCOMPARE(started(), (QStringList{"code", "--goto", m_source + ":13:1"}));
        QContextMenuEvent wanted(QContextMenuEvent::Keyboard, {}, {});
        QApplication::sendEvent(table, &wanted);
        auto* context = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(context);
        click(*context, "Open this line in the editor");
        QCOMPARE(started(), (QStringList{"code", "--goto", m_source + ":13:1"}));
        QTest::keyClick(table, Qt::Key_O); // the function, as everywhere
        QCOMPARE(started(), (QStringList{"code", "--goto", m_source + ":12:1"}));
    }
    void pathsAreMappedAsInTheSourceView() {
        install("code");
        storeCodeSources(
            {.mappings = {{"/build/of/another", QFileInfo(m_source).path().toStdString()}}, .folders = {}});
        open("/build/of/another/draw.cpp");
        press(Qt::Key_F4);
        QCOMPARE(started(), (QStringList{"code", "--goto", m_source + ":12:1"}));
    }
    void bothSidesOfAComparisonOpen() {
        install("code");
        const auto base = store("base.pb.gz", profileOf(m_source));
        const auto newFile = store("new.pb.gz", profileOf(m_source));
        window().compareFiles({base}, {newFile});
        QTRY_VERIFY(shownPage<ComparePage>(window()));
        auto* compared = shownPage<ComparePage>(window());
        QTRY_VERIFY(!compared->view()->baseCanvas()->scene().isEmpty());
        settle();
        for (int step = 0; step < 2; ++step)
            QTest::keyClick(compared->view()->baseCanvas(), Qt::Key_Down);
        QTest::keyClick(compared->view()->baseCanvas(), Qt::Key_O);
        QCOMPARE(started(), (QStringList{"code", "--goto", m_source + ":12:1"}));
        click(*menu("Edit"), "Open source");
        QCOMPARE(started(), (QStringList{"code", "--goto", m_source + ":12:1"}));
    }

    void aFileThatIsNotHereIsOneSentence() {
        install("code");
        open("/nonexistent/draw.cpp");
        press(Qt::Key_F4);
        QTRY_COMPARE(page()->messageBar()->sentence(),
                     QString("The source file /nonexistent/draw.cpp is not on this machine."));
        QVERIFY2(page()->messageBar()->hint().contains("Files"), qPrintable(page()->messageBar()->hint()));
        QVERIFY(!QFile::exists(m_tools->filePath("arguments")));
    }
    void anUnknownFileIsOneSentence() {
        install("code");
        open("");
        press(Qt::Key_F4);
        QTRY_COMPARE(page()->messageBar()->sentence(), QString("The source file of draw is not known."));
    }
    void anEditorThatIsNotHereIsOneSentence() {
        open(m_source);
        press(Qt::Key_F4);
        QTRY_COMPARE(page()->messageBar()->sentence(), QString("No editor was found on this machine."));
        storeEditor({"absent", "{file}"});
        press(Qt::Key_F4);
        QTRY_COMPARE(page()->messageBar()->sentence(), QString("The editor absent is not on this machine."));
        QVERIFY2(page()->messageBar()->hint().contains("Settings"), qPrintable(page()->messageBar()->hint()));
    }
    void withoutASelectionAMessageNamesWhatToDo() {
        install("code");
        open(m_source);
        page()->session().setSelected({});
        press(Qt::Key_F4);
        QCOMPARE(page()->messageBar()->sentence(), QString("Select a function first."));
        window().pages()->setCurrentIndex(0);
        QVERIFY(!find(*menu("Edit"), "Open source")->isEnabled());
    }

    void theSettingsChooseTheEditor() {
        for (const auto* name : {"code", "kate"})
            install(name);
        open(m_source);
        QVERIFY(find(*editors(), "Automatic: VS Code")->isChecked());
        click(*editors(), "Kate");
        QVERIFY(find(*editors(), "Kate")->isChecked());
        QVERIFY(!find(*editors(), "Automatic")->isChecked());
        press(Qt::Key_F4);
        QCOMPARE(started().front(), QString("kate"));
        click(*editors(), "Automatic");
        press(Qt::Key_F4);
        QCOMPARE(started().front(), QString("code"));
    }
    void anyOtherCommandCanBeTyped() {
        install("my editor");
        open(m_source);
        QTimer::singleShot(0, &window(), [] {
            QTimer::singleShot(0, qApp, [] { answer("'my editor' --at={line},{column} -- {file}"); });
            answer("'my editor");
        });
        find(*editors(), "Another command")->trigger();
        QCOMPARE(storedEditor(), (QStringList{"my editor", "--at={line},{column}", "--", "{file}"}));
        QVERIFY(find(*editors(), "my editor")->isChecked());
        press(Qt::Key_F4);
        QCOMPARE(started(), (QStringList{"my editor", "--at=12,1", "--", m_source}));
    }
};

QTEST_MAIN(EditorTest)
#include "editor_test.moc"
