/// What a window looks at: a profile, the part of it, and what is pointed at. Views read it and call its
/// setters; views never talk to each other. Lives in the GUI thread; what is derived is computed elsewhere
/// and arrives as one consistent value, shown().
#pragma once

#include "views/session/call_path.h"
#include "views/session/latest_job.h"
#include "views/session/shown.h"
#include "views/session/view_state.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace candela {

/// Which of the search's matches to go to.
enum class MatchStep { Next, Previous };

class Session : public QObject {
    Q_OBJECT
public:
    explicit Session(QObject* parent = nullptr);
    ~Session() override;

    /// A profile to look at. A newer snapshot of the same recording keeps filter, zoom, selection and search
    /// as far as what they name still exists; for another file call reset() first. Null: nothing to look at.
    void setProfile(std::shared_ptr<const Profile> profile);
    /// Forgets everything: filter, search, zoom, selection, profile.
    void reset();
    const std::shared_ptr<const Profile>& profile() const { return m_request.profile; }

    ValueTypeIndex value() const { return m_request.value; }
    void setValue(ValueTypeIndex value);
    const Filter& filter() const { return m_request.filter; }
    void setFilter(const Filter& filter);
    Grouping grouping() const { return m_request.grouping; }
    void setGrouping(Grouping grouping);
    /// Profiles of several programs begin as one tree, too.
    void beginWithOneTree() { m_beginsWithOneTree = true; }
    /// A tree for each process, thread or value of a label; none: one tree. Until setRoots(): defaultRoots()
    /// of the profile.
    const std::optional<SampleKey>& roots() const { return m_request.roots; }
    void setRoots(const std::optional<SampleKey>& roots);
    /// Keeps only stacks with the function of exactly this name.
    void focusOn(const std::string& function);
    /// Behind those that the filter has. What is zoomed to stays so as far as there is such a call node.
    void addTransform(const Transform& transform);
    /// A regular expression over the names of groups; empty: no search.
    QString search() const { return QString::fromStdString(m_request.search); }
    void setSearch(const QString& pattern);
    void setSearchForName(const std::string& name);

    /// All of the above and the zoom, at once.
    ViewState viewState() const;
    void setViewState(const ViewState& state);
    /// What is set in between is one change to the user: while something is dragged.
    void beginGesture() { m_isInGesture = true; }
    void endGesture();
    bool isInGesture() const { return m_isInGesture; }

    /// What was computed last; may be of an earlier state while isBusy(). Null parts until something arrived.
    const Shown& shown() const { return m_shown; }
    bool isBusy() const { return m_job.isRunning(); }
    /// Why the current filter can't be applied, in one sentence; empty if it can.
    const QString& failure() const { return m_failure; }

    /// What the pointer is over, in any view.
    const Selection& hovered() const { return m_hovered; }
    void setHovered(const Selection& selection);
    const Selection& selected() const { return m_selected; }
    void setSelected(const Selection& selection);

    /// The call node that fills a flame graph's width; the empty path is everything. Kept with its history.
    const CallPath& zoom() const { return m_zooms[m_zoom]; }
    void setZoom(const CallPath& path);
    bool canZoomBack() const { return m_zoom > 0; }
    bool canZoomForward() const { return m_zoom + 1 < m_zooms.size(); }
    void zoomBack();
    void zoomForward();
    /// The zoom and history of another session that shows the same functions.
    void takeZoom(const Session& other);
    /// All of what another session looks at: value, filter, grouping, roots, search, zoom and selection. Its
    /// profile, if it has one yet, is an earlier snapshot of the recording that this one has.
    void takeView(const Session& other);

    /// Asks the window to show the view of that name (view.h), say for "show in functions".
    void requestView(const QString& name) { emit viewRequested(name); }
    /// Selects it and shows it in the view of that name.
    void showIn(const QString& view, const Selection& selection);
    /// Asks the visible views to select the next match of the search, or the one before.
    void requestMatch(MatchStep step) { emit matchRequested(step); }

signals:
    void profileChanged();
    void valueChanged();
    void filterChanged();
    void groupingChanged();
    void rootsChanged();
    void searchChanged();
    /// shown() has other weights, another shape, or both.
    void weightsChanged();
    /// Only the matches of shown() changed.
    void matchesChanged();
    void busyChanged();
    void hoveredChanged();
    void selectedChanged();
    void zoomChanged();
    void gestureEnded();
    void viewRequested(const QString& name);
    void matchRequested(candela::MatchStep step);
    /// The visible view should scroll to the selection.
    void selectionRequested();

private:
    void changeRoots(const std::optional<SampleKey>& roots);
    void recompute();
    void accept(Result<Shown> result);
    void startJob();

    ShownRequest m_request;
    bool m_beginsWithOneTree = false;
    bool m_hasChosenRoots = false; // by setRoots()
    Shown m_shown;
    QString m_failure;
    std::shared_ptr<ShownComputation> m_computation;
    LatestJob<Result<Shown>> m_job;
    /// A newer snapshot arrived while one was computed. That one is finished first: otherwise a recording
    /// whose snapshots arrive faster than they are computed would never be shown.
    bool m_isOutdated = false;
    Selection m_hovered;
    Selection m_selected;
    std::vector<CallPath> m_zooms{CallPath()};
    std::size_t m_zoom = 0;
    bool m_isInGesture = false;
};

} // namespace candela
