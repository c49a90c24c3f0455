/// Draws the small picture of a capture once its first flame graph is known, off the GUI thread.
#pragma once

#include "app/window/opening/recent_pictures.h"
#include "views/session/latest_job.h"
#include "views/session/session.h"

#include <QObject>

namespace candela {

class CapturePicture : public QObject {
    Q_OBJECT
public:
    /// The session must outlive this object.
    explicit CapturePicture(const Session& session, QObject* parent = nullptr);

signals:
    /// Emitted once.
    void drawn(const candela::RecentPicture& picture);

private:
    void draw();

    const Session& m_session;
    bool m_isStarted = false;
    LatestJob<RecentPicture> m_job;
};

} // namespace candela
