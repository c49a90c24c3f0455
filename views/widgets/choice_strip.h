/// A row of joined buttons, one of which is chosen: "Top-down | Inverted". Small and quiet, for the strips
/// above views.
#pragma once

#include <QWidget>

class QButtonGroup;

namespace candela {

class ChoiceStrip : public QWidget {
    Q_OBJECT
public:
    explicit ChoiceStrip(const QStringList& choices, QWidget* parent = nullptr);

    int choice() const; ///< -1: none
    /// Does not emit chosen(). -1: none.
    void setChoice(int choice);
    void setChoiceToolTip(int choice, const QString& text);
    void setChoiceEnabled(int choice, bool isEnabled);

signals:
    /// The user chose another button.
    void chosen(int choice);

private:
    QButtonGroup* m_buttons;
};

} // namespace candela
