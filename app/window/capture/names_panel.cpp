#include "app/window/capture/names_panel.h"

#include "app/window/widgets/progress_steps.h"
#include "app/window/widgets/section.h"
#include "model/base/memory_scope.h"
#include "model/base/path_text.h"
#include "model/base/units.h"
#include "model/symbols/lookup/debuginfod.h"
#include "model/symbols/lookup/nameless_code.h"
#include "views/source/code_sources.h"
#include "views/text/number_text.h"
#include "views/text/plain_text.h"
#include "views/widgets/theme.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <mutex>

namespace candela {
namespace {

constexpr int timeBetweenLooks = 100; // milliseconds

QString lackingWords(const Profile& profile) {
    std::size_t addresses = 0;
    const auto modules = namelessCode(profile);
    for (const auto& module : modules)
        addresses += module.frames.size();
    if (modules.empty()) return {};
    if (modules.size() == 1)
        return NamesPanel::tr("%1 addresses in one module have no name.", "", static_cast<int>(addresses))
            .arg(countText(addresses));
    return NamesPanel::tr("%1 addresses in %2 modules have no name.", "", static_cast<int>(addresses))
        .arg(countText(addresses), countText(modules.size()));
}

/// Which names were found where, and why the most expensive modules still lack names.
QString resultWords(const std::vector<ModuleLookup>& modules) {
    const auto summary = summaryOf(modules);
    QStringList from;
    for (const auto& [source, number] : summary.sources)
        from << NamesPanel::tr("%1 from %2").arg(countText(number), modelText(source));
    QStringList lines{NamesPanel::tr("%1 of %2 addresses were named", "", static_cast<int>(summary.addresses))
                          .arg(countText(summary.named), countText(summary.addresses)) +
                      (from.isEmpty() ? QString(".") : ": " + from.join(", ") + ".")};
    constexpr qsizetype shown = 4;
    for (const auto& module : modules) {
        if (module.problem.empty() || lines.size() > shown) continue;
        lines << QString("%1 %2.").arg(plainText(lastPathPart(module.path)), plainText(module.problem));
    }
    return lines.join('\n');
}

QLabel* wordsLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    // A path or an address must not make the panel wider than the visible part.
    auto policy = label->sizePolicy();
    policy.setHorizontalPolicy(QSizePolicy::Ignored);
    label->setSizePolicy(policy);
    return label;
}

} // namespace

struct NamesPanel::Progress {
    std::mutex mutex;
    LookupStep step;
};

NamesPanel::NamesPanel(QWidget* parent)
    : QWidget(parent), m_words(wordsLabel(this)),
      m_servers(new QCheckBox(tr("Ask debuginfod servers, too"), this)), m_sent(wordsLabel(this)),
      m_lookUp(new QPushButton(tr("Look up names"), this)),
      m_inFolder(new QPushButton(tr("Look in a folder…"), this)), m_bar(new QProgressBar(this)),
      m_cancel(new QPushButton(tr("Cancel"), this)) {
    m_sent->setForegroundRole(QPalette::PlaceholderText);
    m_sent->setText(
        tr("Sends the build ids of what was recorded, and paths of sources that you look at and that are "
           "missing here, to %1.")
            .arg(plainText(Debuginfod::servers()).split(' ').join(", ")));
    m_servers->setChecked(storedCodeSources().servers == AskServers::Yes);
    m_bar->setRange(0, progressSteps);
    m_bar->setTextVisible(false);
    auto* buttons = new QHBoxLayout;
    for (auto* widget : std::initializer_list<QWidget*>{m_lookUp, m_inFolder, m_cancel})
        buttons->addWidget(widget);
    buttons->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 10, 16, 14);
    column->setSpacing(6);
    for (auto* widget :
         std::initializer_list<QWidget*>{partTitle(tr("Names"), this), m_words, m_bar, m_servers, m_sent})
        column->addWidget(widget);
    column->addLayout(buttons);
    connect(m_servers, &QCheckBox::toggled, this, [](bool areAllowed) {
        auto sources = storedCodeSources();
        sources.servers = areAllowed ? AskServers::Yes : AskServers::No;
        storeCodeSources(sources);
    });
    connect(m_lookUp, &QPushButton::clicked, this, [this] { lookUp(); });
    connect(m_inFolder, &QPushButton::clicked, this, &NamesPanel::askForFolder);
    connect(m_cancel, &QPushButton::clicked, this, &NamesPanel::cancel);
    connect(&m_timer, &QTimer::timeout, this, &NamesPanel::showProgress);
    m_timer.setInterval(timeBetweenLooks);
    showRunning(false);
    hide();
}

void NamesPanel::setProfile(const std::shared_ptr<const Profile>& profile) {
    cancel();
    m_profile = profile;
    const auto lacking = profile ? lackingWords(*profile) : QString();
    m_words->setText(lacking);
    setVisible(!lacking.isEmpty());
}

QString NamesPanel::words() const {
    return m_words->text();
}

void NamesPanel::askForFolder() {
    const auto folder = QFileDialog::getExistingDirectory(this, tr("A folder with programs or debug files"));
    if (!folder.isEmpty()) lookUp({folder});
}

void NamesPanel::lookUp(const QStringList& folders) {
    if (!m_profile) return;
    auto progress = std::make_shared<Progress>();
    LookupSources sources;
    for (const auto& folder : folders)
        sources.folders.push_back(folder.toStdString());
    if (m_servers->isChecked()) sources.servers = AskServers::Yes;
    sources.onStep = [progress](const LookupStep& step) {
        const std::lock_guard lock(progress->mutex);
        progress->step = step;
    };
    m_progress = progress;
    m_job.start(
        [profile = m_profile, sources](Task& task) {
            return withinMemory([&] { return lookUpNames(*profile, sources, task); });
        },
        [this](Result<Symbolized> result) { finish(std::move(result)); });
    m_words->setText(tr("Looking for names…"));
    showRunning(true);
}

void NamesPanel::cancel() {
    if (!isRunning()) return;
    m_job.cancel();
    m_words->setText(tr("Cancelled."));
    showRunning(false);
}

void NamesPanel::finish(Result<Symbolized> result) {
    showRunning(false);
    if (!result) {
        m_words->setText(modelText(result.error().message) + "\n" + modelText(result.error().hint));
        return;
    }
    m_words->setText(resultWords(result->modules));
    if (summaryOf(result->modules).named == 0) return;
    m_profile = std::make_shared<const Profile>(std::move(result->profile));
    emit named(m_profile);
}

/// A line below the facts, which scroll.
void NamesPanel::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(0, 0, width(), 1, Theme::of(this).line);
}

void NamesPanel::showProgress() {
    LookupStep step;
    {
        const std::lock_guard lock(m_progress->mutex);
        step = m_progress->step;
    }
    if (step.modules == 0) return;
    auto words = tr("Looking for the names of %1").arg(plainText(lastPathPart(step.module)));
    double done = static_cast<double>(step.number - 1);
    if (step.fetched > 0 && step.size > 0) {
        words +=
            tr(": %1 of %2").arg(plainText(formatBytes(step.fetched)), plainText(formatBytes(step.size)));
        done += static_cast<double>(step.fetched) / static_cast<double>(step.size);
    }
    m_words->setText(words);
    m_bar->setValue(static_cast<int>(progressSteps * done / static_cast<double>(step.modules)));
}

void NamesPanel::showRunning(bool isRunning) {
    m_bar->setValue(0);
    for (QWidget* widget : {static_cast<QWidget*>(m_bar), static_cast<QWidget*>(m_cancel)})
        widget->setVisible(isRunning);
    for (QWidget* widget : {static_cast<QWidget*>(m_lookUp), static_cast<QWidget*>(m_inFolder)})
        widget->setVisible(!isRunning);
    m_servers->setEnabled(!isRunning);
    if (isRunning)
        m_timer.start();
    else
        m_timer.stop();
}

} // namespace candela

#include "moc_names_panel.cpp"
