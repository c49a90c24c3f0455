#include "views/session/view_history.h"

#include <QMetaObject>

#include <algorithm>
#include <utility>

namespace candela {

bool ViewHistory::States::operator==(const States& other) const {
    const bool isSameChoice = compared == other.compared || (compared && *compared == *other.compared);
    return isSameChoice && views == other.views;
}

ViewHistory::ViewHistory(std::vector<Session*> sessions, ComparedChoices* choices, QObject* parent)
    : QObject(parent), m_sessions(std::move(sessions)), m_choices(choices) {
    for (auto* session : m_sessions)
        follow(*session);
    if (m_choices) {
        for (const auto signal : {&ComparedChoices::linksChanged, &ComparedChoices::pinsChanged,
                                  &ComparedChoices::normalizeChanged, &ComparedChoices::listedChanged,
                                  &ComparedChoices::widthChanged, &ComparedChoices::weightsChanged})
            connect(m_choices, signal, this, &ViewHistory::note);
    }
    forget();
}

void ViewHistory::follow(Session& session) {
    for (const auto signal :
         {&Session::valueChanged, &Session::filterChanged, &Session::groupingChanged, &Session::rootsChanged,
          &Session::searchChanged, &Session::zoomChanged, &Session::gestureEnded})
        connect(&session, signal, this, &ViewHistory::note);
    connect(&session, &Session::profileChanged, this, [this] {
        m_isReplaced = true;
        note();
    });
}

void ViewHistory::forget() {
    m_states = {current()};
    m_texts.clear();
    m_position = 0;
    m_mayContinue = false;
    m_isReplaced = false;
    emit changed();
}

ViewHistory::States ViewHistory::current() const {
    States states;
    for (const auto* session : m_sessions)
        states.views.push_back(session->viewState());
    if (m_choices) states.compared = m_choices->state();
    return states;
}

void ViewHistory::note() {
    if (m_isApplying || std::exchange(m_isNoted, true)) return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_isNoted = false;
            record();
        },
        Qt::QueuedConnection);
}

void ViewHistory::record() {
    if (std::ranges::any_of(m_sessions, [](const Session* session) { return session->isInGesture(); }))
        return; // recorded when the gesture ends
    auto now = current();
    const bool isReplaced = std::exchange(m_isReplaced, false);
    if (now == m_states[m_position]) return;
    if (isReplaced)
        m_states[m_position] = std::move(now);
    else
        addStep(std::move(now));
    emit changed();
}

void ViewHistory::addStep(States now) {
    if (continuesTyping(now)) --m_position;
    m_states.resize(m_position + 1);
    m_texts.resize(m_position);
    m_texts.push_back(stepText(m_states[m_position], now));
    m_states.push_back(std::move(now));
    ++m_position;
    m_mayContinue = true;
    if (m_texts.size() <= maximumSteps) return;
    m_states.erase(m_states.begin());
    m_texts.erase(m_texts.begin());
    --m_position;
}

QString ViewHistory::stepText(const States& before, const States& after) const {
    QString text;
    for (std::size_t row = 0; row < after.views.size() && text.isEmpty(); ++row)
        if (const auto& profile = m_sessions[row]->profile())
            text = changeText(before.views[row], after.views[row], *profile);
    return text.isEmpty() && m_choices ? changeText(*before.compared, *after.compared) : text;
}

/// Whether the last step and the change after it only lengthened or shortened a search text.
bool ViewHistory::continuesTyping(const States& now) const {
    if (!m_mayContinue || m_position == 0 || m_position + 1 < m_states.size()) return false;
    const auto differInSearchOnly = [](const States& left, const States& right) {
        if (left.compared != right.compared) return false;
        return std::ranges::equal(left.views, right.views, [](ViewState one, const ViewState& other) {
            one.search = other.search;
            return one == other;
        });
    };
    const auto& before = m_states[m_position];
    if (!differInSearchOnly(m_states[m_position - 1], before) || !differInSearchOnly(before, now))
        return false;
    const auto& typed = before.views.front().search;
    const auto& search = now.views.front().search;
    return !typed.empty() && !search.empty() && (typed.starts_with(search) || search.starts_with(typed));
}

bool ViewHistory::canUndo() {
    record();
    return m_position > 0;
}

bool ViewHistory::canRedo() {
    record();
    return m_position < m_texts.size();
}

QString ViewHistory::undoText() {
    return canUndo() ? m_texts[m_position - 1] : QString();
}

QString ViewHistory::redoText() {
    return canRedo() ? m_texts[m_position] : QString();
}

void ViewHistory::undo() {
    if (canUndo()) apply(m_position - 1);
}

void ViewHistory::redo() {
    if (canRedo()) apply(m_position + 1);
}

void ViewHistory::apply(std::size_t position) {
    m_position = position;
    m_mayContinue = false;
    m_isApplying = true;
    const auto states = m_states[position]; // a copy: signals may lead back here
    for (std::size_t row = 0; row < m_sessions.size(); ++row)
        m_sessions[row]->setViewState(states.views[row]);
    if (m_choices) m_choices->setState(states.compared);
    m_isApplying = false;
    m_states[m_position] = current(); // as it is now: without items that a newer snapshot lacks
    emit changed();
}

} // namespace candela

#include "moc_view_history.cpp"
