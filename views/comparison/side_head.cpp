#include "views/comparison/side_head.h"

#include "model/base/units.h"
#include "views/session/call_node_text.h"
#include "views/session/session.h"
#include "views/text/plain_text.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/flow_row.h"

#include <QEvent>
#include <QFileInfo>
#include <QLabel>

#include <algorithm>

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
    m_numbers = new ElidedLabel({}, this, ElidedLabel::Shortening::Parts);
    m_numbers->setForegroundRole(QPalette::PlaceholderText);
    m_numbers->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    row()->addWidget(m_numbers);
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

void SideHead::changeEvent(QEvent* event) {
    Strip::changeEvent(event);
    if (event->type() == QEvent::FontChange) updateTexts(); // widths
}

void SideHead::updateTexts() {
    const auto& profile = m_session.profile();
    const auto path = profile ? plainText(profile->origin.file) : QString();
    const auto name = m_name.isEmpty() ? QFileInfo(path).fileName() : m_name;
    m_file->setText(name, m_shorter);
    // Numbers are left out before the name, or what makes it another than that of the other side, is cut.
    constexpr int maximumLetters = 28;
    const auto metrics = m_file->fontMetrics();
    m_file->setMinimumWidth(std::min(metrics.horizontalAdvance(m_shorter.isEmpty() ? name : m_shorter) + 2,
                                     metrics.averageCharWidth() * maximumLetters));
    m_file->setToolTip(plainToolTip(m_name.isEmpty() ? path : m_sourceToolTip));
    const auto& shown = m_session.shown();
    if (shown.isEmpty()) return m_numbers->setText({});
    QStringList words{weightText(shown.total(), shown.unit()),
                      QString::fromStdString(formatSamples(shown.weights->samples))};
    if (shown.profile->origin.duration > 0)
        words << QString::fromStdString(formatDuration(shown.profile->origin.duration));
    if (shown.matches && shown.matches->isActive())
        words.prepend(tr("search %1").arg(shareText(shown.matches->coverage.weight, shown.total())));
    m_numbers->setText(words.join(" · "));
}

} // namespace candela

#include "moc_side_head.cpp"
