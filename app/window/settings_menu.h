/// The menu Settings: how the window looks and which language it has, for all files.
#pragma once

namespace candela {

class Appearance;
class Language;
class MainWindow;

/// Once per window, after addMenus(), whose menu it adds to. The others outlive the window.
void addSettingsMenu(MainWindow& window, Appearance& appearance, Language& language);

} // namespace candela
