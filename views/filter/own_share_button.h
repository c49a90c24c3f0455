/// "Without Candela (43 %)": shown in recordings of a whole machine where Candela's own processes
/// have a notable part of the weight. A click adds a filter, which is removed and undone like any other.
#pragma once

#include "views/session/session.h"

#include <QToolButton>

namespace candela {

class OwnShareButton : public QToolButton {
    Q_OBJECT
public:
    /// Smaller shares are not worth a button.
    static constexpr double minimumShare = 0.01;

    explicit OwnShareButton(Session& session, QWidget* parent = nullptr);

private:
    void compute();
    void show(double share);
    void leaveOut();

    Session& m_session;
    LatestJob<double> m_job;
    double m_share = 0; ///< of the session's value, 0 to 1
};

} // namespace candela
