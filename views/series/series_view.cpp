#include "views/series/series_view.h"

#include "model/base/memory_scope.h"
#include "model/comparison/series/series_capture.h"
#include "model/comparison/series/series_text.h"
#include "views/series/series_chart.h"
#include "views/series/series_item_model.h"
#include "views/session/call_node_text.h"
#include "views/session/message_stack.h"
#include "views/tables/row_table.h"
#include "views/text/plain_text.h"
#include "views/widgets/choice_strip.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/row_menu.h"
#include "views/widgets/short_entries.h"
#include "views/widgets/strip.h"
#include "views/widgets/table_actions.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace candela {

namespace {

constexpr std::array shownGroupings{Grouping::Function, Grouping::Module, Grouping::File};

std::vector<std::string> commonValues(const std::vector<std::shared_ptr<const Profile>>& profiles) {
    std::vector<std::string> names;
    if (profiles.empty()) return names;
    for (const auto& table : profiles.front()->samples) {
        const std::string name(profiles.front()->text(table.type.name));
        if (std::ranges::all_of(profiles,
                                [&](const auto& profile) { return bool(profile->findValue(name)); }))
            names.push_back(name);
    }
    return names;
}

/// A wide text that often occurs in the column.
QString typicalText(SeriesColumn column) {
    switch (column) {
    case SeriesColumn::Name:
        return QString(32, 'n');
    case SeriesColumn::Trend:
        return "+123.4 MB a capture from a-name.pb.gz on";
    case SeriesColumn::Module:
        return "[kernel.kallsyms]";
    case SeriesColumn::Course:
        return QString(12, QChar(0x2588));
    default:
        return "−123.4 MB";
    }
}

void setUpColumns(QTableView* table) {
    auto* header = table->horizontalHeader();
    constexpr int margins = 24;
    for (int column = 0; column < seriesColumns; ++column)
        header->resizeSection(column, margins + table->fontMetrics().horizontalAdvance(
                                                    typicalText(static_cast<SeriesColumn>(column))));
    header->setStretchLastSection(true);
    // A third click on a title restores the series' own order.
    header->setSortIndicatorClearable(true);
    table->sortByColumn(-1, Qt::DescendingOrder);
    table->setSortingEnabled(true);
}

} // namespace

SeriesView::SeriesView(QWidget* parent)
    : QWidget(parent), m_model(new SeriesItemModel(this)), m_table(new QTableView(this)),
      m_chart(new SeriesChart(this)), m_summary(new QLabel),
      m_weights(new ChoiceStrip({tr("Self"), tr("Total")})), m_groupings(new QComboBox),
      m_valueBox(new QComboBox) {
    m_table->setModel(m_model);
    setUpRowTable(m_table, tr("Rows of the series"));
    setUpColumns(m_table);
    new TableActions(m_table, m_table->horizontalHeader(), "series");

    auto* strip = new Strip(Strip::Line::Below, this);
    strip->addNamed(tr("Weights"), m_weights);
    for (const auto grouping : shownGroupings)
        m_groupings->addItem(groupNoun(grouping, 1));
    m_groupings->setAccessibleName(tr("Group by"));
    m_valueBox->setAccessibleName(tr("Value"));
    strip->addNamed(tr("Group by"), m_groupings);
    strip->addNamed(tr("Value"), m_valueBox);
    strip->row()->addStretch(1);

    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_table);
    splitter->addWidget(m_chart);
    splitter->setStretchFactor(0, 1);
    splitter->setChildrenCollapsible(false);
    m_stack = new MessageStack(splitter, this);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    auto* summary = new QHBoxLayout;
    summary->setContentsMargins(8, 4, 8, 4);
    summary->addWidget(m_summary);
    auto* column = tightColumn(this);
    column->addWidget(strip);
    column->addLayout(summary);
    column->addWidget(m_stack, 1);

    connect(m_weights, &ChoiceStrip::chosen, this, &SeriesView::showRows);
    connect(m_groupings, &QComboBox::activated, this, &SeriesView::compute);
    connect(m_valueBox, &QComboBox::activated, this, &SeriesView::compute);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &SeriesView::showCourse);
    connect(m_table, &QTableView::activated, this, &SeriesView::compareAtTrend);
    connect(m_chart, &SeriesChart::comparisonWanted, this, &SeriesView::comparisonWanted);
    new RowMenu(m_table, [this](const QModelIndex& index) {
        auto* menu = new QMenu(m_table);
        const auto& trend = m_model->trend(index.row());
        auto* compare = menu->addAction(tr("Compare before and after the trend began"), this,
                                        &SeriesView::compareAtTrend);
        compare->setShortcut(Qt::Key_Return);
        compare->setEnabled(trend.trend != Trend::None);
        return menu;
    });
}

void SeriesView::setProfiles(std::vector<std::shared_ptr<const Profile>> profiles,
                             std::vector<std::string> names) {
    m_profiles = std::move(profiles);
    m_names = std::move(names);
    m_values = commonValues(m_profiles);
    m_valueBox->clear();
    std::string shown;
    if (!m_profiles.empty() && m_profiles.back()->shownValue()) {
        const auto& last = *m_profiles.back();
        shown = last.text(last.samples[last.shownValue().row()].type.name);
    }
    for (const auto& name : m_values) {
        addEntry(*m_valueBox, plainText(name));
        if (name == shown) m_valueBox->setCurrentIndex(m_valueBox->count() - 1);
    }
    compute();
}

std::string SeriesView::valueName() const {
    const auto at = m_valueBox->currentIndex();
    return at < 0 ? std::string() : m_values[static_cast<std::size_t>(at)];
}

Grouping SeriesView::grouping() const {
    return shownGroupings[static_cast<std::size_t>(m_groupings->currentIndex())];
}

bool SeriesView::isBySelf() const {
    return m_weights->choice() == 0;
}

void SeriesView::compute() {
    if (valueName().empty())
        return showResult(failure(tr("the captures have no value in common").toStdString(), ErrorCode::Usage,
                                  tr("open captures of the same kind").toStdString()));
    m_job.start(
        [profiles = m_profiles, names = m_names, value = valueName(), grouping = grouping()](Task& task) {
            return withinMemory([&]() -> Result<Series> {
                auto captures = TRY(seriesCaptures(profiles, names, value, grouping, task));
                const auto& type = *captures.back().type;
                const auto& last = *profiles.back();
                return makeSeries(std::move(captures), defaultNormalize(value, last.text(type.unit)));
            });
        },
        [this](Result<Series> series) { showResult(std::move(series)); });
}

void SeriesView::showResult(Result<Series> series) {
    m_series = series ? std::make_shared<const Series>(std::move(*series)) : nullptr;
    m_stack->setMessage(series ? ViewMessage()
                               : ViewMessage{tr("There is no series of these captures"),
                                             plainText(series.error().message + "; " + series.error().hint)});
    showRows();
    emit seriesChanged();
}

void SeriesView::showRows() {
    if (m_series) {
        auto sorted = *m_series;
        sortSeries(sorted, isBySelf());
        m_series = std::make_shared<const Series>(std::move(sorted));
    }
    m_model->setSeries(m_series, isBySelf());
    const bool hasModules = m_series && std::ranges::any_of(m_series->rows, [](const SeriesRow& row) {
                                return !row.module.empty();
                            });
    if (!hasModules) m_table->hideColumn(static_cast<int>(SeriesColumn::Module));
    auto summary = m_series ? QString::fromStdString(seriesSummary(*m_series, isBySelf())) : QString();
    m_summary->setText(summary.replace('\n', ' '));
    if (m_model->rowCount() > 0) m_table->setCurrentIndex(m_model->index(0, 0));
    showCourse();
}

void SeriesView::showCourse() {
    const auto index = m_table->currentIndex();
    if (!m_series || !index.isValid()) return m_chart->setRow(nullptr, {}, {});
    m_chart->setRow(m_series, m_model->points(index.row()), m_model->trend(index.row()));
}

void SeriesView::compareAtTrend() {
    const auto index = m_table->currentIndex();
    if (!index.isValid()) return;
    const auto& trend = m_model->trend(index.row());
    if (trend.trend != Trend::None && trend.at > 0) emit comparisonWanted(trend.at);
}

} // namespace candela
