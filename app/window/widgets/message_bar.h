/// A quiet line above a page: a sentence, a hint, and buttons. One message at a time, but errors may be
/// added, each on its own line, and scroll if there are too many; hidden without a message. Long sentences
/// are shortened, and the tool tip has all of them.
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

    /// Replaces the previous message and its buttons.
    void showMessage(Kind kind, const QString& sentence, const QString& hint = {});
    /// `subject` is the subject of the error, for example a file's name; may be empty.
    void showError(const QString& subject, const Error& error);
    /// Keeps the errors that are shown, and adds this one below.
    void addError(const QString& subject, const Error& error);
    /// Adds a button for the current message.
    void addButton(const QString& text, std::function<void()> clicked);
    void clear();

    /// The whole sentences.
    const QString& sentence() const { return m_sentenceText; }
    const QString& hint() const { return m_hintText; }

signals:
    /// The user hid the message.
    void hidden();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void setTexts(const QString& sentence, const QString& hint);
    void fitHeight();

    Kind m_kind = Kind::Note;
    QString m_sentenceText, m_hintText;
    QStringList m_errors; ///< the sentences of the errors that are shown
    QStringList m_hints;  ///< hints of these errors, each once
    QScrollArea* m_scroll;
    QLabel* m_sentence;
    QLabel* m_hint;
    QHBoxLayout* m_buttons;
};

/// "The recorder does not answer." from an error's sentence, which begins in lower case and has no full stop.
QString asSentence(const QString& text);

} // namespace candela
