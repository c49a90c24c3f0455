/// The actions for the selected time, in the context menus of all views that select one.
#pragma once

class QMenu;

namespace candela {

class Session;

/// Appends them after a separator; none if the session's times can't be compared.
void addTimeActions(QMenu& menu, Session& session);

} // namespace candela
