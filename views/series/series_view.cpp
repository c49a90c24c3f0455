#include "views/series/series_view.h"

#include "model/base/memory_scope.h"
#include "views/filter/filter_bar.h"
#include "views/filter/grouping_box.h"
#include "views/filter/normalize_strip.h"
#include "views/filter/search_box.h"
#include "views/series/series_chart.h"
#include "views/series/series_item_model.h"
#include "views/series/series_table.h"
#include "views/session/call_node_text.h"
#include "views/text/number_text.h"
#include "views/text/plain_text.h"
#include "views/widgets/choice_strip.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/row_menu.h"
#include "views/widgets/short_entries.h"
#include "views/widgets/strip.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace candela {

namespace {

std::vector<std::string> commonValues(const std::vector<SeriesProfile>& profiles) {
    std::vector<std::string> names;
    if (profiles.empty()) return names;
    const auto& first = *profiles.front().profile;
    for (const auto& table : first.samples) {
        const std::string name(first.text(table.type.name));
        if (std::ranges::all_of(profiles,
                                [&](const auto& capture) { return bool(capture.profile->findValue(name)); }))
            names.push_back(name);
    }
    return names;
}

/// As seriesCaptures() and makeSeries(), with words for the window where weights can't be divided.
Result<ListedSeries> computeSeries(const std::vector<SeriesProfile>& profiles, const SeriesRequest& request,
                                   Normalize normalize, const SeriesSorting& sorting,
                                   const std::string& search, Task& task) {
    auto captures = TRY(seriesCaptures(profiles, request, task));
    for (const auto& capture : captures)
        if (missingDivisor(capture.side, normalize) == "duration")
            return failure(
                QObject::tr("the duration of %1 is not known").arg(plainText(capture.name)).toStdString(),
                ErrorCode::Usage, QObject::tr("choose another way to compare above").toStdString());
    return listedSeries(TRY(makeSeries(std::move(captures), normalize)), sorting, search, task);
}

QString errorText(const Error& error) {
    return plainText(error.hint.empty() ? error.message : error.message + "; " + error.hint);
}

} // namespace

SeriesView::SeriesView(QWidget* parent)
    : QWidget(parent), m_model(new SeriesItemModel(this)),
      m_filterBar(new FilterBar(m_session, this, FilterParts::WithoutValue)),
      m_table(new SeriesTable(m_model, this)), m_chart(new SeriesChart(this)), m_summary(new QLabel),
      m_weights(new ChoiceStrip({tr("Self"), tr("Total")})),
      m_normalize(new NormalizeStrip(
          tr("What part of its capture's total: right where the captures ran for different times"))),
      m_valueBox(new QComboBox) {
    // Captures of builds have processes of many names, which are no rows here.
    m_session.beginWithOneTree();
    m_filterBar->searchBox()->setToolTip(
        tr("Lists the rows that match (Ctrl+F or /). Enter and F3 go to the next row, with Shift to the one "
           "before; Esc leaves. Capitals matter only where you type some."));
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
    column->addWidget(m_filterBar);
    column->addWidget(createStrip());
    column->addLayout(summary);
    column->addWidget(m_stack, 1);

    for (const auto signal : {&Session::filterChanged, &Session::valueChanged, &Session::groupingChanged}) {
        connect(&m_session, signal, this, &SeriesView::followChoices);
        connect(&m_session, signal, this, &SeriesView::computeLater);
    }
    connect(&m_choices, &ComparedChoices::weightsChanged, this, &SeriesView::followChoices);
    connect(&m_choices, &ComparedChoices::weightsChanged, this, &SeriesView::showRows);
    connect(&m_choices, &ComparedChoices::normalizeChanged, this, &SeriesView::followChoices);
    connect(&m_choices, &ComparedChoices::normalizeChanged, this, &SeriesView::computeLater);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &SeriesView::followRow);
    connect(m_table, &QTableView::clicked, this, &SeriesView::followRow); // the current row, too
    connect(m_model, &SeriesItemModel::sortingChanged, this, &SeriesView::sort);
    connect(&m_session, &Session::searchChanged, this, &SeriesView::search);
    connect(&m_session, &Session::matchRequested, this, &SeriesView::selectMatch);
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

QWidget* SeriesView::createStrip() {
    auto* strip = new Strip(Strip::Line::Below, this);
    strip->addNamed(tr("Weights"), m_weights);
    auto* grouping = new GroupingBox(m_session, strip);
    grouping->setToolTip(tr("What rows represent"));
    strip->addNamed(tr("Group by"), grouping);
    m_valueBox->setAccessibleName(tr("Value"));
    strip->addNamed(tr("Value"), m_valueBox);
    strip->addNamed(tr("Compare"), m_normalize);
    strip->row()->addStretch(1);
    connect(m_weights, &ChoiceStrip::chosen, this,
            [this](int choice) { m_choices.setWeights(static_cast<ListedWeights>(choice)); });
    connect(m_normalize, &NormalizeStrip::normalizeChosen, &m_choices, &ComparedChoices::setNormalize);
    connect(m_valueBox, &QComboBox::activated, this, &SeriesView::chooseValue);
    return strip;
}

void SeriesView::setProfiles(std::vector<SeriesProfile> profiles) {
    m_profiles = std::move(profiles);
    m_values = commonValues(m_profiles);
    m_valueBox->clear();
    for (const auto& name : m_values)
        addEntry(*m_valueBox, plainText(name));
    std::vector<std::shared_ptr<const Profile>> labelled;
    for (const auto& capture : m_profiles)
        labelled.push_back(capture.profile);
    m_filterBar->setLabelled(std::move(labelled));
    m_session.setProfile(m_profiles.empty() ? nullptr : m_profiles.back().profile);
    if (!m_values.empty() && valueName().empty()) chooseValue(0); // not all have the last one's default
    m_history.forget();
    followChoices();
    computeLater();
}

void SeriesView::chooseValue(int row) {
    m_session.setValue(m_profiles.back().profile->findValue(m_values[static_cast<std::size_t>(row)]));
}

/// Shows what was chosen, here or by undo.
void SeriesView::followChoices() {
    const auto value = std::ranges::find(m_values, valueName());
    m_valueBox->setCurrentIndex(value == m_values.end() ? -1 : static_cast<int>(value - m_values.begin()));
    m_weights->setChoice(static_cast<int>(m_choices.weights()));
    m_normalize->setNormalize(normalize());
}

std::string SeriesView::valueName() const {
    const auto& profile = m_session.profile();
    if (!profile || !m_session.value()) return {};
    const auto name = profile->samples[m_session.value().row()].type.name;
    const std::string text(name ? profile->text(name) : std::string_view());
    return std::ranges::find(m_values, text) == m_values.end() ? std::string() : text;
}

bool SeriesView::setValue(const std::string& name) {
    const auto found = std::ranges::find(m_values, name);
    if (found == m_values.end()) return false;
    chooseValue(static_cast<int>(found - m_values.begin()));
    return true;
}

Normalize SeriesView::normalize() const {
    if (const auto chosen = m_choices.normalize()) return *chosen;
    if (valueName().empty()) return Normalize::Share;
    const auto& profile = *m_session.profile();
    const auto& type = profile.samples[m_session.value().row()].type;
    return defaultNormalize(profile.text(type.name), profile.text(type.unit));
}

Grouping SeriesView::grouping() const {
    return m_session.grouping();
}

bool SeriesView::isBySelf() const {
    return m_choices.weights() == ListedWeights::Self;
}

/// Several choices at once, as undo makes them, are one computation.
void SeriesView::computeLater() {
    if (std::exchange(m_isOutdated, true)) return;
    QMetaObject::invokeMethod(this, &SeriesView::compute, Qt::QueuedConnection);
}

void SeriesView::compute() {
    m_isOutdated = false;
    if (valueName().empty())
        return showResult(failure(tr("the captures have no value in common").toStdString(), ErrorCode::Usage,
                                  tr("open captures of the same kind").toStdString()));
    m_job.start(
        [profiles = m_profiles, request = SeriesRequest{valueName(), grouping(), m_session.filter()},
         normalize = normalize(), sorting = m_model->sorting(),
         search = m_session.search().toStdString()](Task& task) {
            return withinMemory(
                [&] { return computeSeries(profiles, request, normalize, sorting, search, task); });
        },
        [this](Result<ListedSeries> series) { showWhenListed(std::move(series)); });
}

/// A series whose rows are in another order, or of another search, than the user wants by now is shown when
/// it has these, too.
void SeriesView::showWhenListed(Result<ListedSeries> result) {
    auto search = m_session.search().toStdString();
    const bool isAsWanted =
        !result || (result->sorted->sorting == m_model->sorting() && result->search == search);
    if (isAsWanted) return showResult(std::move(result));
    m_job.start(
        [listed = std::make_shared<ListedSeries>(std::move(*result)), sorting = m_model->sorting(),
         search = std::move(search)](Task& task) {
            return withinMemory([&]() -> Result<ListedSeries> {
                listed->sorted = sortedRows(*listed, sorting, task);
                listed->matches = matchingRows(*listed->series, search, task);
                listed->search = search;
                return std::move(*listed);
            });
        },
        [this](Result<ListedSeries> series) { showWhenListed(std::move(series)); });
}

void SeriesView::showResult(Result<ListedSeries> series) {
    m_sortJob.cancel(); // of the series before
    m_searchJob.cancel();
    m_awaitedStep.reset();
    m_failure = series ? ViewMessage()
                       : ViewMessage{tr("There is no series of these captures"), errorText(series.error())};
    m_series = series ? std::make_shared<const ListedSeries>(std::move(*series)) : nullptr;
    m_matches = m_series ? m_series->matches : nullptr;
    m_sorted = m_series ? m_series->sorted : nullptr;
    showRows();
    emit seriesChanged();
}

void SeriesView::showRows() {
    const auto selected = m_chosenName.empty() ? selectedName() : m_chosenName;
    m_model->setSeries(m_series, isBySelf(), m_sorted, m_matches);
    selectRow(selected);
    auto summary = m_series ? QString::fromStdString(m_series->summaries[isBySelf() ? 1 : 0]) : QString();
    m_summary->setText(summary.replace('\n', ' '));
}

/// The rows stay in their order until the other one is known.
void SeriesView::sort() {
    m_sortJob.cancel();
    if (!m_series) return;
    m_sortJob.start(
        [series = m_series, sorting = m_model->sorting()](Task& task) {
            return withinMemory([&]() -> Result<std::shared_ptr<const SortedRows>> {
                return sortedRows(*series, sorting, task);
            });
        },
        [this](Result<std::shared_ptr<const SortedRows>> sorted) {
            if (!sorted) return showResult(std::unexpected(sorted.error()));
            m_sorted = std::move(*sorted);
            m_model->setSorted(m_sorted);
            if (m_searchJob.isRunning()) return;
            if (const auto step = std::exchange(m_awaitedStep, {})) selectMatch(*step);
        });
}

void SeriesView::search() {
    m_searchJob.cancel();
    m_awaitedStep.reset();
    auto pattern = m_session.search().toStdString();
    if (!m_series || pattern.empty()) return listMatches(nullptr);
    m_searchJob.start(
        [series = m_series->series, pattern = std::move(pattern)](Task& task) {
            return withinMemory(
                [&]() -> Result<SeriesMatches> { return matchingRows(*series, pattern, task); });
        },
        [this](Result<SeriesMatches> matches) {
            if (!matches) return showResult(std::unexpected(matches.error()));
            listMatches(std::move(*matches));
        });
}

/// Lists the rows that match. Each of them is a match to step to.
void SeriesView::listMatches(SeriesMatches matches) {
    m_matches = std::move(matches);
    const auto selected = m_chosenName.empty() ? selectedName() : m_chosenName;
    m_model->setMatches(m_matches);
    selectRow(selected);
    // What a search finds is chosen as if it were clicked.
    if (m_model->rowCount() > 0 && !selected.empty() && selectedName() != selected)
        m_chosenName = selectedName();
    if (const auto step = std::exchange(m_awaitedStep, {})) selectMatch(*step);
}

/// The first row, if the one of that name is not listed.
void SeriesView::selectRow(const std::string& name) {
    if (m_model->rowCount() > 0) {
        m_isSelecting = true;
        m_table->setCurrentIndex(m_model->index(std::max(0, m_model->rowOf(name)), 0));
        m_isSelecting = false;
        m_awaitedName.clear();
    } else {
        m_awaitedName = name;
    }
    showCourse();
    updateMessage();
    m_filterBar->search()->setFound(tr("%1 of %2 rows")
                                        .arg(countText(static_cast<std::size_t>(m_model->rowCount())),
                                             countText(m_model->searchedRows())));
}

void SeriesView::selectMatch(MatchStep step) {
    if (m_searchJob.isRunning() || m_sortJob.isRunning()) {
        m_awaitedStep = step;
        return;
    }
    const int count = m_model->rowCount();
    if (count == 0) return;
    const int current = m_table->currentIndex().isValid() ? m_table->currentIndex().row() : -1;
    const int row = step == MatchStep::Next ? current + 1 : std::max(current, 0) + count - 1;
    m_table->setCurrentIndex(m_model->index(row % count, 0));
}

void SeriesView::updateMessage() {
    const bool isNothingFound = m_model->rowCount() == 0 && m_model->searchedRows() > 0;
    m_stack->setMessage(isNothingFound ? ViewMessage{tr("Nothing matches the search"),
                                                     tr("Clear the search box to see all rows")}
                                       : m_failure);
}

std::string SeriesView::selectedName() const {
    const auto index = m_table->currentIndex();
    return index.isValid() ? m_model->row(index.row()).name : m_awaitedName;
}

QJsonObject SeriesView::keptRows() const {
    QJsonObject rows;
    const auto* header = m_table->horizontalHeader();
    if (const int column = header->sortIndicatorSection(); column >= 0 && column < seriesColumns)
        rows["sort"] = QJsonArray{column, header->sortIndicatorOrder() == Qt::AscendingOrder};
    if (!m_chosenName.empty()) rows["selected"] = QString::fromStdString(m_chosenName);
    return rows;
}

bool SeriesView::isFirstChosen() const {
    return m_model->rowCount() > 0 && m_model->row(0).name == m_chosenName;
}

void SeriesView::showKept(const QJsonObject& rows) {
    if (const auto sort = rows["sort"].toArray(); sort.size() == 2)
        if (const int column = sort[0].toInt(-1); column >= 0 && column < seriesColumns)
            m_table->sortByColumn(column, sort[1].toBool() ? Qt::AscendingOrder : Qt::DescendingOrder);
    m_chosenName = rows["selected"].toString().toStdString();
}

void SeriesView::followRow() {
    if (!m_isSelecting && m_table->currentIndex().isValid()) m_chosenName = selectedName();
    showCourse();
}

void SeriesView::showCourse() {
    const auto index = m_table->currentIndex();
    if (!m_series || !index.isValid()) return m_chart->setRow(nullptr, {}, {});
    m_chart->setRow(m_series->series, m_model->points(index.row()), m_model->trend(index.row()));
}

void SeriesView::compareAtTrend() {
    const auto index = m_table->currentIndex();
    if (!index.isValid()) return;
    const auto& trend = m_model->trend(index.row());
    if (trend.trend != Trend::None && trend.at > 0) emit comparisonWanted(trend.at);
}

} // namespace candela

#include "moc_series_view.cpp"
