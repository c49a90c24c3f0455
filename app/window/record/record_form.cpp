#include "app/window/record/record_form.h"

#include "app/recording/exact_text.h"
#include "app/recording/recorder_announcement.h"
#include "app/window/record/probe_picker.h"
#include "app/window/record/process_picker.h"
#include "app/window/widgets/command_words.h"
#include "app/window/widgets/line_icon.h"
#include "app/window/widgets/section.h"
#include "views/source/code_sources.h"
#include "views/widgets/choice_strip.h"
#include "views/widgets/elided_label.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QIntValidator>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QShowEvent>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtConcurrent>

namespace candela {
namespace {

enum DurationKind { UntilStopped, ForSeconds };

constexpr int suggestedFrequencies[] = {49, 99, 499, 997, 1999, 4999, 9973};
constexpr int contentWidth = 820;

QString defaultFolder() {
    const auto remembered = QSettings().value("record/folder").toString();
    return !remembered.isEmpty() && QFileInfo(remembered).isWritable() ? remembered : QDir::homePath();
}

QToolButton* browseButton(const QString& toolTip, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setIcon(lineIcon("folder"));
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    return button;
}

QWidget* rowOf(std::initializer_list<QWidget*> widgets) {
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    for (auto* widget : widgets)
        layout->addWidget(widget);
    return row;
}

} // namespace

QString equivalentCommand(const RecordingPlan& plan) {
    QStringList words{"candela", "record", "-o", plan.file};
    if (plan.seconds > 0) words << "-d" << QString::number(plan.seconds);
    if (plan.frequency != defaultFrequency) words << "-F" << QString::number(plan.frequency);
    for (const auto& probe : plan.probes)
        words << "--probe" << QString::fromStdString(textOf(probe));
    if (plan.kept == KeptOfFunctions::Nothing) words << "--no-code";
    if (plan.kept == KeptOfFunctions::CodeAndSource) words << "--keep-source";
    for (const auto& [from, to] : plan.sourcePaths)
        words << "--source-path" << exactText(from + "=" + to);
    if (!plan.host.isEmpty()) words << "--host" << plan.host;
    if (plan.scope == RecordingPlan::Scope::Processes) {
        for (const int pid : plan.pids)
            words << "-p" << QString::number(pid);
    }
    auto text = commandText(words);
    if (plan.scope == RecordingPlan::Scope::Command) text += " -- " + commandText(plan.command.words);
    return text;
}

RecordForm::RecordForm(QWidget* parent) : QWidget(parent) {
    auto* column = m_column = new QVBoxLayout;
    column->setContentsMargins(24, 28, 24, 24);
    column->setSpacing(18);
    column->addWidget(pageTitle(tr("Record"), this));
    m_what = section(tr("What"), createScope(), this);
    column->addWidget(m_what);
    m_probes = new ProbePicker(this);
    column->addWidget(section(tr("Measures"), m_probes, this));
    column->addWidget(section(tr("How often"), createSampling(), this));
    column->addWidget(section(tr("How long"), createDuration(), this));
    column->addWidget(section(tr("Keeps"), createKept(), this));
    column->addWidget(section(tr("Where to"), createFile(), this));
    column->addWidget(section({}, createFoot(), this));
    column->addStretch(1);
    auto* content = new QWidget(this);
    content->setLayout(column);
    content->setMaximumWidth(contentWidth);
    auto* centre = new QHBoxLayout(this);
    centre->setContentsMargins(0, 0, 0, 0);
    centre->addStretch(1);
    centre->addWidget(content, 100);
    centre->addStretch(1);
    restore();
    connect(m_scope, &ChoiceStrip::chosen, this,
            [this](int scope) { setScope(RecordingPlan::Scope(scope)); });
    connect(m_processes, &ProcessPicker::pidsChanged, this, &RecordForm::updateStart);
    connect(m_probes, &ProbePicker::changed, this, &RecordForm::updateStart);
    connect(m_frequency, &QComboBox::currentTextChanged, this, &RecordForm::updateStart);
    connect(m_seconds, &QDoubleSpinBox::valueChanged, this, &RecordForm::updateStart);
    for (auto* edit : {m_command, m_folder, m_file})
        connect(edit, &QLineEdit::textChanged, this, &RecordForm::updateStart);
    updateStart();
}

QWidget* RecordForm::createScope() {
    m_scope = new ChoiceStrip({tr("Whole machine"), tr("Processes"), tr("Command")}, this);
    auto* machine = mutedLabel(tr("Every process of every user, and the kernel. The views show afterwards "
                                  "which process each sample belongs to, so nothing has to be chosen now."),
                               this);
    machine->setAlignment(Qt::AlignLeft | Qt::AlignTop); // it may have the height of a line more
    m_processes = new ProcessPicker(this);
    m_details = {machine, m_processes, createCommand()};
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    column->addWidget(m_scope, 0, Qt::AlignLeft);
    for (auto* details : m_details)
        column->addWidget(details);
    return content;
}

QWidget* RecordForm::createCommand() {
    auto* content = new QWidget(this);
    m_command = new QLineEdit(content);
    m_command->setPlaceholderText(tr("Program and arguments, for example: make -j4"));
    m_command->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_command->setAccessibleName(tr("Command"));
    m_folder = new QLineEdit(content);
    m_folder->setPlaceholderText(QDir::currentPath());
    m_folder->setAccessibleName(tr("Working folder"));
    auto* browse = browseButton(tr("Choose the working folder"), content);
    connect(browse, &QToolButton::clicked, this, &RecordForm::chooseFolder);
    m_endCommand = new QCheckBox(tr("End the command when the recording is stopped"), content);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_command);
    column->addWidget(rowOf({new QLabel(tr("in"), content), m_folder, browse}));
    column->addWidget(m_endCommand);
    column->addWidget(
        mutedLabel(tr("It runs as you, not as root, and is recorded from its first instruction with all its "
                      "child processes. Its output appears where Candela's does."),
                   content));
    return content;
}

QWidget* RecordForm::createSampling() {
    m_frequency = new QComboBox(this);
    m_frequency->setEditable(true);
    m_frequency->setValidator(new QIntValidator(1, maximumFrequency, m_frequency));
    m_frequency->setFixedWidth(fontMetrics().averageCharWidth() * 16);
    m_frequency->setAccessibleName(tr("Frequency in samples a second"));
    for (const int frequency : suggestedFrequencies)
        m_frequency->addItem(QString::number(frequency));
    auto* row = rowOf({m_frequency, new QLabel(tr("samples a second on each CPU"), this),
                       mutedLabel(tr("99 is enough for minutes; 997 shows short things too."), this)});
    static_cast<QHBoxLayout*>(row->layout())->setStretch(2, 1);
    return row;
}

QWidget* RecordForm::createDuration() {
    m_durationKind = new ChoiceStrip({tr("Until stopped"), tr("For")}, this);
    m_seconds = new QDoubleSpinBox(this);
    m_seconds->setRange(0.1, 86400);
    m_seconds->setDecimals(1);
    m_seconds->setSuffix(tr(" s"));
    m_seconds->setAccessibleName(tr("Duration in seconds"));
    connect(m_durationKind, &ChoiceStrip::chosen, this, [this](int kind) {
        m_seconds->setEnabled(kind == ForSeconds);
        updateStart();
    });
    auto* row = rowOf({m_durationKind, m_seconds});
    static_cast<QHBoxLayout*>(row->layout())->addStretch(1);
    return row;
}

QWidget* RecordForm::createKept() {
    m_kept = new ChoiceStrip({tr("Nothing"), tr("Code"), tr("Code and source lines")}, this);
    m_kept->setToolTip(
        tr("Functions are shown with what the capture keeps of them, also after their program or "
           "its sources were changed. Who gets the capture gets these lines."));
    connect(m_kept, &ChoiceStrip::chosen, this, &RecordForm::updateStart);
    auto* row = rowOf(
        {m_kept, mutedLabel(tr("of functions that were hit. Source lines may be confidential."), this)});
    static_cast<QHBoxLayout*>(row->layout())->setStretch(1, 1);
    return row;
}

QWidget* RecordForm::createFile() {
    m_file = new QLineEdit(this);
    m_file->setAccessibleName(tr("File"));
    auto* browse = browseButton(tr("Choose the file"), this);
    connect(browse, &QToolButton::clicked, this, &RecordForm::chooseFile);
    return rowOf({m_file, browse});
}

QWidget* RecordForm::createFoot() {
    m_start = new QPushButton(lineIcon("recording"), tr("Start recording"), this);
    m_start->setDefault(true);
    m_start->setMinimumSize(fontMetrics().averageCharWidth() * 30, 36);
    connect(m_start, &QPushButton::clicked, this, &RecordForm::startWanted);
    m_equivalent = new ElidedLabel({}, this);
    m_equivalent->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_equivalent->setForegroundRole(QPalette::PlaceholderText);
    auto* copy = new QToolButton(this);
    copy->setText(tr("Copy"));
    copy->setAutoRaise(true);
    copy->setToolTip(tr("Copy the command line that does the same"));
    connect(copy, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_equivalent->text()); });
    auto* row = rowOf({m_start, m_equivalent, copy});
    static_cast<QHBoxLayout*>(row->layout())->setSpacing(16);
    static_cast<QHBoxLayout*>(row->layout())->setStretch(1, 1);
    return row;
}

/// Asks for the announcement each time the page is shown, until there is one: the recorder may have been
/// installed in the meantime.
void RecordForm::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (event->spontaneous() || m_probes->hasProbes()) return;
    const auto here = RecorderEnvironment::find(RecorderEnvironment::Surface::Window);
    QtConcurrent::run([here] {
        return askRecorder(here);
    }).then(this, [this](const Result<recording::Announcement>& announcement) {
        m_probes->setAnnouncement(announcement, QSettings().value("record/probes").toStringList());
    });
}

/// Enter starts from every field, as the button's frame says. In the list of processes it belongs to the
/// list.
void RecordForm::keyPressEvent(QKeyEvent* event) {
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const auto* focus = QApplication::focusWidget();
    if (!isEnter || (focus && m_processes->isAncestorOf(focus))) return QWidget::keyPressEvent(event);
    m_start->click();
}

void RecordForm::setScope(RecordingPlan::Scope scope) {
    m_scope->setChoice(int(scope));
    for (std::size_t i = 0; i < m_details.size(); ++i)
        m_details[i]->setVisible(i == std::size_t(scope));
    // Only the process list benefits from more height.
    const bool isList = scope == RecordingPlan::Scope::Processes;
    m_what->setSizePolicy(QSizePolicy::Preferred, isList ? QSizePolicy::Expanding : QSizePolicy::Maximum);
    m_column->setStretchFactor(m_what, isList ? 4 : 0);
    updateStart();
    if (scope == RecordingPlan::Scope::Command) m_command->setFocus();
    if (scope == RecordingPlan::Scope::Machine) m_start->setFocus();
}

void RecordForm::setCommand(const QString& text) {
    m_command->setText(text);
}

void RecordForm::setFile(const QString& path) {
    m_file->setText(path);
}

void RecordForm::renewFile() {
    m_file->setText(freeRecordingName(QFileInfo(m_file->text()).absolutePath()));
}

void RecordForm::setDuration(double seconds) {
    m_durationKind->setChoice(seconds > 0 ? ForSeconds : UntilStopped);
    m_seconds->setEnabled(seconds > 0);
    if (seconds > 0) m_seconds->setValue(seconds);
    updateStart();
}

void RecordForm::setFrequency(int hertz) {
    m_frequency->setCurrentText(QString::number(hertz));
}

void RecordForm::fill(RecordingPlan& plan) const {
    plan.scope = RecordingPlan::Scope(m_scope->choice());
    plan.frequency = m_frequency->currentText().toInt();
    plan.seconds = m_durationKind->choice() == ForSeconds ? m_seconds->value() : 0;
    plan.file = m_file->text();
    plan.probes = m_probes->requests();
    plan.kept = KeptOfFunctions(m_kept->choice());
    if (plan.kept == KeptOfFunctions::CodeAndSource) plan.sourcePaths = storedCodeSources().mappings;
}

Result<RecordingPlan> RecordForm::plan() const {
    RecordingPlan plan;
    fill(plan);
    if (plan.scope == RecordingPlan::Scope::Processes) plan.pids = m_processes->pids();
    if (plan.scope == RecordingPlan::Scope::Command) {
        plan.command = {TRY(commandWords(m_command->text())), m_folder->text(), CommandHome::Window};
        plan.atStop = m_endCommand->isChecked() ? RecordingPlan::AtStop::EndCommand
                                                : RecordingPlan::AtStop::LeaveCommand;
    }
    TRY(plan.check());
    return plan;
}

void RecordForm::chooseFile() {
    const auto path = QFileDialog::getSaveFileName(this, tr("Save the recording as"), m_file->text(),
                                                   tr("Candela recording (*.candela)"));
    if (!path.isEmpty()) m_file->setText(path);
}

void RecordForm::chooseFolder() {
    const auto path = QFileDialog::getExistingDirectory(this, tr("Working folder"), m_folder->text());
    if (!path.isEmpty()) m_folder->setText(path);
}

void RecordForm::restore() {
    const QSettings settings;
    setScope(RecordingPlan::Scope(std::clamp(settings.value("record/scope", 0).toInt(), 0, 2)));
    m_command->setText(settings.value("record/command").toString());
    m_folder->setText(settings.value("record/workingFolder").toString());
    m_endCommand->setChecked(settings.value("record/endCommand", true).toBool());
    m_frequency->setCurrentText(
        settings.value("record/frequency", QString::number(defaultFrequency)).toString());
    m_seconds->setValue(settings.value("record/seconds", 10.0).toDouble());
    const bool isLimited = settings.value("record/isLimited", false).toBool();
    m_durationKind->setChoice(isLimited ? ForSeconds : UntilStopped);
    m_seconds->setEnabled(isLimited);
    m_kept->setChoice(std::clamp(settings.value("record/kept", int(KeptOfFunctions::Code)).toInt(), 0, 2));
    m_file->setText(freeRecordingName(defaultFolder()));
}

void RecordForm::remember() const {
    QSettings settings;
    settings.setValue("record/scope", m_scope->choice());
    settings.setValue("record/command", m_command->text());
    settings.setValue("record/workingFolder", m_folder->text());
    settings.setValue("record/endCommand", m_endCommand->isChecked());
    settings.setValue("record/frequency", m_frequency->currentText());
    settings.setValue("record/seconds", m_seconds->value());
    QStringList probes;
    for (const auto& request : m_probes->requests())
        probes << QString::fromStdString(textOf(request));
    settings.setValue("record/probes", probes);
    settings.setValue("record/isLimited", m_durationKind->choice() == ForSeconds);
    settings.setValue("record/kept", m_kept->choice());
    settings.setValue("record/folder", QFileInfo(m_file->text()).absolutePath());
}

void RecordForm::updateStart() {
    RecordingPlan plan;
    fill(plan);
    plan.pids = m_processes->pids();
    if (const auto words = commandWords(m_command->text())) plan.command.words = *words;
    m_equivalent->setText(equivalentCommand(plan));
    const bool needsPids = plan.scope == RecordingPlan::Scope::Processes && plan.pids.empty();
    const bool needsCommand = plan.scope == RecordingPlan::Scope::Command && plan.command.words.isEmpty();
    m_start->setEnabled(!needsPids && !needsCommand && !plan.file.isEmpty());
}

} // namespace candela

#include "moc_record_form.cpp"
