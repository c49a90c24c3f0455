/// The menu in which a user chooses the editor of sources.
#pragma once

#include <QMenu>

class QActionGroup;

namespace candela {

class EditorMenu : public QMenu {
    Q_OBJECT
public:
    explicit EditorMenu(QWidget* parent = nullptr);

private:
    void fill();
    void addChoice(const QString& name, const QStringList& words, const QString& toolTip, bool isChosen);
    void askForCommand();

    QActionGroup* m_choices;
};

} // namespace candela
