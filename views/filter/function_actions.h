/// What can be done with a function or a call node, and by which key: for the context menus of all views, and
/// for views that pass keys on.
#pragma once

#include "views/session/session.h"

#include <QKeySequence>
#include <QString>

#include <functional>
#include <vector>

class QKeyEvent;

namespace candela {

struct FunctionAction {
    QString title; ///< "Hide %1", or without a name
    QString name;  ///< what %1 stands for
    QKeySequence keys;
    std::function<void()> run; ///< empty: not possible with this one
    QString whyNot = {};       ///< why it is not possible, where that is not plain
};

/// Filters, transforms, and the way to the source. Those about functions are not possible with groups that
/// are none.
std::vector<FunctionAction> functionActions(Session& session, const FrameGroups& groups,
                                            FrameGroupIndex group);
/// The same, and transforms of this call node alone: of top-down trees of functions.
std::vector<FunctionAction> callNodeActions(Session& session, const CallTree& tree, CallNodeIndex node);

/// Runs the action that has this key, if it is possible. False: none has it.
bool runAction(const std::vector<FunctionAction>& actions, const QKeyEvent& event);

} // namespace candela
