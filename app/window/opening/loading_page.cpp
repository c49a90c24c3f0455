#include "app/window/opening/loading_page.h"

#include "app/window/widgets/progress_steps.h"
#include "app/window/widgets/section.h"
#include "model/base/units.h"
#include "views/text/number_text.h"
#include "views/text/plain_text.h"
#include "views/widgets/elided_label.h"

#include <QFileInfo>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace candela {
namespace {

constexpr int progressWidth = 360;

/// A page's title, but shortened: a long file name must not make the window wider.
QWidget* shortTitle(const QString& text, QWidget* parent) {
    auto* title = new ElidedLabel(text, parent);
    title->setFont(pageTitleFont(title->font()));
    return title;
}

} // namespace

LoadingPage::LoadingPage(std::vector<SideFiles> sides, const OpeningLimit& limit,
                         std::optional<OpenedCapture> opened, QWidget* parent)
    : Page(parent), m_sides(std::move(sides)), m_opened(std::move(opened)),
      m_progress(new QProgressBar(this)) {
    setFiles(stampFiles(m_sides)); // before they are read: a file that changes meanwhile is another one then
    auto* details = new QLabel(description(), this);
    details->setForegroundRole(QPalette::PlaceholderText);
    details->setTextFormat(Qt::PlainText);
    m_progress->setRange(0, 0); // busy until the reader reports progress
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(progressWidth);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setShortcut(Qt::Key_Escape);
    connect(cancel, &QPushButton::clicked, this, [this] {
        m_loader.cancel();
        emit cancelled();
    });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 24);
    column->setSpacing(10);
    column->addStretch(2);
    for (auto* widget : std::initializer_list<QWidget*>{shortTitle(tr("Opening %1").arg(title()), this),
                                                        details, m_progress, cancel})
        column->addWidget(widget, 0, Qt::AlignHCenter);
    column->addStretch(3);
    connect(&m_loader, &ProfileLoader::progressed, this, &LoadingPage::showProgress);
    connect(&m_loader, &ProfileLoader::loaded, this, &LoadingPage::loaded);
    connect(&m_loader, &ProfileLoader::failed, this, &LoadingPage::failed);
    m_loader.start(m_sides, limit, m_opened ? m_opened->profile : nullptr);
}

QString LoadingPage::title() const {
    if (m_sides.size() > 2) return tr("%1 profiles").arg(countText(m_sides.size()));
    QStringList names;
    for (const auto& side : m_sides)
        names << (side.files.front() == "-" ? tr("standard input")
                                            : plainText(QFileInfo(side.files.front()).fileName()));
    return names.join(tr(" and "));
}

QString LoadingPage::path() const {
    return m_sides.size() == 1 ? m_sides.front().files.front() : QString();
}

QString LoadingPage::description() const {
    if (m_opened) return {};  // nothing is read
    if (m_sides.size() > 2) { // a series
        qint64 bytes = 0;
        for (const auto& side : m_sides)
            for (const auto& path : side.files)
                bytes += QFileInfo(path).size();
        return QString::fromStdString(formatBytes(static_cast<std::uint64_t>(bytes)));
    }
    QStringList parts;
    for (const auto& side : m_sides) {
        const QFileInfo file(side.files.front());
        if (side.files.size() > 1)
            parts << tr("%1 files").arg(countText(side.files.size()));
        else if (file.isFile())
            parts << QString::fromStdString(formatBytes(static_cast<std::uint64_t>(file.size())));
    }
    return parts.join(tr(" and "));
}

void LoadingPage::showProgress(double share) {
    m_progress->setRange(0, progressSteps);
    m_progress->setValue(static_cast<int>(share * progressSteps));
}

} // namespace candela

#include "moc_loading_page.cpp"
