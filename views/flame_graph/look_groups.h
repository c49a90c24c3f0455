/// What every flame graph lets the user choose about its look, as groups of a menu. A choice in one view is
/// that of the next window's views, too.
#pragma once

#include <vector>

namespace candela {

class ChoiceMenu;
class FlameCanvas;
class FlameMap;

void addRootSides(ChoiceMenu& menu, const std::vector<FlameCanvas*>& canvases);
/// For canvases whose colours stand for code, not for changes.
void addColours(ChoiceMenu& menu, const std::vector<FlameCanvas*>& canvases);
void addNameForms(ChoiceMenu& menu, const std::vector<FlameCanvas*>& canvases);
void addMapPresence(ChoiceMenu& menu, const std::vector<FlameMap*>& maps);

} // namespace candela
