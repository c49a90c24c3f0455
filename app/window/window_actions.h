/// Everything that can be done by name: in menus, with the selected function, with the switches of a page,
/// and with keys of single views.
#pragma once

#include "app/window/widgets/action_finder.h"

class QMenuBar;

namespace candela {

class Page;

/// `page` may be null.
std::vector<NamedAction> allActions(const QMenuBar& menus, Page* page);

} // namespace candela
