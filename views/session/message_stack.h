/// Shows a view's content or, if there is none, a message that says why and what to do.
#pragma once

#include "model/base/result.h"

#include <QStackedWidget>

namespace candela {

class Session;

struct ViewMessage {
    QString title;
    QString hint;

    bool isEmpty() const { return title.isEmpty(); }
};

/// The message that a view of this session shows instead of its content; empty if there is content.
ViewMessage sessionMessage(const Session& session);

/// The message of a view of times whose samples have none; or there are no samples of the value yet.
ViewMessage noTimesMessage(const Session& session);

/// The message for a view that could not be computed.
ViewMessage errorMessage(const Error& error);

class MessageStack : public QStackedWidget {
    Q_OBJECT
public:
    /// Follows the session: the content is shown when the session has something to show.
    MessageStack(Session& session, QWidget* content, QWidget* parent = nullptr);
    /// Does not follow a session: for content that calls setMessage() itself.
    explicit MessageStack(QWidget* content, QWidget* parent = nullptr);

    /// An empty message shows the content.
    void setMessage(const ViewMessage& message);
    /// Gives the keyboard focus to the shown widget. A message passes it on to the content as soon as that is
    /// shown: a hidden widget can't get it when its window becomes active.
    void focusShown();

private:
    class Pane;
    Pane* m_pane;
};

} // namespace candela
