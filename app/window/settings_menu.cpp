#include "app/window/settings_menu.h"

#include "app/window/main_window.h"
#include "app/window/widgets/appearance.h"
#include "app/window/widgets/density_choice.h"
#include "app/window/widgets/language.h"
#include "app/window/widgets/message_bar.h"
#include "app/window/window_menus.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QMenuBar>

#include <functional>

namespace candela {
namespace {

/// Adds an action for each choice, of which exactly one is checked.
template<typename Choice>
void addChoices(QMenu* menu, const std::vector<std::pair<Choice, QString>>& choices, Choice taken,
                const std::function<void(Choice)>& take) {
    auto* group = new QActionGroup(menu);
    for (const auto& [choice, title] : choices) {
        auto* action = menu->addAction(title, menu, [take, choice = choice] { take(choice); });
        action->setCheckable(true);
        action->setChecked(choice == taken);
        group->addAction(action);
    }
}

void addColours(QMenu* menu, Appearance& appearance) {
    using Choice = Appearance::Choice;
    addChoices<Choice>(menu->addMenu(MainWindow::tr("&Colours")),
                       {{Choice::Desktop, MainWindow::tr("As the &desktop")},
                        {Choice::Light, MainWindow::tr("&Light")},
                        {Choice::Dark, MainWindow::tr("D&ark")}},
                       appearance.choice(), [&appearance](Choice choice) { appearance.setChoice(choice); });
}

void addDensities(QMenu* menu) {
    addChoices<LayoutDensity>(menu->addMenu(MainWindow::tr("&Density")),
                              {{LayoutDensity::Compact, MainWindow::tr("&Compact")},
                               {LayoutDensity::Normal, MainWindow::tr("&Normal")},
                               {LayoutDensity::Comfortable, MainWindow::tr("C&omfortable")}},
                              layoutDensity(), chooseDensity);
}

void addLanguages(MainWindow& window, QMenu* menu, Language& language) {
    using Choice = Language::Choice;
    const auto take = [&window, &language](Choice choice) {
        language.setChoice(choice);
        window.messageBar()->showMessage(
            MessageBar::Kind::Note, MainWindow::tr("The window has the chosen language at the next start"),
            MainWindow::tr("Close it and start Candela again"));
    };
    // Languages have their own names, so that they are found in a language that one can't read.
    addChoices<Choice>(menu->addMenu(MainWindow::tr("&Language")),
                       {{Choice::System, MainWindow::tr("As the &system")},
                        {Choice::English, "&English"},
                        {Choice::German, "&Deutsch"}},
                       language.choice(), take);
}

} // namespace

void addSettingsMenu(MainWindow& window, Appearance& appearance, Language& language) {
    auto* menu = window.menuBar()->findChild<QMenu*>(settingsMenuName);
    menu->addSeparator();
    addColours(menu, appearance);
    addDensities(menu);
    addLanguages(window, menu, language);
}

} // namespace candela
