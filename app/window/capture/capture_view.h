/// All widgets that show a session: the filter bar, one of allViews() at a time, below it the timeline unless
/// no sample has a time, and beside both the details of the selection, if wanted. The same during a recording
/// and after it.
#pragma once

#include "views/session/session.h"

#include <QWidget>

class QSplitter;
class QStackedWidget;
class QTabBar;

namespace candela {

class DetailsPanel;
class FilterBar;
class Strip;
class TimelineView;

class CaptureView : public QWidget {
    Q_OBJECT
public:
    explicit CaptureView(Session& session, QWidget* parent = nullptr);

    const Session& session() const { return m_session; }
    FilterBar* filterBar() const { return m_filterBar; }
    /// `name` is one of allViews(); any other changes nothing.
    void showView(const QString& name);
    QString shownView() const;
    /// The views' names, in the order of the tabs.
    const QStringList& viewNames() const { return m_names; }
    QWidget* view() const;
    /// Shows or hides the panel about the selected function.
    void showDetails(bool isShown);
    /// Requests the editor for the chosen line of the source view, in other views for the selected function.
    void openSource();
    TimelineView* timeline() const { return m_timeline; }
    DetailsPanel* details() const { return m_details; }
    /// Gives the keyboard focus to the view, which may still show a message.
    void focusView();
    /// The strip with the tabs and the filter; a page adds its own widgets at the right end.
    Strip* strip() const;

private:
    void createView(int index);
    void updateTimeline();
    void fitTimeline();

    Session& m_session;
    QStringList m_names;
    FilterBar* m_filterBar;
    QTabBar* m_tabs;
    QStackedWidget* m_views; // a view is created when it is first shown
    QSplitter* m_splitter;
    TimelineView* m_timeline;
    DetailsPanel* m_details;
    bool m_isMoved = false; // the user moved the splitter
    int m_wantedHeight = 0; // of the timeline, in pixels, when it was last fitted
};

} // namespace candela
