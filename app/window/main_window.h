/// The window: its pages as tabs, its menus, and the ways from one page to another. Everything else is in the
/// pages.
#pragma once

#include "app/recording/recording_plan.h"
#include "app/window/opening/first_view.h"
#include "app/window/opening/page.h"
#include "app/window/opening/profile_loader.h"
#include "app/window/opening/recent_files.h"

#include <QMainWindow>

namespace candela {

class CapturePage;
class CaptureView;
class LoadingPage;
class MessageBar;
class PageTabs;
class RecordPage;
class SessionKeeper;
struct ComparedSide;
struct RecordingOutcome;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(QWidget* parent = nullptr);

    /// Makes the window smaller if it does not fit, with its frame, into `available`, a part of a screen.
    void fitInto(const QRect& available);

    /// Opens each file in its own tab; one that is open already is shown.
    void openFiles(const QStringList& paths);
    /// Opens what was open when a window was closed last, each in its own tab.
    void openLastSession();
    /// Compares two sides, each of which is one file, or several that are added up.
    void compareFiles(const QStringList& base, const QStringList& newFiles);
    /// The same for parts of the files' time. With `opened`, both are parts of it, and no file is read.
    void compareSides(const SideFiles& base, const SideFiles& newSide,
                      const std::optional<OpenedCapture>& opened = {});
    /// Shows captures in their order, each of one file or of several that are added up. Two are compared. The
    /// page begins with the view; the time of its filter is that of each file.
    void openSeries(const std::vector<QStringList>& captures, FirstView view = {});
    RecordPage* showRecordPage(RecordingPlan::Scope scope);

    PageTabs* pages() const { return m_pages; }
    MessageBar* messageBar() const { return m_message; }
    RecentFiles& recentFiles() { return m_recent; }

    void chooseFiles();
    void chooseComparison();
    void chooseSeries();
    void closeCurrent();
    /// Closes without asking; a running recording is stopped and kept first. A second call does not wait for
    /// it.
    void finish();
    void exportCurrent(Page::Extent extent);
    /// Shows all actions with their keys, to be found by name.
    void showActions();
    void showAbout();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void createStartPage();
    void startLoading(const std::vector<SideFiles>& sides, const OpeningLimit& limit,
                      const std::optional<OpenedCapture>& opened = {}, const FirstView& view = {});
    void showLoaded(LoadingPage* loading, const LoadedProfiles& profiles);
    void showRecorded(const RecordingOutcome& outcome, const CaptureView& live);
    void showSide(const ComparedSide& side, const QString& view);
    RecordPage* recordPage() const;
    void closeAfterRecording();
    void offerComparison(const QStringList& paths);
    void offerSeries(const QStringList& paths);
    void updateTitle();
    CapturePage* createCapture(const QString& path, const SharedProfile& profile);
    void showKeptView(Page& page);

    RecentFiles m_recent;
    MessageBar* m_message;
    PageTabs* m_pages;
    SessionKeeper* m_session;
    bool m_isClosing = false; // the window closes as soon as no recording runs
};

} // namespace candela
