#include "views/details/details_panel.h"

#include "model/base/memory_scope.h"
#include "views/details/time_histogram.h"
#include "views/session/call_node_text.h"
#include "views/text/number_text.h"
#include "views/text/plain_text.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QScrollBar>
#include <QTextEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace candela {

namespace {

constexpr int maximumNameLines = 12; // a longer name scrolls
constexpr std::size_t factCount = 4;

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

/// The text of a fact: selectable, and no wider than the panel.
QLabel* factLabel(QWidget* parent) {
    auto* label = plainLabel(parent);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setWordWrap(true);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
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

/// The path to the first call node of a group. Without the step of a root: it identifies the group, not a
/// node of a tree with roots.
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

QString weightFact(std::int64_t weight, const Shown& shown) {
    return QString("%1  (%2)").arg(weightText(weight, shown.unit()), shareText(weight, shown.magnitude()));
}

} // namespace

DetailsPanel::DetailsPanel(Session& session, QWidget* parent)
    : QScrollArea(parent), m_session(session), m_request(new WhenVisible(this, [this] { request(); })) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus); // what can be reached is in it
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

    m_name = new QTextEdit(m_content);
    m_name->setReadOnly(true);
    m_name->setFrameShape(QFrame::NoFrame);
    m_name->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_name->setTabChangesFocus(true);
    m_name->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // all of it is wrapped
    m_name->setAccessibleName(tr("Full name"));
    m_name->document()->setDocumentMargin(0);
    m_name->viewport()->setAutoFillBackground(false);
    auto font = m_name->font();
    font.setWeight(QFont::DemiBold);
    m_name->setFont(font);
    column->addWidget(m_name);

    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    for (std::size_t fact = 0; fact < factCount; ++fact) {
        m_facts.emplace_back(mutedText({}, m_content), factLabel(m_content));
        m_facts.back().first->setWordWrap(false);
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

/// A name that several functions have identifies none of them; then a call node has to.
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
    const DetailsRequest request{shown, m_session.filter(), group};
    m_job.start([request, computation = m_computation](
                    Task& task) { return withinMemory([&] { return computation->compute(request, task); }); },
                [this, request](Result<GroupDetails> details) {
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
        setRows(list, {}, 0);
    m_hint->setText(hint);
    m_hint->show();
}

void DetailsPanel::showDetails(const DetailsRequest& request, const GroupDetails& details) {
    const auto& shown = request.shown;
    m_hint->hide();
    const auto name = groupName(shown.groups(), request.group);
    if (m_name->toPlainText() != name) m_name->setPlainText(name);
    setFacts(request, details);
    m_times->setVisible(!details.slices.empty());
    const auto density = densityOf(kindOf(*shown.profile, shown.value));
    m_histogram->setContent({details.range, details.slices, details.sliceLength, request.filter.time, density,
                             std::string(shown.unit())});
    setNeighbours(List::Callers, shown, details.callers);
    setNeighbours(List::Callees, shown, details.callees);
    const bool hasProcesses = !shown.profile->processes.empty();
    setShares(List::Processes, shown, hasProcesses ? details.processes : std::vector<GroupShare>());
    setShares(List::Threads, shown, hasProcesses ? details.threads : std::vector<GroupShare>());
    m_content->show();
    fitName();
}

void DetailsPanel::setFacts(const DetailsRequest& request, const GroupDetails& details) {
    const auto& shown = request.shown;
    const std::array<std::pair<QString, QString>, factCount> facts{{
        {tr("Self"), weightFact(details.self, shown)},
        {tr("Total"), weightFact(details.total, shown)},
        {tr("Module"), moduleText(shown.groups(), request.group)},
        {tr("Source"), sourceLocation(*shown.profile, shown.groups()[request.group])},
    }};
    for (std::size_t fact = 0; fact < factCount; ++fact) {
        m_facts[fact].first->setText(facts[fact].first);
        // A path has no spaces where it could be wrapped.
        auto text = facts[fact].second;
        m_facts[fact].second->setText(text.replace('/', QString("/\u200b")));
        m_facts[fact].first->setVisible(!facts[fact].second.isEmpty());
        m_facts[fact].second->setVisible(!facts[fact].second.isEmpty());
    }
}

void DetailsPanel::setNeighbours(List list, const Shown& shown,
                                 const std::vector<GroupNeighbour>& neighbours) {
    auto& steps = m_steps[static_cast<std::size_t>(list)];
    steps.clear();
    std::vector<ShareWords> rows;
    for (const auto& [group, weight] : neighbours) {
        if (rows.size() == maximumRows) break;
        steps.push_back(group ? stepOf(shown.groups(), group) : CallStep());
        const auto name = group ? groupName(shown.groups(), group) : tr("(none: start of the stack)");
        rows.push_back(shareWords(name, weight, shown));
    }
    setRows(list, rows, neighbours.size());
    const auto& part = m_parts[static_cast<std::size_t>(list)];
    for (std::size_t row = 0; row < rows.size(); ++row)
        part.rows[row]->setEnabled(!steps[row].name.empty());
}

void DetailsPanel::setShares(List list, const Shown& shown, const std::vector<GroupShare>& shares) {
    std::vector<ShareWords> rows;
    for (const auto& share : shares)
        if (rows.size() < maximumRows) rows.push_back(shareWords(plainText(share.name), share.weight, shown));
    setRows(list, rows, shares.size());
}

void DetailsPanel::setRows(List list, const std::vector<ShareWords>& rows, std::size_t all) {
    const auto& part = m_parts[static_cast<std::size_t>(list)];
    for (std::size_t row = 0; row < part.rows.size(); ++row) {
        if (row < rows.size()) part.rows[row]->setWords(rows[row]);
        part.rows[row]->setVisible(row < rows.size());
    }
    part.more->setText(tr("%1 more").arg(countText(all - rows.size())));
    part.more->setVisible(all > rows.size());
    part.widget->setVisible(!rows.empty());
}

QString DetailsPanel::name() const {
    return m_name->toPlainText();
}

QStringList DetailsPanel::facts() const {
    QStringList lines;
    for (const auto& [title, text] : m_facts)
        if (!text->isHidden()) lines << title->text() + '\t' + text->text().remove(QChar(0x200b));
    return lines;
}

std::vector<ShareRow*> DetailsPanel::rows(List list) const {
    std::vector<ShareRow*> shown;
    for (auto* row : m_parts[static_cast<std::size_t>(list)].rows)
        if (!row->isHidden()) shown.push_back(row);
    return shown;
}

/// As high as its text, which depends on the panel's width.
void DetailsPanel::fitName() {
    const auto margins = m_column->contentsMargins();
    const int width = viewport()->width() - margins.left() - margins.right();
    const int maximumHeight = m_name->fontMetrics().lineSpacing() * maximumNameLines;
    const auto heightAt = [this](int textWidth) {
        m_name->document()->setTextWidth(textWidth);
        return static_cast<int>(m_name->document()->size().height()) + 2;
    };
    const int height = heightAt(width);
    const bool scrolls = height > maximumHeight;
    m_name->setVerticalScrollBarPolicy(scrolls ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    if (scrolls) heightAt(width - m_name->verticalScrollBar()->sizeHint().width());
    m_name->setFixedHeight(std::min(height, maximumHeight));
}

void DetailsPanel::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    fitName();
}

void DetailsPanel::changeEvent(QEvent* event) {
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_name) fitName();
}

} // namespace candela
