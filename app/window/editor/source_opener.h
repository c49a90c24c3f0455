/// Opens the source lines that a session asks for in the user's editor. Files are looked for where the source
/// view looks for them, off the GUI thread.
#pragma once

#include "app/window/editor/editor_command.h"
#include "views/session/latest_job.h"
#include "views/session/session.h"

#include <QObject>

namespace candela {

class MessageBar;

class SourceOpener : public QObject {
    Q_OBJECT
public:
    /// Both must outlive this object. Errors are shown in `messages`.
    SourceOpener(Session& session, MessageBar& messages, QObject* parent = nullptr);

    void open(const SourceLine& line);

private:
    void start(const Result<EditorTarget>& target);

    Session& m_session;
    MessageBar& m_messages;
    LatestJob<Result<EditorTarget>> m_job;
};

} // namespace candela
