/// Undo and redo of everything that a user chooses in a session, or in sessions that follow each other: a
/// list of states. All changes between two turns of the event loop are one step, and so are a drag and a word
/// that is typed.
#pragma once

#include "views/session/session.h"

#include <QObject>

#include <vector>

namespace candela {

class ViewHistory : public QObject {
    Q_OBJECT
public:
    /// The oldest of more steps are forgotten.
    static constexpr std::size_t maximumSteps = 1000;

    /// The sessions must outlive it.
    explicit ViewHistory(std::vector<Session*> sessions, QObject* parent = nullptr);

    bool canUndo();
    bool canRedo();
    /// What undo() takes back, "hide memcpy"; empty where there is nothing.
    QString undoText();
    QString redoText();
    void undo();
    void redo();
    /// Begins with what is shown now.
    void forget();
    /// Whether it is undo() or redo() that changes the sessions.
    bool isApplying() const { return m_isApplying; }

signals:
    void changed();

private:
    using States = std::vector<ViewState>;

    void follow(Session& session);
    void note();
    /// Makes a step of what has changed since the last one.
    void record();
    void addStep(States now);
    bool continuesTyping(const States& now) const;
    States current() const;
    void apply(std::size_t position);

    std::vector<Session*> m_sessions;
    std::vector<States> m_states; // what undo and redo go through
    std::vector<QString> m_texts; // of each step, which leads to the state behind it
    std::size_t m_position = 0;   // the current state
    bool m_isNoted = false;       // a record() is on its way
    bool m_isReplaced = false;    // another profile was set, which is no step
    bool m_mayContinue = false;   // whether typing may continue the last step
    bool m_isApplying = false;
};

} // namespace candela
