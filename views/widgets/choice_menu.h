/// A button with a menu of choices that are seldom changed, one group for each question. Choices are kept in
/// the settings, so the next window opens with them.
#pragma once

#include <QToolButton>

#include <functional>
#include <vector>

class QMenu;

namespace candela {

class ChoiceMenu : public QToolButton {
    Q_OBJECT
public:
    struct Choice {
        QString text;
        QString toolTip = {};
    };
    explicit ChoiceMenu(const QString& text, QWidget* parent = nullptr);

    /// Adds a group. `settingsKey` is where its choice is kept. Calls `chosen` at once with the kept choice,
    /// if that is not the first, and with each later one: the position in `choices`.
    void addGroup(const QString& title, const QString& settingsKey, const std::vector<Choice>& choices,
                  const std::function<void(int)>& chosen);
    QAction* action(const QString& title, int choice) const;
    /// All groups; a section begins each.
    const QMenu& choices() const { return *m_menu; }

private:
    QMenu* m_menu;
};

} // namespace candela
