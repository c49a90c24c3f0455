/// A calm line above a page: a sentence, a hint, and what can be done about it. One message at a time, but
/// errors may be added up, a line each, and are scrolled where they get too many; hidden without one.
#pragma once

#include "model/base/result.h"

#include <QFrame>
#include <QStringList>

#include <functional>

class QHBoxLayout;
class QLabel;
class QScrollArea;

namespace candela {

class MessageBar : public QFrame {
    Q_OBJECT
public:
    enum class Kind { Note, Warning, Error };

    explicit MessageBar(QWidget* parent = nullptr);

    /// Replaces the message before and its buttons.
    void showMessage(Kind kind, const QString& sentence, const QString& hint = {});
    /// `subject` is what it is about, say a file's name; may be empty.
    void showError(const QString& subject, const Error& error);
    /// Keeps the errors that are shown, and adds this one below them.
    void addError(const QString& subject, const Error& error);
    /// A button for the message that is shown.
    void addButton(const QString& text, std::function<void()> clicked);
    void clear();

    QString sentence() const;
    QString hint() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void setTexts(const QString& sentence, const QString& hint);
    void fitHeight();

    Kind m_kind = Kind::Note;
    QStringList m_errors; ///< sentences, if errors are shown
    QStringList m_hints;  ///< of these errors, each once
    QScrollArea* m_scroll;
    QLabel* m_sentence;
    QLabel* m_hint;
    QHBoxLayout* m_buttons;
};

/// "The recorder does not answer." of our error sentences, which begin in lower case and have no full stop.
QString asSentence(const QString& text);

} // namespace candela
