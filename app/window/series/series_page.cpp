#include "app/window/series/series_page.h"

#include "app/window/capture/command_text.h"
#include "model/comparison/series/series_text.h"
#include "views/filter/filter_bar.h"
#include "views/series/series_view.h"
#include "views/session/view_state_json.h"
#include "views/text/number_text.h"
#include "views/text/plain_text.h"
#include "views/widgets/strip.h"

#include <QTableView>
#include <QVBoxLayout>

namespace candela {

namespace {

std::vector<SeriesProfile> namedCaptures(std::vector<SeriesProfile> captures,
                                         const std::vector<QStringList>& files) {
    std::vector<std::string> paths;
    for (const auto& runs : files)
        paths.push_back(runs.join(',').toStdString());
    const auto names = captureNames(paths);
    for (std::size_t number = 0; number < captures.size(); ++number)
        captures[number].name = names[number];
    return captures;
}

} // namespace

SeriesPage::SeriesPage(std::vector<QStringList> captures, const LoadedProfiles& profiles, QWidget* parent)
    : Page(parent), m_captures(std::move(captures)), m_view(new SeriesView(this)) {
    tightColumn(this)->addWidget(m_view);
    connect(m_view, &SeriesView::comparisonWanted, this, [this](std::size_t capture) {
        emit comparisonWanted({m_captures[capture - 1], m_captures[capture]}, shownView());
    });
    m_view->setProfiles(namedCaptures(profiles.captures, m_captures));
    m_firstView = currentView();
}

Result<void> SeriesPage::beginWith(const FirstView& view) {
    auto& session = m_view->session();
    auto& choices = m_view->choices();
    if (view.filter) session.setFilter(*view.filter);
    if (view.grouping) session.setGrouping(*view.grouping);
    if (view.normalize) choices.setNormalize(*view.normalize);
    if (view.weights) choices.setWeights(*view.weights);
    const bool hasValue = view.value.empty() || m_view->setValue(view.value);
    m_view->history().forget();
    m_begunView = currentView();
    if (!hasValue) return noCommonValue(view.value);
    return {};
}

FirstView SeriesPage::shownView() const {
    return {.filter = m_view->session().filter(),
            .value = m_view->valueName(),
            .grouping = m_view->grouping(),
            .normalize = m_view->normalize(),
            .weights = m_view->choices().weights()};
}

QString SeriesPage::title() const {
    return tr("Series of %1").arg(countText(m_captures.size()));
}

QString SeriesPage::toolTip() const {
    QStringList lines;
    for (const auto& files : m_captures)
        lines << files.join(", ");
    constexpr qsizetype maximumLines = 20;
    if (lines.size() > maximumLines) {
        const auto more = lines.size() - maximumLines;
        lines = lines.first(maximumLines) << tr("and %1 more").arg(countText(more));
    }
    return lines.join('\n');
}

QJsonObject SeriesPage::currentView() const {
    const auto& choice = *m_view->choices().state();
    QJsonObject view{{"state", viewStateToJson(m_view->session().viewState(), *m_view->session().profile())},
                     {"by_self", choice.weights == ListedWeights::Self},
                     {"rows", m_view->keptRows()}};
    if (choice.normalize) view["normalize"] = plainText(normalizeName(*choice.normalize));
    return view;
}

std::optional<QJsonObject> SeriesPage::keptView() const {
    auto view = currentView();
    auto first = view;
    // A row that is selected without a choice, too, does not make it another view.
    if (m_view->isFirstChosen()) {
        auto rows = view["rows"].toObject();
        rows.remove("selected");
        first["rows"] = rows;
    }
    if (first == m_firstView) return QJsonObject();
    if (view == m_begunView) return m_keptView;
    return view;
}

bool SeriesPage::showKept(const QJsonObject& view) {
    auto& session = m_view->session();
    const auto state = viewStateFromJson(view["state"].toObject(), *session.profile());
    if (!state) return false;
    session.restore(*state, {});
    auto& choices = m_view->choices();
    choices.setWeights(view["by_self"].toBool(true) ? ListedWeights::Self : ListedWeights::Total);
    if (const auto normalize = normalizeFromName(view["normalize"].toString().toStdString()))
        choices.setNormalize(*normalize);
    m_view->showKept(view["rows"].toObject());
    m_keptView = view;
    return true;
}

void SeriesPage::focusSearch() {
    m_view->filterBar()->focusSearch();
}

void SeriesPage::focusContent() {
    m_view->table()->setFocus();
}

QWidget* SeriesPage::picture() {
    return m_view;
}

QString SeriesPage::command() const {
    const auto& session = m_view->session();
    return seriesCommand(m_captures, {m_view->valueName(), m_view->grouping(), session.filter()},
                         *session.profile(), *m_view->choices().state());
}

ViewHistory* SeriesPage::history() {
    return &m_view->history();
}

} // namespace candela

#include "moc_series_page.cpp"
