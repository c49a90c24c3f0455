#include "app/window/widgets/switch_actions.h"

#include "views/filter/filter_bar.h"
#include "views/widgets/choice_menu.h"
#include "views/widgets/choice_strip.h"

#include <QAction>
#include <QComboBox>
#include <QMenu>
#include <QPointer>
#include <QToolButton>

#include <algorithm>
#include <iterator>

namespace candela {

namespace {

constexpr int maximumChoices = 30; ///< of a list: more are values of the profile, not actions

QString where() {
    return QObject::tr("This page");
}

/// "Compare: Shares"; the choice alone if its question has no name.
QString choiceName(const QString& question, const QString& choice) {
    return question.isEmpty() ? choice : QObject::tr("%1: %2").arg(question, choice);
}

bool hasLetters(const QString& text) {
    return std::ranges::any_of(text, [](QChar letter) { return letter.isLetter(); });
}

void addButton(QAbstractButton& button, const QString& name, std::vector<NamedAction>& actions) {
    std::function<void()> run;
    if (button.isEnabled())
        run = [pointer = QPointer(&button)] {
            if (pointer) pointer->click();
        };
    actions.push_back({name, where(), {}, std::move(run), QObject::tr("It has no effect now")});
}

void addChoices(const ChoiceStrip& strip, std::vector<NamedAction>& actions) {
    for (auto* button : strip.findChildren<QAbstractButton*>())
        addButton(*button, choiceName(strip.accessibleName(), button->text()), actions);
}

void addChoices(const ChoiceMenu& menu, std::vector<NamedAction>& actions) {
    QString question;
    for (auto* action : menu.choices().actions()) {
        if (action->isSeparator()) {
            question = action->text();
            continue;
        }
        actions.push_back({choiceName(question, action->text()), where(), {}, [pointer = QPointer(action)] {
                               if (pointer) pointer->trigger();
                           }});
    }
}

void addChoices(QComboBox& box, std::vector<NamedAction>& actions) {
    if (box.count() > maximumChoices) return;
    for (int row = 0; row < box.count(); ++row)
        actions.push_back({choiceName(box.accessibleName(), box.itemText(row)),
                           where(),
                           {},
                           [pointer = QPointer(&box), row] {
                               if (!pointer) return;
                               pointer->setCurrentIndex(row);
                               emit pointer->activated(row);
                           }});
}

void addToolButton(QToolButton& button, std::vector<NamedAction>& actions) {
    const auto name = hasLetters(button.text()) ? button.text() : button.toolTip().section('\n', 0, 0);
    if (!name.isEmpty() && !button.menu()) addButton(button, name, actions);
}

} // namespace

std::vector<NamedAction> switchActions(const QWidget& page) {
    auto widgets = page.findChildren<QWidget*>();
    widgets.removeIf([](const QWidget* widget) { return !widget->isVisible(); });
    std::ranges::stable_sort(widgets, {}, [&](const QWidget* widget) {
        const auto at = widget->mapTo(&page, QPoint());
        return std::pair(at.y(), at.x());
    });
    std::vector<NamedAction> actions;
    for (auto* widget : widgets) {
        if (const auto* strip = qobject_cast<ChoiceStrip*>(widget))
            addChoices(*strip, actions);
        else if (const auto* menu = qobject_cast<ChoiceMenu*>(widget))
            addChoices(*menu, actions);
        else if (auto* box = qobject_cast<QComboBox*>(widget))
            addChoices(*box, actions);
        else if (auto* button = qobject_cast<QToolButton*>(widget))
            addToolButton(*button, actions);
        else if (const auto* bar = qobject_cast<FilterBar*>(widget))
            std::ranges::move(menuActions(*bar->filters(), where()), std::back_inserter(actions));
    }
    return actions;
}

} // namespace candela
