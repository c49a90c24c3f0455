#include "views/filter/own_share_button.h"

#include "model/analysis/samples/own_processes.h"
#include "model/base/units.h"
#include "views/text/plain_text.h"

namespace candela {

OwnShareButton::OwnShareButton(Session& session, QWidget* parent) : QToolButton(parent), m_session(session) {
    connect(this, &QToolButton::clicked, this, &OwnShareButton::leaveOut);
    connect(&session, &Session::profileChanged, this, &OwnShareButton::compute);
    connect(&session, &Session::valueChanged, this, &OwnShareButton::compute);
    connect(&session, &Session::filterChanged, this, [this] { show(m_share); });
    hide();
    compute();
}

void OwnShareButton::compute() {
    if (!m_session.profile() || !m_session.value()) return show(0);
    m_job.start([profile = m_session.profile(),
                 value = m_session.value()](Task& task) { return ownShare(*profile, value, task); },
                [this](double share) { show(share); });
}

void OwnShareButton::show(double share) {
    m_share = share;
    const bool isLeftOut = m_session.filter().withoutProcess.find(ownProcessPattern()) != std::string::npos;
    const auto words = plainText(formatShare(share, 1));
    setText(tr("Without Candela (%1)").arg(words));
    setToolTip(
        plainToolTip(tr("Candela itself has %1 of the weight. Keep only samples of other processes than "
                        "the window, the recorder and its helpers.")
                         .arg(words)));
    setVisible(share >= minimumShare && !isLeftOut);
}

/// Beside what is left out already.
void OwnShareButton::leaveOut() {
    auto filter = m_session.filter();
    auto& pattern = filter.withoutProcess;
    pattern = pattern.empty() ? ownProcessPattern() : pattern + "|" + ownProcessPattern();
    m_session.setFilter(filter);
}

} // namespace candela

#include "moc_own_share_button.cpp"
