#include "app/window/record/record_page.h"

#include "app/window/capture/capture_view.h"
#include "app/window/editor/source_opener.h"
#include "app/window/record/attention_watcher.h"
#include "app/window/record/record_form.h"
#include "app/window/record/recording_status.h"
#include "app/window/widgets/message_bar.h"
#include "views/filter/filter_bar.h"
#include "views/text/plain_text.h"
#include "views/widgets/strip.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QMessageBox>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace candela {

RecordPage::RecordPage(QWidget* parent)
    : Page(parent), m_environment(RecorderEnvironment::find(RecorderEnvironment::Surface::Window)),
      m_message(new MessageBar(this)), m_pages(new QStackedWidget(this)), m_form(new RecordForm(this)),
      m_status(new RecordingStatus(this)), m_view(new CaptureView(m_session, this)),
      m_attention(new AttentionWatcher(m_view)) {
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(m_form);
    auto* running = new QWidget(this);
    auto* runningColumn = tightColumn(running);
    runningColumn->addWidget(m_status);
    runningColumn->addWidget(m_view, 1);
    m_pages->addWidget(scroll);
    m_pages->addWidget(running);
    auto* column = tightColumn(this);
    column->addWidget(m_message);
    column->addWidget(m_pages, 1);
    new SourceOpener(m_session, *m_message, this);
    connect(m_form, &RecordForm::startWanted, this, &RecordPage::start);
    connect(m_status, &RecordingStatus::stopWanted, this, &RecordPage::stop);
    connect(m_attention, &AttentionWatcher::changed, this, [this](Attention attention) {
        if (m_run) m_run->setAttention(attention);
        m_status->setAttention(attention);
    });
}

RecordPage::~RecordPage() = default;

QString RecordPage::title() const {
    return isRecording() ? tr("Recording…") : tr("Record");
}

void RecordPage::start() {
    if (isRecording()) return;
    m_message->clear();
    auto plan = m_form->plan();
    if (!plan) return m_message->showError({}, plan.error());
    if (isOtherFile(QFile::encodeName(plan->file).toStdString())) {
        if (!mayReplace(plan->file)) return;
        plan->existing = Existing::Replace;
    }
    m_form->remember();
    begin(std::move(*plan));
}

/// Asks before a file is replaced that is not a recording.
bool RecordPage::mayReplace(const QString& path) {
    QMessageBox question(QMessageBox::Warning, tr("Replace file"),
                         tr("This file is not a recording of Candela's. Replace it?"), QMessageBox::Cancel,
                         this);
    question.setTextFormat(Qt::PlainText);
    question.setInformativeText(plainText(path));
    auto* replace = question.addButton(tr("Replace"), QMessageBox::DestructiveRole);
    question.setDefaultButton(QMessageBox::Cancel);
    question.exec();
    return question.clickedButton() == replace;
}

void RecordPage::begin(RecordingPlan plan) {
    m_session.reset();
    m_status->reset();
    m_isStopping = false;
    m_run = std::make_unique<RecordingRun>(std::move(plan), m_environment, LiveView::Wanted);
    connect(m_run.get(), &RecordingRun::stateChanged, this, &RecordPage::showState);
    connect(m_run.get(), &RecordingRun::progressed, m_status, &RecordingStatus::setProgress);
    connect(m_run.get(), &RecordingRun::snapshotTaken, this, &RecordPage::showSnapshot);
    connect(m_run.get(), &RecordingRun::warned, this, [this](const Error& warning) {
        m_message->showMessage(MessageBar::Kind::Warning, modelText(warning.message),
                               modelText(warning.hint));
    });
    connect(m_run.get(), &RecordingRun::ended, this, &RecordPage::takeOutcome);
    if (const auto started = m_run->start(); !started) {
        const auto tried = m_run->plan();
        m_run.reset();
        return showFailure(started.error(), tried);
    }
    m_pages->setCurrentIndex(1);
    m_attention->start();
    emit titleChanged();
}

void RecordPage::showSnapshot(const std::shared_ptr<const Profile>& profile) {
    std::uint64_t shown = 0;
    for (const auto& table : profile->samples)
        shown += table.size();
    m_status->setShownSamples(shown);
    m_session.setProfile(profile);
}

void RecordPage::showState(RecordingRun::State state) {
    m_status->setState(state, m_run->plan());
}

void RecordPage::stop() {
    if (!m_run) return;
    m_isStopping = true;
    m_run->stop();
}

void RecordPage::takeOutcome(const RecordingOutcome& outcome) {
    const auto plan = m_run->plan();
    m_attention->stop();
    keepCommand();
    m_pages->setCurrentIndex(0);
    if (outcome.file.bytes > 0) {
        m_message->clear();
        m_form->renewFile();
        emit recorded(outcome, *m_view);
    } else if (outcome.error && outcome.error->code != ErrorCode::Cancelled) {
        showFailure(*outcome.error, plan);
    }
    m_session.reset(); // until here, other objects use its data
    emit titleChanged();
    emit ended();
}

/// Deletes the run after its signal. If the command may outlive the recording, the run is kept until the
/// command ends.
void RecordPage::keepCommand() {
    auto* run = m_run.release();
    run->disconnect(this);
    auto* command = run->command();
    if (command && command->isRunning())
        connect(command, &RecordedCommand::ended, run, &QObject::deleteLater);
    else
        run->deleteLater();
}

void RecordPage::showFailure(const Error& error, const RecordingPlan& plan) {
    m_message->showError({}, error);
    m_message->addButton(tr("Try again"), [this] { start(); });
    const bool isAboutRights = error.code == ErrorCode::NotPermitted || error.code == ErrorCode::NotPossible;
    if (isAboutRights)
        m_message->addButton(tr("Copy as command"),
                             [plan] { QGuiApplication::clipboard()->setText(equivalentCommand(plan)); });
    emit needsAttention();
}

void RecordPage::focusSearch() {
    if (isRecording()) m_view->filterBar()->focusSearch();
}

void RecordPage::showDetails(bool isShown) {
    m_view->showDetails(isShown);
}

void RecordPage::openSource() {
    if (isRecording()) m_view->openSource();
}

void RecordPage::showView(const QString& name) {
    if (isRecording()) m_view->showView(name);
}

bool RecordPage::mayClose() {
    if (!isRecording()) return true;
    if (isStopping()) return false;
    const auto answer = QMessageBox::question(this, tr("Recording"),
                                              tr("A recording is running. Stop it and keep what it has?"),
                                              QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Yes);
    if (answer == QMessageBox::Yes) stop();
    return false; // the page is left through recorded()
}

} // namespace candela

#include "moc_record_page.cpp"
