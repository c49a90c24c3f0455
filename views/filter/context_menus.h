/// The actions for a call node or a function: the context menu of all views.
#pragma once

#include "views/session/session.h"

class QMenu;
class QWidget;

namespace candela {

/// The menu for a call node; it also has zoom and "copy stack".
QMenu* callNodeMenu(Session& session, CallTree& tree, CallNodeIndex node, QWidget* parent);
/// The menu for a row of the function table.
QMenu* groupMenu(Session& session, const FrameGroups& groups, FrameGroupIndex group, QWidget* parent);

} // namespace candela
