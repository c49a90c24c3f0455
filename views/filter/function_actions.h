/// The actions for a function or a call node, with their keys: for the context menus of all views, and for
/// views that pass keys on.
#pragma once

#include "views/session/session.h"

#include <QKeySequence>
#include <QString>

#include <functional>
#include <vector>

class QKeyEvent;

namespace candela {

struct FunctionAction {
    QString title; ///< "Hide %1", or a title without a name
    QString name;  ///< what %1 stands for
    QKeySequence keys;
    std::function<void()> run; ///< empty: not possible here
    QString whyNot = {};       ///< why the action is not possible, if that is not obvious

    /// The title with that name, or with "function" if the name is empty.
    QString text(const QString& shownName) const;
};

/// Filters, transforms, and showing the source. Actions on functions are not possible for groups that are not
/// functions. Without a group, actions on functions state that a function has to be selected.
std::vector<FunctionAction> functionActions(Session& session, const FrameGroups& groups,
                                            FrameGroupIndex group);
/// The same, with transforms of this call node alone, which exist for top-down trees of functions.
std::vector<FunctionAction> callNodeActions(Session& session, const CallTree& tree, CallNodeIndex node);

/// Runs the action with this key, if it is possible. False if no action has the key.
bool runAction(const std::vector<FunctionAction>& actions, const QKeyEvent& event);

} // namespace candela
