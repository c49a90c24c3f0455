#include "app/window/record/probe_picker.h"

#include "app/window/widgets/section.h"
#include "views/text/plain_text.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace candela {
namespace {

/// The unit is here and not behind the number, because it is a plural: "1 faults".
QString labelOf(const recording::Option& option) {
    const auto name = modelText(option.name()), unit = modelText(option.unit());
    return unit.isEmpty() || unit == name ? name : name + " (" + unit + ")";
}

int boxNumber(std::uint64_t number) {
    return static_cast<int>(std::min<std::uint64_t>(number, std::numeric_limits<int>::max()));
}

/// The request for a probe, if `kept` has one.
std::optional<ProbeRequest> keptRequest(const QStringList& kept, const std::string& probe) {
    for (const auto& text : kept) {
        auto request = readProbeRequest(text.toStdString());
        if (request && request->probe == probe) return *request;
    }
    return {};
}

} // namespace

ProbePicker::ProbePicker(QWidget* parent) : QWidget(parent) {
    m_layout = new QVBoxLayout(this);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(6);
    m_state = mutedLabel(tr("Asking the recorder what it can record…"), this);
    m_layout->addWidget(m_state);
}

void ProbePicker::setAnnouncement(const Result<recording::Announcement>& announcement,
                                  const QStringList& chosen) {
    for (const auto& row : m_rows)
        delete row.isChosen->parentWidget();
    m_rows.clear();
    m_state->setVisible(!announcement);
    if (!announcement) {
        m_state->setText(tr("CPU time. What else could be recorded is not known: %1.")
                             .arg(modelText(announcement.error().message)));
        return emit changed();
    }
    for (const auto& probe : announcement->probes())
        addRow(probe, chosen);
    const auto isPossible = [](const Row& row) { return row.isChosen->isEnabled(); };
    const auto isChosen = [](const Row& row) { return row.isChosen->isChecked(); };
    const auto first = std::ranges::find_if(m_rows, isPossible);
    if (std::ranges::none_of(m_rows, isChosen) && first != m_rows.end()) first->isChosen->setChecked(true);
    alignDescriptions();
    emit changed();
}

/// The descriptions begin in one column.
void ProbePicker::alignDescriptions() {
    int width = 0;
    for (const auto& row : m_rows)
        width = std::max(width, row.isChosen->sizeHint().width());
    for (const auto& row : m_rows)
        row.isChosen->setMinimumWidth(width);
}

void ProbePicker::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) alignDescriptions();
}

void ProbePicker::addRow(const recording::Probe& probe, const QStringList& chosen) {
    auto* widget = new QWidget(this);
    auto* lines = new QVBoxLayout(widget);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(4);
    const auto kept = keptRequest(chosen, probe.name());
    Row row{probe.name(), new QCheckBox(modelText(probe.title()), widget), {}};
    row.isChosen->setToolTip(tr("%1\nCost: %2").arg(modelText(probe.description()), modelText(probe.cost())));
    row.isChosen->setEnabled(probe.problem().empty());
    row.isChosen->setChecked(kept && probe.problem().empty());
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(row.isChosen);
    line->addWidget(
        mutedLabel(modelText(probe.problem().empty() ? probe.description() : probe.problem()), widget), 1);
    lines->addLayout(line);
    if (probe.options_size() > 0)
        lines->addWidget(optionsOf(row, probe, kept.value_or(ProbeRequest()), widget));
    connect(row.isChosen, &QCheckBox::toggled, this, &ProbePicker::changed);
    m_layout->addWidget(widget);
    m_rows.push_back(std::move(row));
}

QWidget* ProbePicker::optionsOf(Row& row, const recording::Probe& probe, const ProbeRequest& kept,
                                QWidget* parent) {
    auto* options = new QWidget(parent);
    auto* layout = new QHBoxLayout(options);
    const auto indent = style()->pixelMetric(QStyle::PM_IndicatorWidth) +
                        style()->pixelMetric(QStyle::PM_CheckBoxLabelSpacing);
    layout->setContentsMargins(indent, 0, 0, 0);
    layout->setSpacing(8);
    for (const auto& option : probe.options()) {
        auto number = option.default_number();
        for (const auto& asked : kept.options) {
            if (asked.name == option.name()) number = asked.number;
        }
        const bool isSwitch = option.minimum() == 0 && option.maximum() == 1;
        if (!isSwitch) layout->addWidget(new QLabel(labelOf(option), options));
        layout->addWidget(isSwitch ? addSwitch(row, option, number, options)
                                   : addNumber(row, option, number, options));
    }
    layout->addStretch();
    const auto show = [options](bool isChosen) {
        options->setVisible(isChosen);
        options->setEnabled(isChosen);
    };
    show(row.isChosen->isChecked());
    connect(row.isChosen, &QCheckBox::toggled, options, show);
    return options;
}

QWidget* ProbePicker::addSwitch(Row& row, const recording::Option& option, std::uint64_t number,
                                QWidget* parent) {
    auto* box = new QCheckBox(modelText(option.name()), parent);
    box->setChecked(number != 0);
    box->setToolTip(modelText(option.description()));
    box->setAccessibleDescription(modelText(option.description()));
    connect(box, &QCheckBox::toggled, this, &ProbePicker::changed);
    row.options.push_back(
        {option.name(), option.default_number(), [box] { return std::uint64_t(box->isChecked()); }});
    return box;
}

QWidget* ProbePicker::addNumber(Row& row, const recording::Option& option, std::uint64_t number,
                                QWidget* parent) {
    auto* box = new QSpinBox(parent);
    box->setRange(boxNumber(option.minimum()), boxNumber(option.maximum()));
    box->setValue(boxNumber(number));
    box->setToolTip(modelText(option.description()));
    box->setAccessibleName(modelText(option.description()));
    connect(box, &QSpinBox::valueChanged, this, &ProbePicker::changed);
    row.options.push_back(
        {option.name(), option.default_number(), [box] { return static_cast<std::uint64_t>(box->value()); }});
    return box;
}

std::vector<ProbeRequest> ProbePicker::requests() const {
    std::vector<ProbeRequest> requests;
    for (const auto& row : m_rows) {
        if (!row.isChosen->isChecked()) continue;
        ProbeRequest request{row.probe, {}};
        for (const auto& option : row.options) {
            const auto number = option.number();
            if (number != option.defaultNumber) request.options.push_back({option.name, number});
        }
        requests.push_back(std::move(request));
    }
    // An option with its default value is left out of the request.
    if (requests.size() == 1 && requests.front() == ProbeRequest{m_rows.front().probe, {}}) return {};
    return requests;
}

} // namespace candela

#include "moc_probe_picker.cpp"
