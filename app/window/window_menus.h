/// The menus of the window, with their shortcuts.
#pragma once

namespace candela {

class Appearance;
class MainWindow;

/// Once per window.
void addMenus(MainWindow& window);
/// Adds the choice of light and dark colours to the View menu. The appearance outlives the window.
void addAppearanceMenu(MainWindow& window, Appearance& appearance);

} // namespace candela
