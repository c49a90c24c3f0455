/// The window: files that open, files that do not, drops, tabs, recording from the page, comparing.
#include "app/window/capture/capture_page.h"
#include "app/window/capture/capture_view.h"
#include "app/window/compare/compare_page.h"
#include "app/window/main_window.h"
#include "app/window/opening/file_choice.h"
#include "app/window/opening/loading_page.h"
#include "app/window/page_tabs.h"
#include "app/window/record/record_form.h"
#include "app/window/record/record_page.h"
#include "app/window/record/recording_status.h"
#include "app/window/series/series_page.h"
#include "app/window/widgets/message_bar.h"
#include "tests/app/window/window_fixture.h"
#include "tests/test_folder.h"
#include "tests/tighter_memory.h"
#include "tests/window_settings.h"
#include "views/compared_code/code_comparison.h"
#include "views/comparison/comparison_view.h"
#include "views/filter/filter_bar.h"
#include "views/flame/flame_canvas.h"
#include "views/series/series_item_model.h"
#include "views/series/series_view.h"

#include <QAbstractButton>
#include <QDir>
#include <QDropEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSet>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace candela;

namespace {

void drop(MainWindow& window, const QStringList& paths) {
    QMimeData dropped;
    QList<QUrl> urls;
    for (const auto& path : paths)
        urls << QUrl::fromLocalFile(path);
    dropped.setUrls(urls);
    QDragEnterEvent enter({5, 5}, Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event({5, 5}, Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &event);
}

QPushButton* button(QWidget* parent, const QString& text) {
    for (auto* found : parent->findChildren<QPushButton*>())
        if (found->text() == text && !found->isHidden()) return found;
    return nullptr;
}

/// Widgets that take the focus, but are not reached by the Tab key from the search.
QStringList missedByTheTabKey(Page& page) {
    page.focusSearch();
    auto* window = page.window();
    QSet<QWidget*> reached;
    for (auto* at = window->focusWidget(); !reached.contains(at); at = window->focusWidget()) {
        reached.insert(at);
        QTest::keyClick(at, Qt::Key_Tab);
    }
    QStringList missed;
    for (auto* control : page.findChildren<QWidget*>())
        if (control->isVisible() && control->isEnabled() && control->focusPolicy() & Qt::TabFocus &&
            !reached.contains(control))
            missed << control->metaObject()->className();
    return missed;
}

} // namespace

class MainWindowTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QVERIFY(m_settings.isValid());
        keepEverythingIn(m_settings.path());
        QApplication::setOrganizationName("Candela");
        QApplication::setApplicationName("candela-test");
    }
    void init() {
        QSettings().clear();
        m_folder = std::make_unique<QTemporaryDir>();
        m_window = std::make_unique<MainWindow>();
        m_window->show();
    }
    void cleanup() {
        m_window.reset();
        qunsetenv("RECORDER_SCRIPT");
    }

    void aFileOpensInATabOfItsOwn() {
        const auto path = write("a.folded", "main;draw 3\nmain;load 1\n");
        m_window->openFiles({path});
        QTRY_VERIFY(shownPage<CapturePage>(*m_window));
        auto* page = shownPage<CapturePage>(*m_window);
        QCOMPARE(page->title(), QString("a.folded"));
        QVERIFY(m_window->windowTitle().startsWith("a.folded"));
        QTRY_VERIFY(!page->session().shown().isEmpty());
        QCOMPARE(page->session().shown().total(), 4);
        QCOMPARE(m_window->recentFiles().files().size(), 1u);
    }
    void theTabKeyReachesAllThatAPageHas() {
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        const auto timed =
            write("timed.json", R"([{"ph": "X", "pid": 1, "tid": 1, "ts": 0, "dur": 5, "name": "a"}])");
        for (const auto& path : {write("timeless.folded", "main;draw 3\n"), timed}) {
            m_window->openFiles({path});
            QTRY_VERIFY(shownPage<CapturePage>(*m_window) &&
                        shownPage<CapturePage>(*m_window)->path() == path);
            auto* page = shownPage<CapturePage>(*m_window);
            QTRY_VERIFY(!page->session().shown().isEmpty());
            for (const auto& name : page->captureView()->viewNames()) {
                page->showView(name);
                // The timeline and the view may still be computing.
                QTRY_COMPARE(name + ": " + missedByTheTabKey(*page).join(", "), name + ": ");
            }
        }
    }
    void aFileThatIsOpenAlreadyIsShownAgain() {
        const auto path = write("a.folded", "main 3\n");
        m_window->openFiles({path});
        QTRY_VERIFY(shownPage<CapturePage>(*m_window));
        m_window->pages()->setCurrentIndex(0);
        m_window->openFiles({path});
        QVERIFY(shownPage<CapturePage>(*m_window));
        QCOMPARE(m_window->pages()->count(), 2);
    }
    void filesOpenByDroppingThem() {
        drop(*m_window, {write("a.folded", "main 3\n"), write("b.folded", "main 4\n")});
        QTRY_VERIFY(shownPage<CapturePage>(*m_window));
        QCOMPARE(m_window->pages()->count(), 3);
        // The two files may have been meant as a comparison.
        auto* compare = button(m_window->messageBar(), "Compare them");
        QVERIFY(compare);
        compare->click();
        QTRY_VERIFY(shownPage<ComparePage>(*m_window));
    }
    void severalDroppedFilesCanBeASeries() {
        QStringList files;
        for (const auto* name : {"b.folded", "a.folded", "c.folded"}) // the series has them by name
            files << write(name, QByteArray("main;draw 3\nmain;") + name[0] + " 4\n");
        drop(*m_window, files);
        QTRY_COMPARE(m_window->pages()->count(), 4);
        auto* show = button(m_window->messageBar(), "Show as a series");
        QVERIFY(show);
        show->click();
        QTRY_VERIFY(shownPage<SeriesPage>(*m_window));
        auto* page = shownPage<SeriesPage>(*m_window);
        QTRY_VERIFY(page->view()->model().rowCount() > 0);
        QCOMPARE(page->view()->model().series()->captures,
                 (std::vector<std::string>{"a.folded", "b.folded", "c.folded"}));
        QVERIFY2(page->command().startsWith("candela series "), qPrintable(page->command()));
        emit page->view()->comparisonWanted(2);
        QTRY_VERIFY(shownPage<ComparePage>(*m_window));
        QVERIFY(shownPage<ComparePage>(*m_window)->title().contains("b.folded"));
    }
    void aBadFileIsOneSentence_data() {
        QTest::addColumn<QString>("path");
        QTest::newRow("text") << write("bad.txt", "this is no profile\n");
        QTest::newRow("empty") << write("empty", "");
        QTest::newRow("missing") << "/nonexistent/file.candela";
        QTest::newRow("folder") << "/tmp";
    }
    void aBadFileIsOneSentence() {
        QFETCH(QString, path);
        m_window->openFiles({path});
        QTRY_VERIFY(!m_window->messageBar()->sentence().isEmpty());
        QVERIFY2(m_window->messageBar()->sentence().startsWith(path),
                 qPrintable(m_window->messageBar()->sentence()));
        QVERIFY(m_window->messageBar()->sentence().endsWith('.'));
        QCOMPARE(m_window->pages()->count(), 1); // the tab of the file is closed
        QVERIFY(m_window->recentFiles().files().empty());
    }
    void aFileThatNeedsMoreMemoryThanThereIsIsOneSentenceToo() {
        if (!isMemoryCounted) QSKIP("the sanitizers take more memory than any limit allows");
        QString stacks;
        for (int line = 0; line < 700'000; ++line)
            stacks += QString("main;function%1;leaf%1 1\n").arg(line);
        const auto large = write("large.folded", stacks);
        {
            const TighterMemory limit(100 << 20);
            m_window->openFiles({large});
            QTRY_VERIFY_WITH_TIMEOUT(!m_window->messageBar()->sentence().isEmpty(), 60'000);
            const auto sentence = m_window->messageBar()->sentence();
            QVERIFY2(sentence.startsWith(large + ": needs more memory than there is: "),
                     qPrintable(sentence));
            QVERIFY(m_window->messageBar()->hint().startsWith("The shell's ulimit -d allows "));
            QCOMPARE(m_window->pages()->count(), 1);
            m_window->openFiles({write("small.folded", "main;draw 3\n")});
            QTRY_VERIFY(shownPage<CapturePage>(*m_window));
            QTRY_VERIFY(!shownPage<CapturePage>(*m_window)->session().shown().isEmpty());
        }
        m_window->openFiles({large});
        QTRY_VERIFY_WITH_TIMEOUT(
            shownPage<CapturePage>(*m_window) && shownPage<CapturePage>(*m_window)->path() == large, 60'000);
    }
    void openingCanBeCancelled() {
        QString big;
        for (int line = 0; line < 300'000; ++line)
            big += QString("main;function%1;leaf%2 1\n").arg(line % 1000).arg(line);
        m_window->openFiles({write("big.folded", big)});
        auto* loading = shownPage<LoadingPage>(*m_window);
        QVERIFY(loading);
        auto* cancel = button(loading, "Cancel");
        QVERIFY(cancel);
        cancel->click();
        QTRY_COMPARE(m_window->pages()->count(), 1);
        QTest::qWait(300); // nothing arrives afterwards
        QCOMPARE(m_window->pages()->count(), 1);
        QVERIFY(m_window->messageBar()->sentence().isEmpty());
    }
    void closingATabWhileItOpensIsNoTrouble() {
        m_window->openFiles({write("a.folded", "main 3\n")});
        m_window->closeCurrent();
        QTest::qWait(200);
        QCOMPARE(m_window->pages()->count(), 1);
        m_window->closeCurrent(); // the start page can't be closed
        QCOMPARE(m_window->pages()->count(), 1);
    }
    void everyViewShowsAndKeepsItsTab() {
        m_window->openFiles({write("a.folded", "main;draw 3\n")});
        QTRY_VERIFY(shownPage<CapturePage>(*m_window));
        auto* view = shownPage<CapturePage>(*m_window)->captureView();
        QVERIFY(view->viewNames().size() >= 3);
        for (const auto& name : view->viewNames()) {
            view->showView(name);
            QCOMPARE(view->shownView(), name);
            QVERIFY(view->view()->isVisible());
        }
        const auto before = view->shownView();
        view->showView("no such view");
        QCOMPARE(view->shownView(), before);
    }
    void twoFilesCompare() {
        m_window->compareFiles({write("a.folded", "main;draw 3\n")}, {write("b.folded", "main;draw 6\n")});
        QTRY_VERIFY(shownPage<ComparePage>(*m_window));
        auto* page = shownPage<ComparePage>(*m_window);
        QCOMPARE(page->title(), QString("a.folded → b.folded"));
        QTRY_VERIFY(page->session().comparison());
        // The key A shows the code of both below the graphs; Escape closes it.
        QVERIFY(!page->code()->isVisible());
        auto* canvas = page->view()->baseCanvas();
        QTRY_VERIFY(!canvas->scene().isEmpty());
        QTest::keyClick(canvas, Qt::Key_Down);
        QVERIFY(canvas->selectedNode());
        QTest::keyClick(canvas, Qt::Key_A);
        QVERIFY(page->code()->isVisible());
        QTest::keyClick(page->code(), Qt::Key_Escape);
        QVERIFY(!page->code()->isVisible());
    }
    void viewsAreOfferedWhereThereAreSome() {
        const auto isOffered = [this] {
            for (const auto* action : m_window->findChildren<QAction*>())
                if (action->text() == "Call tree") return action->isEnabled();
            return false;
        };
        QVERIFY(!isOffered());
        m_window->openFiles({write("a.folded", "main;draw 3\n")});
        QTRY_VERIFY(shownPage<CapturePage>(*m_window));
        QVERIFY(isOffered());
        m_window->compareFiles({write("a.folded", "main 3\n")}, {write("b.folded", "main 4\n")});
        QTRY_VERIFY(shownPage<ComparePage>(*m_window));
        QVERIFY(!isOffered());
    }
    void aFailedSideOfAComparisonIsReported() {
        m_window->compareFiles({write("a.folded", "main;draw 3\n")}, {"/nonexistent/b.folded"});
        QTRY_VERIFY(m_window->messageBar()->sentence().startsWith("/nonexistent/b.folded"));
        QCOMPARE(m_window->pages()->count(), 1);
    }
    void dialogsOfferEveryFormat() {
        for (const auto& format : allFormats()) {
            const auto description =
                QString::fromUtf8(format.description.data(), qsizetype(format.description.size()));
            if (format.read && !format.extensions.empty()) QVERIFY(openFilters().contains(description));
            for (const auto extent : {Page::Extent::Shown, Page::Extent::Whole})
                if (format.write && !format.extensions.empty())
                    QVERIFY(saveFilters(extent).contains(description + " (*"));
        }
        // "All profiles" includes the names that tools give their files, and every file can be chosen.
        const auto filters = openFilters().split(";;");
        QVERIFY(filters.contains("All files (*)"));
        const auto patterns = filters.front().mid(filters.front().indexOf('(') + 1).chopped(1).split(' ');
        for (const QString name :
             {"perf.data", "perf.data.old", "callgrind.out.123", "web.cpu", "heap", "a.folded.gz"})
            QVERIFY2(QDir::match(patterns, name), qPrintable(name));
        QVERIFY(!QDir::match(patterns, "notes.txt"));
        QVERIFY(saveFilters(Page::Extent::Shown).contains("*.png"));
        QVERIFY(!saveFilters(Page::Extent::Whole).contains("*.png"));
    }

    void aRecordingRunsInThePageAndOpensWhenItIsOver() {
        auto* page = preparedRecordPage("normal");
        page->start();
        QVERIFY(page->isRecording());
        QTRY_VERIFY_WITH_TIMEOUT(
            page->status()->texts().value(1) != "–" && page->status()->texts().value(1) != "0", 30'000);
        QTRY_VERIFY_WITH_TIMEOUT(page->captureView()->view()->isVisible(), 10'000);
        page->showView("functions");
        QTest::keyClicks(page->captureView()->filterBar()->searchBox(), "spin");
        page->stop();
        QTRY_VERIFY_WITH_TIMEOUT(shownPage<CapturePage>(*m_window), 30'000);
        QVERIFY(!page->isRecording());
        const auto* capture = shownPage<CapturePage>(*m_window);
        QCOMPARE(capture->path(), m_folder->filePath("out.candela"));
        // The view that was chosen during the recording is still shown.
        QCOMPARE(capture->captureView()->shownView(), QString("functions"));
        QCOMPARE(capture->captureView()->filterBar()->searchBox()->text(), QString("spin"));
        QTRY_VERIFY(!capture->captureView()->session().isBusy());
        QVERIFY(capture->captureView()->session().shown().matches->isActive());
        QCOMPARE(page->captureView()->session().search(), QString());
        QCOMPARE(m_window->recentFiles().files().size(), 1u);
    }
    void aRecordingThatIsRefusedShowsWhyAboveTheForm() {
        auto* page = preparedRecordPage("failure");
        page->start();
        QTRY_VERIFY_WITH_TIMEOUT(!page->isRecording(), 30'000);
        QCOMPARE(page->messageBar()->sentence(),
                 QString("This user may not record other people's processes."));
        QCOMPARE(page->messageBar()->hint(), QString("Ask for it."));
        QVERIFY(button(page->messageBar(), "Try again"));
        QVERIFY(button(page->messageBar(), "Copy as command"));
    }
    void aRecorderThatIsKilledLeavesItsCaptureAndAMessage() {
        auto* page = preparedRecordPage("killed");
        page->start();
        QTRY_VERIFY_WITH_TIMEOUT(shownPage<CapturePage>(*m_window), 30'000);
        auto* capture = shownPage<CapturePage>(*m_window);
        QVERIFY(capture->messageBar()->sentence().startsWith("The recorder ended unexpectedly"));
        QTRY_VERIFY(capture->session().shown().total() > 0);
    }
    void withoutARecorderThePageShowsWhatToDo() {
        auto* page = preparedRecordPage("normal");
        page->setEnvironment({});
        page->start();
        QTRY_VERIFY_WITH_TIMEOUT(!page->isRecording(), 30'000);
        QCOMPARE(page->messageBar()->sentence(), QString("No recorder was found."));
        QVERIFY(!page->messageBar()->hint().isEmpty());
    }
    void theFormsCommandLineIsTheSamePlan() {
        auto* page = m_window->showRecordPage(RecordingPlan::Scope::Command);
        page->form()->setCommand("sh -c 'echo a b'");
        page->form()->setFile("/tmp/out.candela");
        page->form()->setDuration(5);
        page->form()->setFrequency(997);
        const auto plan = page->form()->plan();
        QVERIFY(plan);
        QCOMPARE(plan->command.words, (QStringList{"sh", "-c", "echo a b"}));
        QCOMPARE(equivalentCommand(*plan),
                 QString("candela record -o /tmp/out.candela -d 5 -F 997 -- sh -c 'echo a b'"));
        page->form()->setCommand("sh 'open");
        QVERIFY(!page->form()->plan());
    }

private:
    QString write(const QString& name, const QString& text) {
        if (!m_folder) m_folder = std::make_unique<QTemporaryDir>();
        return m_files.write(name, text.toUtf8());
    }
    RecordPage* preparedRecordPage(const char* script) {
        qputenv("RECORDER_SCRIPT", script);
        auto* page = m_window->showRecordPage(RecordingPlan::Scope::Machine);
        RecorderEnvironment here;
        here.namedRecorder = PROGRAMS "/scripted_recorder";
        page->setEnvironment(here);
        page->form()->setFile(m_folder->filePath("out.candela"));
        page->form()->setDuration(0);
        return page;
    }

    QTemporaryDir m_settings;
    TestFolder m_files;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(MainWindowTest)
#include "main_window_test.moc"
