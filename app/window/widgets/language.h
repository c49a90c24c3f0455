/// The language of the window: its texts, Qt's own and the model's, and how numbers and dates are written.
/// The command line stays English.
#pragma once

#include <QObject>
#include <QTranslator>

namespace candela {

class Language : public QObject {
    Q_OBJECT
public:
    enum class Choice { System, English, German };

    /// Applies the remembered choice. Create it once, before the first window and before any worker starts.
    explicit Language(QObject* parent = nullptr);
    ~Language() override;

    Choice choice() const { return m_choice; }
    /// Remembered, and applied at the next start: texts are shown by too many widgets to be exchanged while
    /// they are shown.
    void setChoice(Choice choice);

private:
    Choice m_choice;
    QTranslator m_ownTexts, m_qtTexts;
};

} // namespace candela
