/// The list of all actions with their keys ("Ctrl+K"). Typing narrows it. Enter runs the chosen action.
#pragma once

#include <QDialog>
#include <QString>

#include <functional>
#include <vector>

class QLabel;
class QLineEdit;
class QMenu;
class QMenuBar;
class QTreeWidget;
class QTreeWidgetItem;

namespace candela {

struct NamedAction {
    QString name;
    QString where; ///< "File", or the view whose key it is
    QString keys;
    std::function<void()> run; ///< empty: it can't be run from here
    QString toolTip = {};      ///< what it does, or why it can't be run; the search finds its words, too
};

/// The actions of all menus and their sub-menus, in their order.
std::vector<NamedAction> menuActions(const QMenuBar& menus);
/// The actions of one menu, without its sub-menus: those may hold values of a profile.
std::vector<NamedAction> menuActions(QMenu& menu, const QString& where);
/// The keys of single views. They are handled by the view that has the focus, so they are only listed.
std::vector<NamedAction> viewKeys();

class ActionFinder : public QDialog {
    Q_OBJECT
public:
    explicit ActionFinder(std::vector<NamedAction> actions, QWidget* parent = nullptr);

    QLineEdit* search() const { return m_search; }
    QTreeWidget* list() const { return m_list; }
    QLabel* reason() const { return m_reason; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fitColumns();
    void narrow();
    void explainCurrent();
    void runCurrent();
    const NamedAction& actionOf(const QTreeWidgetItem& item) const;

    std::vector<NamedAction> m_actions;
    QLineEdit* m_search;
    QTreeWidget* m_list;
    QLabel* m_reason; // why the chosen action can't be run
};

} // namespace candela
