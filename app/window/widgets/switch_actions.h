/// What the switches of a page offer, as actions that are found by name.
#pragma once

#include "app/window/widgets/action_finder.h"

class QWidget;

namespace candela {

/// The visible buttons, menus of choices and lists of choices below the widget, from top to bottom. Buttons
/// with a sign are named after their tool tips. Tabs and chips are left out: menus and keys reach what they
/// stand for.
std::vector<NamedAction> switchActions(const QWidget& page);

} // namespace candela
