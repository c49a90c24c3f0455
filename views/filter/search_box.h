/// The search of a session: the pattern, the share that it finds, and keys that step through the matches.
#pragma once

#include "views/session/session.h"

#include <QPointer>
#include <QWidget>

#include <optional>

class QLineEdit;

namespace candela {

class ElidedLabel;

class SearchBox : public QWidget {
    Q_OBJECT
public:
    explicit SearchBox(Session& session, QWidget* parent = nullptr);

    QLineEdit* edit() const { return m_edit; }
    /// "12.3 % in 4 functions", or why the pattern is invalid; empty without a search.
    QString result() const;
    /// Shows this text for a search that is valid, instead of the share that the session finds: what is found
    /// is not of the session's profile alone.
    void setFound(const QString& text);
    void focus();
    QSize sizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addShortcuts();
    void step(MatchStep step);
    void leave();
    void updateResult();

    Session& m_session;
    std::optional<QString> m_found; ///< of setFound()
    ElidedLabel* m_result;
    QLineEdit* m_edit;
    QPointer<QWidget> m_focusedBefore; // the edit
};

} // namespace candela
