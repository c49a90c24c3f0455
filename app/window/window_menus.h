/// The menus of the window, with their shortcuts.
#pragma once

namespace candela {

class MainWindow;

/// Once per window.
void addMenus(MainWindow& window);

} // namespace candela
