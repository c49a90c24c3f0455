#include "views/details/details_panel.h"

#include "model/base/memory_scope.h"
#include "model/base/wrapping.h"
#include "views/details/time_histogram.h"
#include "views/details/wrapped_text.h"
#include "views/session/call_node_text.h"
#include "views/text/number_text.h"
#include "views/text/plain_text.h"
#include "views/text/root_text.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace candela {

namespace {

constexpr int maximumNameLines = 12; // a longer name scrolls
constexpr int maximumFactLines = 6;
constexpr std::size_t factCount = 2;
constexpr std::size_t weightCount = 3;

QLabel* plainLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    return label;
}

QLabel* mutedText(const QString& text, QWidget* parent) {
    auto* label = plainLabel(parent);
    label->setText(text);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setWordWrap(true);
    return label;
}

double shareOf(std::int64_t weight, const Shown& shown) {
    return shown.magnitude() == 0
               ? 0.0
               : std::abs(static_cast<double>(weight)) / static_cast<double>(shown.magnitude());
}

ShareWords shareWords(const QString& name, std::int64_t weight, const Shown& shown) {
    return {name, weightText(weight, shown.unit()), shareText(weight, shown.magnitude()),
            shareOf(weight, shown)};
}

CallStep stepOf(const FrameGroups& groups, FrameGroupIndex group) {
    const auto file = groups[group].file;
    return {groups[group].name, std::string(groups.moduleName(group)),
            file ? std::string(groups.profile->text(file)) : std::string()};
}

/// The path to the first call node of a group. A root's own step is left out, because the path identifies the
/// group, not a node of a tree with roots.
CallPath pathTo(const CallTreeShape& shape, FrameGroupIndex group) {
    CallPath path;
    const auto first = std::ranges::find(shape.group, group);
    if (first == shape.group.end()) return path;
    for (auto node = CallNodeIndex(static_cast<std::size_t>(first - shape.group.begin())); node;
         node = shape.parent[node.row()])
        path.steps.push_back(stepOf(*shape.groups, shape.group[node.row()]));
    std::ranges::reverse(path.steps);
    return path;
}

} // namespace

DetailsPanel::DetailsPanel(Session& session, QWidget* parent)
    : QScrollArea(parent), m_session(session), m_request(new WhenVisible(this, [this] { request(); })) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus); // its parts take the focus
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumWidth(fontMetrics().averageCharWidth() * 36);
    setAccessibleName(tr("Details"));
    createContent();
    for (const auto signal : {&Session::selectedChanged, &Session::weightsChanged, &Session::profileChanged})
        connect(&session, signal, m_request, &WhenVisible::request);
    m_request->request();
}

void DetailsPanel::createContent() {
    auto* all = new QWidget;
    m_column = new QVBoxLayout(all);
    m_column->setContentsMargins(12, 8, 12, 12);
    m_column->setSpacing(0);
    m_hint = mutedText({}, all);
    m_column->addWidget(m_hint);
    m_content = new QWidget(all);
    m_column->addWidget(m_content);
    m_column->addStretch(1);
    auto* column = new QVBoxLayout(m_content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);

    m_name = new WrappedText(maximumNameLines, m_content);
    m_name->setAccessibleName(tr("Full name"));
    auto font = m_name->font();
    font.setWeight(QFont::DemiBold);
    m_name->setFont(font);
    column->addWidget(m_name);

    auto* weights = new QVBoxLayout;
    weights->setSpacing(1);
    for (std::size_t weight = 0; weight < weightCount; ++weight) {
        m_weights.push_back(new ShareRow(ShareRow::Kind::Text, m_content));
        weights->addWidget(m_weights.back());
    }
    column->addLayout(weights);

    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    for (std::size_t fact = 0; fact < factCount; ++fact) {
        m_facts.emplace_back(mutedText({}, m_content), new WrappedText(maximumFactLines, m_content));
        m_facts.back().first->setWordWrap(false);
        m_facts.back().second->setLeftToRight();
        grid->addWidget(m_facts.back().first, static_cast<int>(fact), 0, Qt::AlignTop);
        grid->addWidget(m_facts.back().second, static_cast<int>(fact), 1);
    }
    column->addLayout(grid);

    m_times = new QWidget(m_content);
    auto* times = new QVBoxLayout(m_times);
    times->setContentsMargins(0, 0, 0, 0);
    times->setSpacing(4);
    times->addWidget(mutedText(tr("In time"), m_times));
    m_histogram = new TimeHistogram(m_times);
    times->addWidget(m_histogram);
    column->addWidget(m_times);
    m_parts[static_cast<std::size_t>(List::Callers)] = createPart(tr("Callers"), ShareRow::Kind::Link);
    m_parts[static_cast<std::size_t>(List::Callees)] = createPart(tr("Callees"), ShareRow::Kind::Link);
    m_parts[static_cast<std::size_t>(List::Processes)] = createPart(tr("Processes"), ShareRow::Kind::Text);
    m_parts[static_cast<std::size_t>(List::Threads)] = createPart(tr("Threads"), ShareRow::Kind::Text);
    for (const auto& part : m_parts)
        column->addWidget(part.widget);
    for (const auto list : {List::Callers, List::Callees}) {
        const auto& rows = m_parts[static_cast<std::size_t>(list)].rows;
        for (std::size_t row = 0; row < rows.size(); ++row)
            connect(rows[row], &ShareRow::clicked, this, [this, list, row] {
                const auto& steps = m_steps[static_cast<std::size_t>(list)];
                if (row < steps.size() && !steps[row].name.empty()) selectFunction(steps[row]);
            });
    }
    setWidget(all);
}

/// If several functions have the name, the call node decides which of them is described.
void DetailsPanel::selectFunction(const CallStep& function) {
    const auto& shown = m_session.shown();
    if (shown.isEmpty()) return;
    Selection selection{function.name, {}};
    const auto wanted = groupOf(shown.groups(), {function.name, {Direction::TopDown, {function}}});
    if (wanted && groupOf(shown.groups(), selection) != wanted) selection.path = pathTo(*shown.shape, wanted);
    m_session.setSelected(selection);
}

DetailsPanel::Part DetailsPanel::createPart(const QString& title, ShareRow::Kind kind) {
    Part part;
    part.widget = new QWidget(m_content);
    auto* column = new QVBoxLayout(part.widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(1);
    column->addWidget(mutedText(title, part.widget));
    for (std::size_t row = 0; row < maximumRows; ++row) {
        part.rows.push_back(new ShareRow(kind, part.widget));
        column->addWidget(part.rows.back());
    }
    part.more = mutedText({}, part.widget);
    column->addWidget(part.more);
    return part;
}

void DetailsPanel::request() {
    const auto& shown = m_session.shown();
    if (shown.isEmpty()) return showHint(tr("There is nothing to select yet."));
    const auto group = groupOf(shown.groups(), m_session.selected());
    if (m_session.selected().isEmpty() || !group || shown.groups().isRoot(group))
        return showHint(
            tr("Select a function in any view to see its callers, callees, processes and times."));
    const DetailsRequest request{shown, m_session.filter(), group, m_session.selected().path};
    m_job.start([request, computation = m_computation](
                    Task& task) { return withinMemory([&] { return computation->compute(request, task); }); },
                [this, request](Result<Details> details) {
                    if (details)
                        showDetails(request, *details);
                    else
                        showHint(plainText(details.error().message));
                });
}

void DetailsPanel::showHint(const QString& hint) {
    m_job.cancel();
    m_content->hide();
    m_name->clear();
    for (const auto list : {List::Callers, List::Callees, List::Processes, List::Threads})
        setRows(list, {});
    m_hint->setText(hint);
    m_hint->show();
}

void DetailsPanel::showDetails(const DetailsRequest& request, const Details& details) {
    const auto& shown = request.shown;
    m_hint->hide();
    const auto& group = details.group;
    m_name->showText(groupName(shown.groups(), request.group));
    setFacts(request, details);
    m_times->setVisible(!group.slices.empty());
    const auto density = densityOf(kindOf(*shown.profile, shown.value));
    m_histogram->setContent({group.range, group.slices, group.sliceLength, request.filter.time, density,
                             std::string(shown.unit())});
    setNeighbours(List::Callers, shown, group.callers);
    setNeighbours(List::Callees, shown, group.callees);
    const bool hasProcesses = !shown.profile->processes.empty();
    setShares(List::Processes, shown, hasProcesses ? group.processes : std::vector<GroupShare>());
    setShares(List::Threads, shown, hasProcesses ? group.threads : std::vector<GroupShare>());
    m_content->show();
}

void DetailsPanel::setFacts(const DetailsRequest& request, const Details& details) {
    const auto& shown = request.shown;
    const auto total = details.group.total;
    m_weights[0]->setWords(shareWords(tr("Self"), details.group.self, shown));
    m_weights[1]->setWords(shareWords(tr("Total"), total, shown));
    m_weights[2]->setWords(shareWords(tr("This call"), details.ofCall.value_or(0), shown));
    m_weights[2]->setVisible(details.ofCall.value_or(total) != total);
    const std::array<std::pair<QString, QString>, factCount> facts{{
        {tr("Module"), moduleText(shown.groups(), request.group)},
        {tr("Source"), sourceLocation(*shown.profile, shown.groups()[request.group])},
    }};
    for (std::size_t fact = 0; fact < factCount; ++fact) {
        const auto& [title, text] = facts[fact];
        m_facts[fact].first->setText(title);
        m_facts[fact].second->setAccessibleName(title);
        m_facts[fact].second->showText(text);
        m_facts[fact].first->setVisible(!text.isEmpty());
        m_facts[fact].second->setVisible(!text.isEmpty());
    }
}

void DetailsPanel::setNeighbours(List list, const Shown& shown,
                                 const std::vector<GroupNeighbour>& neighbours) {
    auto& steps = m_steps[static_cast<std::size_t>(list)];
    steps.clear();
    std::vector<ShareWords> rows;
    std::int64_t rest = 0;
    for (const auto& [group, weight] : neighbours) {
        if (rows.size() == maximumRows) {
            rest = wrappingSum(rest, weight);
            continue;
        }
        steps.push_back(group ? stepOf(shown.groups(), group) : CallStep());
        const auto name = group ? groupName(shown.groups(), group) : tr("(none: start of the stack)");
        rows.push_back(shareWords(name, weight, shown));
    }
    setRows(list, rows);
    setMore(list, shown, neighbours.size() - rows.size(), rest);
    const auto& part = m_parts[static_cast<std::size_t>(list)];
    for (std::size_t row = 0; row < rows.size(); ++row)
        part.rows[row]->setEnabled(!steps[row].name.empty());
}

void DetailsPanel::setShares(List list, const Shown& shown, const std::vector<GroupShare>& shares) {
    std::vector<ShareWords> rows;
    std::int64_t rest = 0;
    for (const auto& share : shares) {
        if (rows.size() < maximumRows)
            rows.push_back(shareWords(rootText(share.name), share.weight, shown));
        else
            rest = wrappingSum(rest, share.weight);
    }
    setRows(list, rows);
    setMore(list, shown, shares.size() - rows.size(), rest);
}

void DetailsPanel::setRows(List list, const std::vector<ShareWords>& rows) {
    const auto& part = m_parts[static_cast<std::size_t>(list)];
    for (std::size_t row = 0; row < part.rows.size(); ++row) {
        if (row < rows.size()) part.rows[row]->setWords(rows[row]);
        part.rows[row]->setVisible(row < rows.size());
    }
    part.widget->setVisible(!rows.empty());
}

/// The text of the line that states how many entries the list leaves out.
void DetailsPanel::setMore(List list, const Shown& shown, std::size_t count, std::int64_t weight) {
    auto* more = m_parts[static_cast<std::size_t>(list)].more;
    more->setText(
        tr("%1 more: %2 (%3)")
            .arg(countText(count), weightText(weight, shown.unit()), shareText(weight, shown.magnitude())));
    more->setVisible(count > 0);
}

QString DetailsPanel::name() const {
    return m_name->toPlainText();
}

QStringList DetailsPanel::facts() const {
    QStringList lines;
    for (const auto* row : m_weights) {
        const auto& words = row->words();
        if (!row->isHidden()) lines << QString("%1\t%2  (%3)").arg(words.name, words.weight, words.shareText);
    }
    for (const auto& [title, text] : m_facts)
        if (!text->isHidden()) lines << title->text() + '\t' + text->toPlainText();
    return lines;
}

std::vector<ShareRow*> DetailsPanel::rows(List list) const {
    std::vector<ShareRow*> shown;
    for (auto* row : m_parts[static_cast<std::size_t>(list)].rows)
        if (!row->isHidden()) shown.push_back(row);
    return shown;
}

} // namespace candela

#include "moc_details_panel.cpp"
