/// The state of a window: a profile, the shown part of it, and the selection. Views read it and call its
/// setters, and never call each other. Lives in the GUI thread; derived data is computed in other threads and
/// arrives as one consistent value, shown().
#pragma once

#include "views/session/call_path.h"
#include "views/session/latest_job.h"
#include "views/session/shown.h"
#include "views/session/source_line.h"
#include "views/session/time_comparison.h"
#include "views/session/view_state.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace candela {

/// Which match of the search to go to.
enum class MatchStep { Next, Previous };

class Session : public QObject {
    Q_OBJECT
public:
    explicit Session(QObject* parent = nullptr);
    ~Session() override;

    /// Sets the profile. For a newer snapshot of the same recording, filter, zoom, selection and search stay
    /// as far as they still apply; for another file, call reset() first. Null: nothing to show.
    void setProfile(std::shared_ptr<const Profile> profile);
    /// Clears everything: filter, search, zoom, selection, profile.
    void reset();
    const std::shared_ptr<const Profile>& profile() const { return m_request.profile; }

    ValueTypeIndex value() const { return m_request.value; }
    void setValue(ValueTypeIndex value);
    const Filter& filter() const { return m_request.filter; }
    void setFilter(const Filter& filter);
    /// Removes the time from the filter.
    void clearTime();
    Grouping grouping() const { return m_request.grouping; }
    void setGrouping(Grouping grouping);
    /// Makes the default one tree, also for profiles of several programs.
    void beginWithOneTree() { m_beginsWithOneTree = true; }
    /// A tree for each process, thread or value of a label; none: one tree. Until setRoots() is called:
    /// defaultRoots() of the profile.
    const std::optional<SampleKey>& roots() const { return m_request.roots; }
    void setRoots(const std::optional<SampleKey>& roots);
    /// Keeps only stacks that contain the function of exactly this name.
    void focusOn(const std::string& function);
    /// Adds the transform after those of the filter. The zoom stays if its call node still exists.
    void addTransform(const Transform& transform);
    /// A regular expression for the names of groups; empty: no search.
    QString search() const { return QString::fromStdString(m_request.search); }
    void setSearch(const QString& pattern);
    void setSearchForName(const std::string& name);

    /// All choices above and the zoom, as one value.
    ViewState viewState() const;
    void setViewState(const ViewState& state);
    /// Makes all changes until endGesture() one step of undo, for example those of a drag.
    void beginGesture() { m_isInGesture = true; }
    void endGesture();
    bool isInGesture() const { return m_isInGesture; }

    /// The last computed result, which may be of an earlier state while isBusy(). Its parts are null until
    /// the first one.
    const Shown& shown() const { return m_shown; }
    bool isBusy() const { return m_job.isRunning(); }
    /// Whether shown() still has earlier roots than roots(), which zoom() is for.
    bool isShownOfOtherRoots() const { return !m_shown.isEmpty() && m_shown.roots != m_request.roots; }
    /// Why the current filter can't be applied, in one sentence; empty if it can be applied.
    const QString& failure() const { return m_failure; }

    /// The item under the pointer, in any view.
    const Selection& hovered() const { return m_hovered; }
    void setHovered(const Selection& selection);
    const Selection& selected() const { return m_selected; }
    /// The function of the selection; without a name if the selection is empty or not a function.
    CallStep selectedFunction() const;
    /// The source line of the selection; without function and file if the selection has none.
    SourceLine selectedLine() const;
    void setSelected(const Selection& selection);

    /// The call node that fills a flame graph's width; the empty path is everything. Zooms have a history.
    const CallPath& zoom() const { return m_zooms[m_zoom]; }
    void setZoom(const CallPath& newPath);
    bool canZoomBack() const { return m_zoom > 0; }
    bool canZoomForward() const { return m_zoom + 1 < m_zooms.size(); }
    void zoomBack();
    void zoomForward();
    /// Takes over the zoom and its history from another session that shows the same functions, with each path
    /// in this session's words.
    void takeZoom(const Session& other, const std::function<CallPath(const CallPath&)>& translated);
    /// Takes over everything that another session shows: value, filter, grouping, roots, search, zoom and
    /// selection. Its profile, if any, must be an earlier snapshot of the same recording.
    void takeView(const Session& other);

    /// Shows what was chosen when the same profile was open earlier.
    void restore(const ViewState& state, const Selection& selection);

    /// Asks the window to show the view of that name (view.h), for example for "show in functions".
    void requestView(const QString& name) { emit viewRequested(name); }
    /// Selects the item, and asks the window to show the view of that name.
    void showIn(const QString& view, const Selection& selection);
    /// Asks the window to open the line in the user's editor.
    void requestEditor(const SourceLine& line) { emit editorRequested(line); }
    /// Compares parts of the time; the window offers it for finished captures.
    TimeComparison& timeComparison() { return m_timeComparison; }
    /// Asks the visible views to select the search's next or previous match.
    void requestMatch(MatchStep step) { emit matchRequested(step); }

signals:
    void profileChanged();
    void valueChanged();
    void filterChanged();
    void groupingChanged();
    /// Zooms have lost their roots, too; the selection loses its root when shown() has other roots.
    void rootsChanged();
    void searchChanged();
    /// Emitted when the weights or the shape of shown() changed, or both.
    void weightsChanged();
    /// Emitted when only the matches of shown() changed.
    void matchesChanged();
    void busyChanged();
    void hoveredChanged();
    void selectedChanged();
    void zoomChanged();
    void gestureEnded();
    void viewRequested(const QString& name);
    void editorRequested(const candela::SourceLine& line);
    void matchRequested(candela::MatchStep step);
    /// Emitted when the visible view should scroll to the selection.
    void selectionRequested();

private:
    void changeRoots(const std::optional<SampleKey>& roots);
    void forgetRootsOfZooms();
    bool forgetRootOfSelection();
    void recompute();
    void accept(Result<Shown> result);
    void startJob();

    ShownRequest m_request;
    bool m_beginsWithOneTree = false;
    bool m_hasChosenRoots = false; // setRoots() was called
    Shown m_shown;
    QString m_failure;
    std::shared_ptr<ShownComputation> m_computation;
    LatestJob<Result<Shown>> m_job;
    /// A newer snapshot arrived during a computation. The computation is finished first: otherwise no result
    /// would be shown while snapshots arrive faster than they can be computed.
    bool m_isOutdated = false;
    Selection m_hovered;
    Selection m_selected;
    std::vector<CallPath> m_zooms{CallPath()};
    std::size_t m_zoom = 0;
    bool m_isInGesture = false;
    TimeComparison m_timeComparison{*this};
};

} // namespace candela
