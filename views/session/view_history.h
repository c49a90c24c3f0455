/// Undo and redo of all choices of a user in a session, or in sessions that replace each other: a list of
/// states. All changes within one turn of the event loop are one step; a drag and a typed word are one step
/// too.
#pragma once

#include "views/session/compared_choices.h"
#include "views/session/session.h"

#include <QObject>

#include <vector>

namespace candela {

class ViewHistory : public QObject {
    Q_OBJECT
public:
    /// With more steps, the oldest are dropped.
    static constexpr std::size_t maximumSteps = 1000;

    /// The sessions must outlive this object; so must the choices of a comparison, null outside of one.
    explicit ViewHistory(std::vector<Session*> sessions, ComparedChoices* choices = nullptr,
                         QObject* parent = nullptr);

    bool canUndo();
    bool canRedo();
    /// The step that undo() reverts, for example "hide memcpy"; empty if there is none.
    QString undoText();
    QString redoText();
    void undo();
    void redo();
    /// Drops all steps. The history begins again with the current state.
    void forget();
    /// Whether undo() or redo() is changing the sessions.
    bool isApplying() const { return m_isApplying; }

signals:
    void changed();

private:
    struct States {
        std::vector<ViewState> views;    ///< of each session
        ComparedChoices::State compared; ///< null outside of a comparison

        bool operator==(const States& other) const;
    };

    void follow(Session& session);
    void note();
    /// Makes a step of all changes since the last one.
    void record();
    void addStep(States now);
    bool continuesTyping(const States& now) const;
    QString stepText(const States& before, const States& after) const;
    States current() const;
    void apply(std::size_t position);

    std::vector<Session*> m_sessions;
    ComparedChoices* m_choices;
    std::vector<States> m_states; // the states that undo and redo move through
    std::vector<QString> m_texts; // the text of each step, which leads to the state after it
    std::size_t m_position = 0;   // of the current state in m_states
    bool m_isNoted = false;       // a call of record() is pending
    bool m_isReplaced = false;    // another profile was set, which is not a step
    bool m_mayContinue = false;   // whether typing may continue the last step
    bool m_isApplying = false;
};

} // namespace candela
