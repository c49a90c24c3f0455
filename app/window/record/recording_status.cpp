#include "app/window/record/recording_status.h"

#include "app/window/widgets/line_icon.h"
#include "model/base/text/number_form.h"
#include "model/base/units.h"
#include "model/profile/losses.h"
#include "views/text/number_text.h"
#include "views/text/plain_text.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/theme.h"

#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace candela {
namespace {

constexpr std::int64_t rateWindow = 5'000'000'000; // nanoseconds over which rates are computed
constexpr int activeClockPeriod = 100;             // milliseconds
constexpr int clockPeriod = 1000;

/// Even setting the same text would lay out the whole window again.
void setText(QLabel* label, const QString& text) {
    if (label->text() != text) label->setText(text);
}

/// "12.3 s", "4:05", "1:02:03".
QString elapsedText(std::int64_t nanoseconds) {
    const auto seconds = nanoseconds / 1'000'000'000;
    if (seconds < 60)
        return QString::fromStdString(formatDecimal(static_cast<double>(nanoseconds) / 1e9, 1)) + " s";
    const auto rest = QString("%1:%2")
                          .arg(seconds / 60 % 60, seconds < 3600 ? 1 : 2, 10, QChar('0'))
                          .arg(seconds % 60, 2, 10, QChar('0'));
    return seconds < 3600 ? rest : QString("%1:%2").arg(seconds / 3600).arg(rest);
}

QString stateText(RecordingRun::State state, const RecordingPlan& plan) {
    using State = RecordingRun::State;
    switch (state) {
    case State::Idle:
    case State::Connecting:
        return QObject::tr("Looking for the recorder…");
    case State::Authenticating:
        return plan.host.isEmpty() ? QObject::tr("Waiting for authentication…")
                                   : QObject::tr("Waiting for %1…").arg(plan.host);
    case State::Starting:
        return QObject::tr("Starting the recorder…");
    case State::Stopping:
        return QObject::tr("Finishing…");
    default:
        return QObject::tr("recorded");
    }
}

} // namespace

RecordingStatus::RecordingStatus(QWidget* parent) : QFrame(parent) {
    auto* row = new FlowRow(this);
    row->setContentsMargins(20, 10, 16, 11);
    row->setSpacing(32);
    m_elapsed = addNumber(tr("recorded"));
    m_samples = addNumber(tr("samples"));
    m_rate = addNumber(tr("samples a second"));
    m_lost = addNumber(tr("lost"));
    m_recorderShare = addNumber(tr("recorder's CPU"));
    m_windowShare = addNumber(tr("window's CPU"));
    const auto ofOne = tr("Of one CPU, in the last seconds. ");
    m_recorderShare.value->setToolTip(ofOne + tr("The recorder with the programs that it starts."));
    m_windowShare.value->setToolTip(
        ofOne +
        tr("This program. While the window is not used, it is refreshed less often, to stay below 1 %."));
    m_recorderMemory = addNumber(tr("recorder's memory"));
    m_file = addNumber(tr("file"));
    row->addStretch(1);
    m_stop = new QPushButton(lineIcon("end"), tr("Stop"), this);
    m_stop->setMinimumSize(fontMetrics().averageCharWidth() * 16, 36);
    m_stop->setToolTip(tr("Finish the recording and show it"));
    row->addWidget(m_stop);
    connect(m_stop, &QPushButton::clicked, this, &RecordingStatus::stopWanted);
    m_clock.setInterval(activeClockPeriod);
    connect(&m_clock, &QTimer::timeout, this, &RecordingStatus::showElapsed);
    reset();
}

void RecordingStatus::setAttention(Attention attention) {
    m_clock.setInterval(attention == Attention::Active ? activeClockPeriod : clockPeriod);
}

void RecordingStatus::showElapsed() {
    setText(m_elapsed.value, elapsedText(m_recordedTime + m_sinceSegment.nsecsElapsed()));
}

RecordingStatus::Number RecordingStatus::addNumber(const QString& name) {
    auto* both = new QWidget(this);
    auto* column = new QVBoxLayout(both);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    Number number{new QLabel(both), new QLabel(name, both)};
    auto large = number.value->font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    large.setWeight(QFont::DemiBold);
    number.value->setFont(large);
    number.value->setMinimumWidth(number.value->fontMetrics().horizontalAdvance("0,000.0"));
    number.name->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(number.value);
    column->addWidget(number.name);
    static_cast<FlowRow*>(layout())->addWidget(both);
    m_numbers.push_back(number);
    return number;
}

void RecordingStatus::reset() {
    m_marks.clear();
    m_recordedTime = 0;
    m_clock.stop();
    for (const auto& number : m_numbers)
        number.value->setText("–");
    m_lost.value->setToolTip({});
    m_lost.name->setText(tr("lost"));
    setShownSamples(std::numeric_limits<std::uint64_t>::max());
    m_stop->setEnabled(true);
}

void RecordingStatus::setState(RecordingRun::State state, const RecordingPlan& plan) {
    m_elapsed.name->setText(stateText(state, plan));
    m_stop->setText(state == RecordingRun::State::Receiving || state == RecordingRun::State::Stopping
                        ? tr("Stop")
                        : tr("Cancel"));
    m_stop->setEnabled(state != RecordingRun::State::Stopping && state != RecordingRun::State::Ended);
    if (state == RecordingRun::State::Receiving) {
        m_sinceSegment.start();
        m_clock.start();
    } else {
        m_clock.stop();
    }
}

void RecordingStatus::setProgress(const RecordingProgress& progress, quint64 bytes) {
    m_recordedTime = progress.recordedTime;
    m_sinceSegment.start();
    showElapsed();
    setText(m_samples.value, countText(progress.samples));
    setText(m_file.value, plainText(formatBytes(bytes)));
    setText(m_recorderMemory.value, plainText(formatBytes(progress.usage.peakMemory)));
    showLosses(progress);
    showRates(progress);
}

void RecordingStatus::setShownSamples(std::uint64_t shown) {
    const bool isPart = !m_marks.empty() && shown < m_marks.back().samples;
    setText(m_samples.name, isPart ? tr("samples, %1 shown").arg(countText(shown)) : tr("samples"));
    m_samples.name->setToolTip(isPart ? tr("Until the recording ends, the views show an even selection of "
                                           "the samples. The file has all of them.")
                                      : QString());
}

void RecordingStatus::showLosses(const RecordingProgress& progress) {
    QStringList reasons;
    for (const auto& line : lossLines(progress.losses))
        reasons << plainText(line);
    const auto lost = static_cast<std::int64_t>(lostSamples(progress.losses));
    setText(m_lost.value, countText(lost));
    auto palette = this->palette();
    if (!reasons.isEmpty()) palette.setColor(QPalette::WindowText, Theme::of(this).warning);
    if (m_lost.value->palette() != palette) m_lost.value->setPalette(palette);
    const auto first = reasons.isEmpty() ? tr("lost") : tr("lost: %1").arg(reasons.join(", "));
    setText(m_lost.name,
            fontMetrics().elidedText(first, Qt::ElideRight, fontMetrics().averageCharWidth() * 40));
    for (auto* label : {m_lost.value, m_lost.name})
        label->setToolTip(plainToolTip(reasons.join('\n')));
}

void RecordingStatus::showRates(const RecordingProgress& progress) {
    m_marks.push_back({progress.recordedTime, progress.samples, progress.usage.cpuTime,
                       std::chrono::steady_clock::now().time_since_epoch(), ownCpuTime()});
    while (m_marks.size() > 2 && progress.recordedTime - m_marks[1].time >= rateWindow)
        m_marks.pop_front();
    const auto& first = m_marks.front();
    const auto time = static_cast<double>(progress.recordedTime - first.time);
    if (time <= 0) return;
    const auto samples = static_cast<double>(progress.samples - first.samples);
    setText(m_rate.value, countText(samples * 1e9 / time));
    setText(m_recorderShare.value,
            plainText(formatShare(static_cast<double>(progress.usage.cpuTime - first.recorderTime), time)));
    const auto& last = m_marks.back();
    setText(m_windowShare.value,
            plainText(formatShare(static_cast<double>((last.windowTime - first.windowTime).count()),
                                  static_cast<double>((last.now - first.now).count()))));
}

QStringList RecordingStatus::texts() const {
    QStringList found;
    for (const auto& number : m_numbers)
        found << number.value->text();
    return found;
}

QStringList RecordingStatus::names() const {
    QStringList found;
    for (const auto& number : m_numbers)
        found << number.name->text();
    return found;
}

void RecordingStatus::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto& theme = Theme::of(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(0, height() - 1, width(), 1, theme.line);
}

} // namespace candela

#include "moc_recording_status.cpp"
