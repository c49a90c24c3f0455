#include "views/session/session.h"

#include "model/base/memory_scope.h"
#include "views/session/filter_chips.h"
#include "views/session/freed_in_pool.h"

namespace candela {

namespace {

/// The value type of `profile` that corresponds to `value` in `before`; else the default one.
ValueTypeIndex sameValue(const Profile& profile, const Profile* before, ValueTypeIndex value) {
    if (before && value) {
        const auto name = before->samples[value.row()].type.name;
        if (const auto found = name ? profile.findValue(before->text(name)) : ValueTypeIndex()) return found;
    }
    return profile.shownValue();
}

void eraseUnknown(Filter& filter, const Profile& profile) {
    std::erase_if(filter.threads, [&](ThreadIndex thread) { return thread.row() >= profile.threads.size(); });
    std::erase_if(filter.processes,
                  [&](ProcessIndex process) { return process.row() >= profile.processes.size(); });
}

/// The path to the same call node after a transform was added.
CallPath afterTransform(CallPath path, const Transform& transform) {
    const auto isIt = [&](const CallStep& step) {
        return !step.isRoot && step.name == transform.names.front();
    };
    if (transform.kind == TransformKind::Hide) std::erase_if(path.steps, isIt);
    if (transform.kind == TransformKind::Leaf)
        if (const auto leaf = std::ranges::find_if(path.steps, isIt); leaf != path.steps.end())
            path.steps.erase(leaf + 1, path.steps.end());
    const bool changesRoots = transform.kind == TransformKind::Root ||
                              transform.kind == TransformKind::Subtree ||
                              transform.kind == TransformKind::From;
    return changesRoots ? CallPath() : path;
}

} // namespace

Session::Session(QObject* parent) : QObject(parent), m_computation(std::make_shared<ShownComputation>()) {}

Session::~Session() = default;

void Session::setProfile(std::shared_ptr<const Profile> profile) {
    if (profile == m_request.profile) return;
    if (!profile) {
        reset();
        return;
    }
    const bool isNewer = m_request.profile != nullptr;
    const auto value = sameValue(*profile, m_request.profile.get(), m_request.value);
    const bool isOtherValue = value != m_request.value;
    m_request.value = value;
    m_request.profile = freedInPool(std::move(profile));
    eraseUnknown(m_request.filter, *m_request.profile);
    emit profileChanged();
    if (isOtherValue) emit valueChanged();
    // A recording's first snapshot may show one program although many follow.
    if (!m_beginsWithOneTree && !m_hasChosenRoots && !m_request.roots)
        changeRoots(defaultRoots(*m_request.profile));
    if (isNewer && m_job.isRunning()) {
        m_isOutdated = true;
    } else {
        recompute();
    }
}

void Session::reset() {
    m_job.cancel();
    m_computation = std::make_shared<ShownComputation>();
    m_request = {.profile = nullptr,
                 .value = {},
                 .filter = {},
                 .grouping = m_request.grouping,
                 .search = {},
                 .roots = {}};
    m_hasChosenRoots = false;
    m_shown = {};
    m_failure.clear();
    m_isOutdated = false;
    m_hovered = {};
    m_selected = {};
    m_zooms = {CallPath()};
    m_zoom = 0;
    emit profileChanged();
    emit valueChanged();
    emit filterChanged();
    emit searchChanged();
    emit rootsChanged();
    emit hoveredChanged();
    emit selectedChanged();
    emit zoomChanged();
    emit weightsChanged();
    emit busyChanged();
}

void Session::setValue(ValueTypeIndex value) {
    if (value == m_request.value) return;
    m_request.value = value;
    emit valueChanged();
    recompute();
}

void Session::setFilter(const Filter& filter) {
    if (filter == m_request.filter) return;
    m_request.filter = filter;
    emit filterChanged();
    recompute();
}

void Session::focusOn(const std::string& function) {
    auto filter = m_request.filter;
    filter.focus = exactPattern(function);
    setFilter(filter);
}

void Session::addTransform(const Transform& transform) {
    auto filter = m_request.filter;
    filter.transforms.push_back(transform);
    setFilter(filter);
    setZoom(afterTransform(zoom(), transform));
}

void Session::clearTime() {
    auto changed = filter();
    changed.time.reset();
    setFilter(changed);
}

void Session::setGrouping(Grouping grouping) {
    if (grouping == m_request.grouping) return;
    m_request.grouping = grouping;
    emit groupingChanged();
    recompute();
}

void Session::setRoots(const std::optional<SampleKey>& roots) {
    m_hasChosenRoots = true;
    if (roots == m_request.roots) return;
    changeRoots(roots);
    recompute();
}

void Session::changeRoots(const std::optional<SampleKey>& roots) {
    if (roots == m_request.roots) return;
    m_request.roots = roots;
    forgetRootsOfZooms();
    emit rootsChanged();
}

/// Zooms stay, although their roots are gone. That is not an own change of the zoom: the earlier tree, which
/// is shown until the next one is computed, keeps its zoom, and the other side of a comparison does the same.
void Session::forgetRootsOfZooms() {
    std::vector<CallPath> zooms;
    std::size_t zoom = 0;
    for (std::size_t row = 0; row < m_zooms.size(); ++row) {
        auto path = withoutRoot(m_zooms[row]);
        if (zooms.empty() || zooms.back() != path) zooms.push_back(std::move(path));
        if (row == m_zoom) zoom = zooms.size() - 1;
    }
    m_zooms = std::move(zooms);
    m_zoom = zoom;
}

/// Returns whether another function is selected: of a root, the code next to it, if any.
bool Session::forgetRootOfSelection() {
    auto path = withoutRoot(m_selected.path);
    const bool wasRoot = !m_selected.path.isEmpty() && m_selected.path.steps.back().isRoot;
    if (wasRoot) m_selected.function = path.isEmpty() ? std::string() : path.steps.back().name;
    m_selected.path = std::move(path);
    return wasRoot;
}

void Session::setSearch(const QString& pattern) {
    auto text = pattern.toStdString();
    if (text == m_request.search) return;
    m_request.search = std::move(text);
    emit searchChanged();
    recompute();
}

void Session::setSearchForName(const std::string& name) {
    setSearch(QString::fromStdString(exactPattern(name)));
}

void Session::recompute() {
    m_isOutdated = false;
    if (!m_request.profile || !m_request.value) return;
    startJob();
}

void Session::startJob() {
    const bool wasBusy = m_job.isRunning();
    m_job.start([computation = m_computation, request = m_request](
                    Task& task) { return withinMemory([&] { return computation->compute(request, task); }); },
                [this](Result<Shown> result) { accept(std::move(result)); });
    if (!wasBusy) emit busyChanged();
}

void Session::accept(Result<Shown> result) {
    if (result) {
        const auto before = std::exchange(m_shown, std::move(*result));
        const bool hasOtherRoots = !before.isEmpty() && before.roots != m_shown.roots;
        const bool isOtherSelected = hasOtherRoots && forgetRootOfSelection();
        const bool isSame = before.shape == m_shown.shape && before.weights == m_shown.weights;
        m_failure.clear();
        if (isSame) {
            emit matchesChanged();
        } else {
            emit weightsChanged();
        }
        if (isOtherSelected) emit selectedChanged();
    } else {
        m_failure = QString::fromStdString(result.error().message);
        emit weightsChanged();
    }
    if (m_isOutdated) {
        recompute();
    } else {
        emit busyChanged();
    }
}

void Session::setHovered(const Selection& selection) {
    if (selection == m_hovered) return;
    m_hovered = selection;
    emit hoveredChanged();
}

CallStep Session::selectedFunction() const {
    if (m_shown.isEmpty() || m_selected.isEmpty()) return {};
    return functionOf(m_shown.groups(), groupOf(m_shown.groups(), m_selected));
}

SourceLine Session::selectedLine() const {
    if (m_shown.isEmpty() || m_selected.isEmpty()) return {};
    return sourceLineOf(m_shown.groups(), groupOf(m_shown.groups(), m_selected));
}

void Session::setSelected(const Selection& selection) {
    if (selection == m_selected) return;
    m_selected = selection;
    emit selectedChanged();
}

void Session::showIn(const QString& view, const Selection& selection) {
    setSelected(selection);
    emit viewRequested(view);
    emit selectionRequested();
}

void Session::setZoom(const CallPath& newPath) {
    // The tree that it is chosen in may still have earlier roots.
    const auto path = isShownOfOtherRoots() ? withoutRoot(newPath) : newPath;
    if (path == zoom()) return;
    m_zooms.resize(m_zoom + 1);
    m_zooms.push_back(path);
    ++m_zoom;
    emit zoomChanged();
}

void Session::zoomBack() {
    if (!canZoomBack()) return;
    --m_zoom;
    emit zoomChanged();
}

void Session::zoomForward() {
    if (!canZoomForward()) return;
    ++m_zoom;
    emit zoomChanged();
}

void Session::takeZoom(const Session& other, const std::function<CallPath(const CallPath&)>& translated) {
    std::vector<CallPath> zooms;
    for (const auto& path : other.m_zooms)
        zooms.push_back(translated(path));
    if (m_zooms == zooms && m_zoom == other.m_zoom) return;
    m_zooms = std::move(zooms);
    m_zoom = other.m_zoom;
    emit zoomChanged();
}

void Session::takeView(const Session& other) {
    if (!m_request.profile) return;
    auto state = other.viewState();
    state.value = sameValue(*m_request.profile, other.profile().get(), other.value());
    restore(state, other.selected());
}

void Session::restore(const ViewState& state, const Selection& selection) {
    m_hasChosenRoots = true;
    setViewState(state);
    setSelected(selection);
}

ViewState Session::viewState() const {
    return {m_request.value, m_request.filter, m_request.grouping, m_request.roots, m_request.search, m_zooms,
            m_zoom};
}

void Session::setViewState(const ViewState& state) {
    const auto before = viewState();
    if (state == before) return;
    m_request.value = state.value;
    m_request.filter = state.filter;
    m_request.grouping = state.grouping;
    m_request.roots = state.roots;
    m_request.search = state.search;
    m_zooms = state.zooms;
    m_zoom = state.zoom;
    if (const auto& profile = m_request.profile) {
        // The state may refer to an earlier snapshot.
        eraseUnknown(m_request.filter, *profile);
        if (!state.value || state.value.row() >= profile->samples.size()) m_request.value = before.value;
    }
    if (m_request.value != before.value) emit valueChanged();
    if (m_request.filter != before.filter) emit filterChanged();
    if (m_request.grouping != before.grouping) emit groupingChanged();
    if (m_request.roots != before.roots) emit rootsChanged();
    if (m_request.search != before.search) emit searchChanged();
    if (m_zooms != before.zooms || m_zoom != before.zoom) emit zoomChanged();
    recompute();
}

void Session::endGesture() {
    if (!std::exchange(m_isInGesture, false)) return;
    emit gestureEnded();
}

} // namespace candela

#include "moc_session.cpp"
