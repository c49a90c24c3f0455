#include "views/callers/function_side.h"

#include <QScopedValueRollback>

#include <algorithm>

namespace candela {

namespace {

/// The selection without its call node, which belongs to one session only.
Selection functionAlone(const Selection& selection) {
    return {selection.function, {}};
}

} // namespace

FunctionSide::FunctionSide(Session& followed, Part part, QObject* parent)
    : QObject(parent), m_followed(followed), m_part(part) {
    m_session.setRoots({});
    const auto passOn = [this](void (Session::*signal)(), const auto& change) {
        connect(&m_session, signal, this, [this, change] {
            if (m_isFollowing) return;
            const QScopedValueRollback passing(m_isPassingOn, true);
            change();
        });
    };
    passOn(&Session::filterChanged, [this] { passOnFilter(); });
    passOn(&Session::searchChanged, [this] { m_followed.setSearch(m_session.search()); });
    passOn(&Session::hoveredChanged, [this] { m_followed.setHovered(functionAlone(m_session.hovered())); });
    passOn(&Session::selectedChanged,
           [this] { m_followed.setSelected(functionAlone(m_session.selected())); });
    connect(&m_session, &Session::viewRequested, this, &FunctionSide::passOnView);
    connect(&m_session, &Session::editorRequested, &m_followed, &Session::editorRequested);

    const auto take = [this](void (Session::*signal)(), const Selection& (Session::*get)() const,
                             void (Session::*set)(const Selection&)) {
        connect(&m_followed, signal, this, [this, get, set] {
            // If the function is the same, the call node that is marked here stays marked.
            if ((m_session.*get)().function == (m_followed.*get)().function) return;
            const QScopedValueRollback following(m_isFollowing, true);
            (m_session.*set)(functionAlone((m_followed.*get)()));
        });
    };
    take(&Session::hoveredChanged, &Session::hovered, &Session::setHovered);
    take(&Session::selectedChanged, &Session::selected, &Session::setSelected);
}

Transform FunctionSide::transform() const {
    return {m_part == Part::Callers ? TransformKind::Leaf : TransformKind::Root, {m_function}};
}

void FunctionSide::follow(const std::string& function) {
    const QScopedValueRollback following(m_isFollowing, true);
    const bool isSame = function == m_function;
    m_function = function;
    if (function.empty() || !m_followed.profile()) return m_session.reset();
    m_session.setProfile(m_followed.profile());
    auto state = m_followed.viewState();
    state.roots.reset();
    state.filter.transforms.push_back(transform());
    const auto before = m_session.viewState();
    state.zooms = isSame ? before.zooms : std::vector{CallPath()};
    state.zoom = isSame ? before.zoom : 0;
    m_session.setViewState(state);
}

/// The followed session gets the filter without the transform that only this side has.
void FunctionSide::passOnFilter() {
    auto filter = m_session.filter();
    const auto own = std::ranges::find(filter.transforms, transform());
    if (own != filter.transforms.end()) filter.transforms.erase(own);
    m_followed.setFilter(filter);
}

void FunctionSide::passOnView(const QString& name) {
    if (name == "callers")
        emit functionRequested();
    else if (name != "flamegraph") // a zoom was in this flame graph, which is shown already
        m_followed.showIn(name, functionAlone(m_session.selected()));
}

} // namespace candela

#include "moc_function_side.cpp"
