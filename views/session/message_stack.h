/// Shows a view's content, or where there is nothing to show, a sentence about why and what to do.
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

/// The same where a view could not be made.
ViewMessage errorMessage(const Error& error);

class MessageStack : public QStackedWidget {
    Q_OBJECT
public:
    /// Follows the session: the content is shown whenever the session has something to show.
    MessageStack(Session& session, QWidget* content, QWidget* parent = nullptr);
    /// For content that decides itself.
    explicit MessageStack(QWidget* content, QWidget* parent = nullptr);

    /// An empty message shows the content.
    void setMessage(const ViewMessage& message);
    /// Gives the keys to what is shown. From a message they go on to the content as soon as that is shown: a
    /// widget that is hidden when its window becomes active gets none.
    void focusShown();

private:
    class Pane;
    Pane* m_pane;
};

} // namespace candela
