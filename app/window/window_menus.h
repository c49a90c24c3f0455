/// The menus of the window, with their shortcuts.
#pragma once

namespace candela {

class MainWindow;

/// The object name of the menu Settings, to which addSettingsMenu() adds.
inline constexpr auto settingsMenuName = "settings";

/// Once per window.
void addMenus(MainWindow& window);

} // namespace candela
