#include "views/comparison/side_head.h"

#include "model/base/units.h"
#include "views/session/call_node_text.h"
#include "views/session/session.h"
#include "views/text/plain_text.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/flow_row.h"

#include <QFileInfo>
#include <QLabel>

namespace candela {

SideHead::SideHead(Session& session, const QString& title, QWidget* parent)
    : Strip(Line::Below, parent), m_session(session) {
    auto* name = new QLabel(title, this);
    auto font = name->font();
    font.setBold(true);
    name->setFont(font);
    row()->addWidget(name);
    m_file = new ElidedLabel({}, this);
    m_file->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    row()->addWidget(m_file, 1);
    m_numbers = addLabel();
    connect(&session, &Session::weightsChanged, this, &SideHead::updateTexts);
    connect(&session, &Session::matchesChanged, this, &SideHead::updateTexts);
    updateTexts();
}

void SideHead::setSource(const QString& name, const QString& shorter, const QString& toolTip) {
    m_name = name;
    m_shorter = shorter;
    m_sourceToolTip = toolTip;
    updateTexts();
}

void SideHead::updateTexts() {
    const auto& profile = m_session.profile();
    const auto path = profile ? plainText(profile->origin.file) : QString();
    m_file->setText(m_name.isEmpty() ? QFileInfo(path).fileName() : m_name, m_shorter);
    m_file->setToolTip(plainToolTip(m_name.isEmpty() ? path : m_sourceToolTip));
    const auto& shown = m_session.shown();
    if (shown.isEmpty()) return m_numbers->clear();
    QStringList words{weightText(shown.total(), shown.unit()),
                      QString::fromStdString(formatSamples(shown.weights->samples))};
    if (shown.profile->origin.duration > 0)
        words << QString::fromStdString(formatDuration(shown.profile->origin.duration));
    if (shown.matches && shown.matches->isActive())
        words.prepend(tr("search %1").arg(shareText(shown.matches->coverage.weight, shown.total())));
    m_numbers->setText(words.join("  ·  "));
}

} // namespace candela
