/// The actions for a call node or a function: the context menu of all views.
#pragma once

#include "views/session/session.h"

class QMenu;
class QWidget;

namespace candela {

/// What shows the call node whose menu is wanted.
enum class CallNodeView { Boxes, CallTree };

/// The menu for a call node; it also has "copy stack", the zoom of boxes, and the other views.
QMenu* callNodeMenu(Session& session, CallTree& tree, CallNodeIndex node, CallNodeView shownIn,
                    QWidget* parent);
/// The menu for a row of the function table.
QMenu* groupMenu(Session& session, const FrameGroups& groups, FrameGroupIndex group, QWidget* parent);

} // namespace candela
