#include "app/window/main_window.h"

#include "app/window/capture/capture_page.h"
#include "app/window/compare/compare_dialog.h"
#include "app/window/compare/compare_page.h"
#include "app/window/opening/file_choice.h"
#include "app/window/opening/last_session.h"
#include "app/window/opening/loading_page.h"
#include "app/window/opening/start_page.h"
#include "app/window/page_tabs.h"
#include "app/window/record/record_form.h"
#include "app/window/record/record_page.h"
#include "app/window/series/series_page.h"
#include "app/window/session_keeper.h"
#include "app/window/widgets/action_finder.h"
#include "app/window/widgets/message_bar.h"
#include "app/window/window_actions.h"
#include "app/window/window_menus.h"
#include "model/base/version.h"
#include "views/text/number_text.h"
#include "views/text/plain_text.h"
#include "views/widgets/strip.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QIcon>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QVBoxLayout>

namespace candela {
namespace {

constexpr auto geometryKey = "window/geometry";
constexpr QSize firstSize(1400, 900);

QStringList localFiles(const QMimeData* dropped) {
    QStringList paths;
    for (const auto& url : dropped->urls())
        if (url.isLocalFile()) paths << url.toLocalFile();
    return paths;
}

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent), m_message(new MessageBar(this)), m_pages(new PageTabs(this)),
      m_session(new SessionKeeper(*m_pages, this)) {
    auto* content = new QWidget(this);
    auto* column = tightColumn(content);
    column->addWidget(m_message);
    column->addWidget(m_pages, 1);
    setCentralWidget(content);
    setAcceptDrops(true);
    setWindowIcon(QIcon(":/icons/candela.svg"));
    connect(m_pages, &PageTabs::currentPageChanged, this, &MainWindow::updateTitle);
    createStartPage();
    addMenus(*this);
    resize(firstSize);
    restoreGeometry(QSettings().value(geometryKey).toByteArray());
}

void MainWindow::fitInto(const QRect& available) {
    // The size of the window manager's frame is not known before the window is shown.
    constexpr QSize frame(16, 48);
    resize(size().boundedTo(available.size() - frame));
}

void MainWindow::createStartPage() {
    auto* start = new StartPage(m_recent);
    using Scope = RecordingPlan::Scope;
    connect(start, &StartPage::recordMachineWanted, this, [this] { showRecordPage(Scope::Machine); });
    connect(start, &StartPage::recordProcessWanted, this, [this] { showRecordPage(Scope::Processes); });
    connect(start, &StartPage::recordCommandWanted, this, [this] { showRecordPage(Scope::Command); });
    connect(start, &StartPage::openWanted, this, &MainWindow::chooseFiles);
    connect(start, &StartPage::compareWanted, this, &MainWindow::chooseComparison);
    connect(start, &StartPage::fileWanted, this, [this](const QString& path) { openFiles({path}); });
    connect(start, &StartPage::pairWanted, this,
            [this](const QString& base, const QString& newFile) { compareFiles({base}, {newFile}); });
    connect(start, &StartPage::lastSessionWanted, this, &MainWindow::openLastSession);
    m_pages->addPage(start);
}

void MainWindow::openFiles(const QStringList& paths) {
    m_message->clear();
    for (const auto& given : paths) {
        const auto path = given == "-" ? given : QFileInfo(given).absoluteFilePath();
        if (auto* page = m_pages->pageWithPath(path))
            m_pages->setCurrentWidget(page);
        else
            startLoading({{{path}}}, {});
    }
}

void MainWindow::compareFiles(const QStringList& base, const QStringList& newFiles) {
    compareSides({base}, {newFiles});
}

void MainWindow::compareSides(const SideFiles& base, const SideFiles& newSide,
                              const std::optional<OpenedCapture>& opened) {
    m_message->clear();
    if (!base.files.isEmpty() && !newSide.files.isEmpty()) startLoading({base, newSide}, {}, opened);
}

void MainWindow::openSeries(const std::vector<QStringList>& captures, FirstView view) {
    if (captures.empty()) return;
    m_message->clear();
    auto sides = wholeSides(captures);
    // A comparison of runs filters by the time of all of them.
    if (sides.size() == 2 && view.filter && view.filter->time) {
        for (auto& side : sides)
            side.times = {*view.filter->time};
        view.filter->time.reset();
    }
    startLoading(sides, {}, {}, view);
}

void MainWindow::startLoading(const std::vector<SideFiles>& sides, const OpeningLimit& limit,
                              const std::optional<OpenedCapture>& opened, const FirstView& view) {
    auto* loading = new LoadingPage(sides, limit, opened);
    loading->setFirstView(view);
    connect(loading, &LoadingPage::loaded, this,
            [this, loading](const LoadedProfiles& profiles) { showLoaded(loading, profiles); });
    connect(loading, &LoadingPage::failed, this, [this, loading](const QString& path, const Error& error) {
        const auto sides = loading->sides();
        const auto view = loading->firstView();
        m_pages->removePage(loading);
        // Keeps the errors of other files that were opened together with this one.
        const bool hasLimit = isOpeningLimit(error);
        auto reported = error;
        if (hasLimit) reported.hint = tr("If you trust the file, open it without the limit.").toStdString();
        m_message->addError(path == "-" ? tr("Standard input") : path, reported);
        if (hasLimit && path != "-") // a pipe can't be read again
            m_message->addButton(tr("Open without limit"), [this, sides, view] {
                m_message->clear();
                startLoading(sides, OpeningLimit::none(), {}, view);
            });
    });
    connect(loading, &LoadingPage::cancelled, this, [this, loading] { m_pages->removePage(loading); });
    m_pages->addPage(loading);
    m_session->setHasHadFiles();
}

void MainWindow::showLoaded(LoadingPage* loading, const LoadedProfiles& profiles) {
    const auto& sides = loading->sides();
    const auto show = [&](Page* page) {
        page->setFiles(loading->files());
        if (!loading->opened()) showKeptView(*page);
        m_pages->replacePage(loading, page);
    };
    // Also where a view was kept, which can be undone if nothing else is asked for. Showing the page deletes
    // `loading`.
    const auto begin = [this, view = loading->firstView()](auto* page) {
        if (view.isEmpty()) return;
        if (const auto begun = page->beginWith(view); !begun)
            m_message->addError(plainText(page->title()), begun.error());
    };
    if (sides.size() > 2) {
        // The many files of a series would push all others from the list of recent files.
        auto* page = new SeriesPage(filesOf(sides), profiles);
        connect(page, &SeriesPage::comparisonWanted, this, &MainWindow::openSeries);
        show(page);
        return begin(page);
    }
    for (const auto& side : sides)
        for (const auto& path : side.files)
            m_recent.add(path);
    if (!profiles.compared) return show(createCapture(loading->path(), profiles.sides.front()));
    auto* page = new ComparePage(sides[0], sides[1], profiles);
    connect(page, &ComparePage::sideWanted, this, &MainWindow::showSide);
    if (loading->opened()) page->beginWith(loading->opened()->view);
    show(page);
    begin(page);
}

CapturePage* MainWindow::createCapture(const QString& path, const SharedProfile& profile) {
    auto* page = new CapturePage(path, profile);
    connect(page, &CapturePage::pictureDrawn, &m_recent,
            [this, path](const RecentPicture& picture) { m_recent.setPicture(path, picture); });
    connect(page, &CapturePage::timesWanted, this,
            [this, page](const TimeRanges& base, const TimeRanges& newSide) {
                compareSides({{page->path()}, base}, {{page->path()}, newSide},
                             OpenedCapture{page->session().profile(), page->session().viewState()});
            });
    return page;
}

void MainWindow::showKeptView(Page& page) {
    const auto [match, view] = m_session->views().find(page.files());
    if (match == KeptViews::Match::Changed)
        page.takeNote(tr("The file was changed since it was shown here: its view of that time, with filters "
                         "and zoom, is not applied."));
    else if (match == KeptViews::Match::Same && !page.showKept(view))
        page.takeNote(tr("The view that this file was left with does not fit it any more."));
}

void MainWindow::openLastSession() {
    m_message->clear();
    const auto session = storedSession();
    Page* current = nullptr;
    for (std::size_t row = 0; row < session.pages.size(); ++row) {
        const auto& sides = session.pages[row];
        const auto missing = firstMissing(sides);
        if (!missing.isEmpty()) {
            m_message->addError(
                missing, {tr("was open in the last session and is not there any more").toStdString(), {}});
            continue;
        }
        startLoading(sides, {});
        if (static_cast<int>(row) == session.current) current = m_pages->current();
    }
    if (current)
        m_pages->setCurrentWidget(current);
    else if (session.current < 0)
        m_pages->setCurrentIndex(0);
}

/// Opens the side in the tab of its files. A new tab takes over the side's view, but has the profile as it
/// was opened.
void MainWindow::showSide(const ComparedSide& side, const QString& view) {
    const auto& files = side.files.files;
    const auto path = files.size() == 1 ? QFileInfo(files.front()).absoluteFilePath() : files.join(", ");
    auto* page = qobject_cast<CapturePage*>(m_pages->pageWithPath(path));
    if (page) {
        m_pages->setCurrentWidget(page);
    } else {
        page = createCapture(path, side.whole);
        page->setFiles(stampFiles({{files}}));
        page->session().timeComparison().setOffered(files.size() == 1); // the others have no common time
        page->session().takeView(*side.session);
        page->history()->forget();
        m_pages->addPage(page);
    }
    page->showTimes(side.files.times);
    page->session().showIn(view, side.session->selected());
    page->focusContent();
}

RecordPage* MainWindow::recordPage() const {
    for (int position = 0; position < m_pages->count(); ++position)
        if (auto* page = qobject_cast<RecordPage*>(m_pages->page(position))) return page;
    return nullptr;
}

RecordPage* MainWindow::showRecordPage(RecordingPlan::Scope scope) {
    auto* page = recordPage();
    if (!page) {
        page = new RecordPage;
        connect(page, &RecordPage::recorded, this, &MainWindow::showRecorded);
        connect(page, &RecordPage::ended, this, &MainWindow::closeAfterRecording, Qt::QueuedConnection);
        connect(page, &RecordPage::needsAttention, this, [this, page] { m_pages->setCurrentWidget(page); });
        m_pages->addPage(page);
    }
    m_pages->setCurrentWidget(page);
    if (!page->isRecording()) page->form()->setScope(scope);
    return page;
}

void MainWindow::showRecorded(const RecordingOutcome& outcome, const CaptureView& live) {
    m_recent.add(outcome.file.path);
    if (!outcome.file.profile) return;
    auto* page = createCapture(QFileInfo(outcome.file.path).absoluteFilePath(), outcome.file.profile);
    page->setFiles(stampFiles({{{page->path()}}}));
    page->continueFrom(live);
    if (outcome.error) page->showError(*outcome.error);
    m_pages->addPage(page);
}

void MainWindow::chooseFiles() {
    openFiles(chooseProfiles(this, tr("Open profiles")));
}

void MainWindow::chooseComparison() {
    const auto recent = m_recent.files();
    const auto* page = m_pages->current();
    const auto newFile = page && !page->path().isEmpty() ? page->path() : QString();
    QString base;
    for (const auto& file : recent)
        if (base.isEmpty() && !newFile.isEmpty() && file.path != newFile) base = file.path;
    CompareDialog dialog(base, newFile, this);
    if (dialog.exec() == QDialog::Accepted)
        compareFiles(dialog.base().split(',', Qt::SkipEmptyParts),
                     dialog.newFiles().split(',', Qt::SkipEmptyParts));
}

void MainWindow::offerComparison(const QStringList& paths) {
    m_message->showMessage(MessageBar::Kind::Note, tr("Two profiles are being opened"),
                           tr("They can also be shown side by side, the first as the base"));
    m_message->addButton(tr("Compare them"), [this, paths] {
        m_message->clear();
        compareFiles({paths[0]}, {paths[1]});
    });
}

void MainWindow::chooseSeries() {
    std::vector<QStringList> captures;
    for (const auto& path : chooseProfiles(this, tr("Open as a series, in the order of names")))
        captures.push_back({path});
    openSeries(captures);
}

void MainWindow::offerSeries(const QStringList& paths) {
    m_message->showMessage(MessageBar::Kind::Note,
                           tr("%1 profiles are being opened").arg(countText(paths.size())),
                           tr("They can also be shown as a series, in the order of their names"));
    m_message->addButton(tr("Show as a series"), [this, paths] {
        m_message->clear();
        std::vector<QStringList> captures;
        auto sorted = paths;
        sorted.sort();
        for (const auto& path : sorted)
            captures.push_back({path});
        openSeries(captures);
    });
}

void MainWindow::closeCurrent() {
    m_pages->closePage(m_pages->currentIndex());
}

void MainWindow::exportCurrent(Page::Extent extent) {
    if (auto* page = m_pages->current(); page && page->canExport(extent)) page->exportAs(extent);
}

void MainWindow::showActions() {
    auto* finder = new ActionFinder(allActions(*menuBar(), m_pages->current()), this);
    finder->setAttribute(Qt::WA_DeleteOnClose);
    finder->open();
}

void MainWindow::showAbout() {
    const auto version = programVersion();
    QMessageBox::about(
        this, tr("About Candela"),
        tr("<h3>Candela %1</h3>"
           "<p>Shows where a Linux machine's time goes: records every process with an eBPF sampler, opens "
           "the profiles that people already have, and puts two of them side by side.</p>"
           "<p>Apache License 2.0; the programs that run in the kernel are under BSD or GPL. Built with "
           "Qt %2.</p>")
            .arg(QString::fromUtf8(version.data(), static_cast<qsizetype>(version.size())), qVersion()));
}

void MainWindow::updateTitle() {
    const auto* page = m_pages->current();
    const bool isStart = m_pages->currentIndex() <= 0;
    setWindowTitle(isStart || !page ? tr("Candela") : tr("%1 – Candela").arg(plainText(page->title())));
    setWindowFilePath(page ? page->path() : QString());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_pages->mayCloseAll()) {
        const auto* page = recordPage();
        m_isClosing = page && page->isStopping(); // reached if the user confirmed that the recording is
                                                  // stopped
        return event->ignore();
    }
    QSettings().setValue(geometryKey, saveGeometry());
    m_session->keep();
    event->accept();
}

void MainWindow::finish() {
    if (m_isClosing) return QApplication::exit();
    m_isClosing = true;
    // An open dialog would keep the window from closing.
    while (auto* asking = QApplication::activeModalWidget())
        if (!asking->close()) break;
    if (auto* page = recordPage()) page->stop();
    closeAfterRecording();
}

void MainWindow::closeAfterRecording() {
    const auto* page = recordPage();
    if (m_isClosing && !(page && page->isRecording())) close();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!localFiles(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const auto paths = localFiles(event->mimeData());
    event->acceptProposedAction();
    openFiles(paths);
    if (paths.size() == 2) offerComparison(paths);
    if (paths.size() > 2) offerSeries(paths);
}

} // namespace candela

#include "moc_main_window.cpp"
