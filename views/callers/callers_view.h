/// Callers and callees of one function, with all its occurrences merged: above, the stacks that lead to it;
/// below, what it calls; as flame graphs or as tables.
#pragma once

#include "views/callers/function_side.h"
#include "views/session/message_stack.h"
#include "views/session/shown_functions.h"
#include "views/widgets/when_visible.h"

#include <QWidget>

class QStackedWidget;
class QToolButton;

namespace candela {

class CallTreeView;
class ChoiceStrip;
class ElidedLabel;
class FlameCanvas;
class FlameMap;
class ItemLine;
class Strip;

class CallersView : public QWidget {
    Q_OBJECT
public:
    explicit CallersView(Session& session, QWidget* parent = nullptr);

    FlameCanvas* callers() const { return m_callers.canvas; }
    FlameCanvas* callees() const { return m_callees.canvas; }
    CallTreeView* callerTable() const { return m_callers.table; }
    CallTreeView* calleeTable() const { return m_callees.table; }
    /// Flame graphs or tables.
    ChoiceStrip* lookChoice() const { return m_look; }
    /// The function that is shown, or that will be shown when its weights arrive.
    const CallStep& function() const { return m_function; }
    void open(const CallStep& function);
    void goBack();
    void goForward();

private:
    enum class Look { FlameGraphs, Tables };
    /// The widgets of one half.
    struct Half {
        FunctionSide* side = nullptr;
        FlameCanvas* canvas = nullptr;
        FlameMap* map = nullptr;
        CallTreeView* table = nullptr;
        QStackedWidget* looks = nullptr; ///< in the order of Look
        MessageStack* stack = nullptr;
        ItemLine* words = nullptr;
    };

    Strip* createStrip();
    Half createHalf(FunctionSide::Part part, QWidget* parent);
    void setLook(Look look);
    void followSelection();
    CallStep hottestFunction() const;
    void showFunction(const CallStep& function);
    void refresh();
    void updateTitle();
    void updateMessage(const Half& half);

    Session& m_session;
    ElidedLabel* m_title;
    QToolButton* m_back = nullptr;
    QToolButton* m_forward = nullptr;
    ChoiceStrip* m_look = nullptr;
    MessageStack* m_stack;
    Half m_callers;
    Half m_callees;
    WhenVisible* m_refresh;
    ShownFunctions m_functions;
    CallStep m_function; ///< without a name: the hottest function
};

} // namespace candela
