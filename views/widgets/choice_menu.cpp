#include "views/widgets/choice_menu.h"

#include <QActionGroup>
#include <QMenu>
#include <QSettings>

namespace candela {

ChoiceMenu::ChoiceMenu(const QString& text, QWidget* parent) : QToolButton(parent), m_menu(new QMenu(this)) {
    setText(text);
    setAutoRaise(true);
    setAccessibleName(text);
    m_menu->setToolTipsVisible(true);
    // The menu is opened by the click: a menu set on the button would add an arrow, and a style sheet that
    // hides the arrow would keep the colours of the first theme.
    connect(this, &QToolButton::clicked, this, [this] { m_menu->popup(mapToGlobal(QPoint(0, height()))); });
}

void ChoiceMenu::addGroup(const QString& title, const QString& settingsKey,
                          const std::vector<Choice>& choices, const std::function<void(int)>& chosen) {
    m_menu->addSection(title);
    auto* group = new QActionGroup(m_menu);
    group->setObjectName(title);
    bool isNumber = false;
    const int kept = QSettings().value(settingsKey, 0).toInt(&isNumber);
    const bool isKnown = isNumber && kept > 0 && kept < static_cast<int>(choices.size());
    const int first = isKnown ? kept : 0;
    for (int position = 0; position < static_cast<int>(choices.size()); ++position) {
        const auto& [text, toolTip] = choices[static_cast<std::size_t>(position)];
        auto* action = m_menu->addAction(text);
        action->setToolTip(toolTip.isEmpty() ? text : toolTip);
        action->setCheckable(true);
        action->setChecked(position == first);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [settingsKey, chosen, position] {
            QSettings().setValue(settingsKey, position);
            chosen(position);
        });
    }
    if (first > 0) chosen(first);
}

QAction* ChoiceMenu::action(const QString& title, int choice) const {
    const auto* group = m_menu->findChild<QActionGroup*>(title, Qt::FindDirectChildrenOnly);
    return group ? group->actions().value(choice) : nullptr;
}

} // namespace candela

#include "moc_choice_menu.cpp"
