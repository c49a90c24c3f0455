#include "app/window/compare/compare_page.h"

#include "app/window/capture/capture_facts.h"
#include "app/window/capture/command_text.h"
#include "app/window/editor/source_opener.h"
#include "app/window/opening/file_choice.h"
#include "app/window/widgets/distinct_names.h"
#include "app/window/widgets/message_bar.h"
#include "model/base/units.h"
#include "model/comparison/matching/named_functions.h"
#include "views/compared_code/code_comparison.h"
#include "views/comparison/comparison_view.h"
#include "views/filter/filter_bar.h"
#include "views/flame/flame_canvas.h"
#include "views/session/message_stack.h"
#include "views/session/view_state_json.h"
#include "views/text/number_text.h"
#include "views/text/plain_text.h"
#include "views/widgets/strip.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QJsonArray>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <string>

namespace candela {
namespace {

/// "1.2 s – 3.4 s"; empty for whole files.
QString timesOf(const SideFiles& side) {
    return plainText(timeRangesWords(side.times));
}

QString withTimes(const QString& text, const QString& separator, const SideFiles& side) {
    return side.times.empty() ? text : text + separator + timesOf(side);
}

QString shortName(const SideFiles& side) {
    const auto& files = side.files;
    const auto first = withTimes(QFileInfo(files.value(0)).fileName(), " ", side);
    return files.size() > 1 ? ComparePage::tr("%1 and %2 more").arg(first, countText(files.size() - 1))
                            : first;
}

/// Pixels for the names in a tab's title.
int roomInTab(const QFontMetrics& metrics) {
    constexpr int letters = 38; // a tab has room for 40
    return letters * metrics.averageCharWidth();
}

/// Both texts within this width; each has at least half of it.
QStringList elidedPair(const QStringList& texts, int room, const QFontMetrics& metrics) {
    const auto roomBeside = [&](int other) {
        return std::max(room / 2, room - metrics.horizontalAdvance(texts[other]));
    };
    return {metrics.elidedText(texts[0], Qt::ElideMiddle, roomBeside(1)),
            metrics.elidedText(texts[1], Qt::ElideMiddle, roomBeside(0))};
}

/// Both names in what a tab has room for. Tabs shorten a long title in its middle, which would make one name
/// of two, and names of recordings differ in their last digits only.
QStringList shortPair(const QStringList& names, const QFontMetrics& metrics) {
    const int room = roomInTab(metrics) - metrics.horizontalAdvance(QStringLiteral(" → "));
    if (metrics.horizontalAdvance(names[0] + names[1]) <= room) return names;
    return elidedPair(distinctNames(names), room, metrics);
}

enum class TimesForm { All, First, Begin };

/// Its times: all, the first one, or where that begins.
QString timesOf(const SideFiles& side, TimesForm form) {
    if (form == TimesForm::All || side.times.empty()) return timesOf(side);
    const auto& first = side.times.front();
    const auto text =
        plainText(form == TimesForm::First ? timeRangesWords({first})
                                           : formatDuration(std::max<std::int64_t>(first.begin, 0)));
    const bool isWhole = form == TimesForm::First && side.times.size() == 1;
    return isWhole ? text : ComparePage::tr("%1, …").arg(text);
}

/// The file's name and both times in what a tab has room for. The name is shortened first; then the first of
/// several times stands for all, without a name if there is no room for one; then its begin.
QString shortTimes(const QString& file, const SideFiles& base, const SideFiles& newSide,
                   const QFontMetrics& metrics) {
    const int room = roomInTab(metrics);
    QString both;
    for (const auto form : {TimesForm::All, TimesForm::First, TimesForm::Begin}) {
        both = ComparePage::tr("%1 → %2").arg(timesOf(base, form), timesOf(newSide, form));
        const int ofName = room - metrics.horizontalAdvance(ComparePage::tr("%1: %2").arg(QString(), both));
        if (ofName >= metrics.averageCharWidth() * 8)
            return ComparePage::tr("%1: %2").arg(metrics.elidedText(file, Qt::ElideMiddle, ofName), both);
        if (form == TimesForm::First && metrics.horizontalAdvance(both) <= room) return both;
    }
    return both;
}

/// The profile as it was opened, which is that of the side unless the side is a part of its time.
SharedProfile wholeOf(const LoadedProfiles& profiles, std::size_t side) {
    return profiles.whole.empty() ? profiles.sides[side] : profiles.whole[side];
}

QString nameOf(const QString& file) {
    return plainText(QFileInfo(file).fileName());
}

/// What the sides differ in: parts of the same files in their times. Empty where other files of several runs
/// are compared.
QStringList distinctSources(const SideFiles& base, const SideFiles& newSide) {
    const bool areSameFiles = base.files == newSide.files;
    if (areSameFiles && !base.times.empty() && !newSide.times.empty())
        return {timesOf(base), timesOf(newSide)};
    if (base.files.size() != 1 || newSide.files.size() != 1) return {{}, {}};
    const auto names = distinctNames({nameOf(base.files.first()), nameOf(newSide.files.first())});
    return {withTimes(names[0], "  ·  ", base), withTimes(names[1], "  ·  ", newSide)};
}

/// "4 runs: run-1.candela … run-4.candela", and the part of the time.
QString sourceName(const SideFiles& side) {
    const auto& files = side.files;
    const auto names = files.size() > 1
                           ? ComparePage::tr("%1 runs: %2 … %3")
                                 .arg(countText(files.size()), nameOf(files.first()), nameOf(files.last()))
                           : nameOf(files.value(0));
    return withTimes(names, "  ·  ", side);
}

QString sourceToolTip(const SideFiles& side) {
    QStringList lines;
    for (const auto& file : side.files)
        lines << plainText(file);
    return withTimes(lines.join('\n'), "\n", side);
}

} // namespace

ComparePage::ComparePage(const SideFiles& base, const SideFiles& newSide, const LoadedProfiles& profiles,
                         QWidget* parent)
    : Page(parent), m_base{base, profiles.sides[0], wholeOf(profiles, 0), &m_session.base()},
      m_newSide{newSide, profiles.sides[1], wholeOf(profiles, 1), &m_session.newSide()},
      m_facts(profiles.facts), m_message(new MessageBar(this)), m_view(new ComparisonView(m_session, this)),
      m_code(new CodeComparison(m_session, this)) {
    auto* column = tightColumn(this);
    column->addWidget(m_message);
    auto* rows = new QSplitter(Qt::Vertical, this);
    rows->setChildrenCollapsible(false);
    rows->addWidget(m_view);
    rows->addWidget(m_code);
    rows->setSizes({600, 300});
    m_code->hide();
    connect(m_code, &CodeComparison::closed, this, [this] {
        m_code->hide();
        focusContent();
    });
    column->addWidget(rows, 1);
    for (auto* side : {&m_session.base(), &m_session.newSide()})
        new SourceOpener(*side, *m_message, this);
    const auto shorter = distinctSources(base, newSide);
    m_view->setSource(ComparisonPart::Base, sourceName(base), shorter[0], sourceToolTip(base));
    m_view->setSource(ComparisonPart::New, sourceName(newSide), shorter[1], sourceToolTip(newSide));
    m_session.setProfiles(*profiles.compared);
    m_session.history().forget();
    m_firstView = currentView();
    followSide(m_base);
    followSide(m_newSide);
    connect(&m_session, &ComparisonSession::normalizeChanged, this, &ComparePage::showWarnings);
    showWarnings();
}

void ComparePage::followSide(const ComparedSide& side) {
    connect(side.session, &Session::viewRequested, this, [this, &side](const QString& view) {
        if (view == "source")
            showCode();
        else if (!ComparisonView::shows(view))
            emit sideWanted(side, view);
    });
}

/// Rows of a part have the same numbers as those of its capture, so that picked processes stay picked.
void ComparePage::beginWith(const ViewState& view) {
    for (auto* side : {&m_session.base(), &m_session.newSide()}) {
        auto state = side->viewState();
        state.value = view.value;
        state.filter = view.filter;
        state.filter.time.reset();
        state.grouping = view.grouping;
        state.search = view.search;
        side->setViewState(state);
    }
    m_session.history().forget();
}

Result<void> ComparePage::beginWith(const FirstView& view) {
    auto& base = m_session.base();
    if (view.filter) {
        base.setFilter(*view.filter);
        m_session.newSide().setFilter(*view.filter); // it follows the base, but keeps its picked processes
    }
    if (view.grouping) base.setGrouping(*view.grouping);
    if (view.normalize) m_session.setNormalize(*view.normalize);
    bool hasValue = true;
    if (!view.value.empty()) {
        const auto value = base.profile()->findValue(view.value);
        hasValue = value && m_session.newSide().profile()->findValue(view.value);
        if (hasValue) base.setValue(value); // the new side follows
    }
    m_session.history().forget();
    if (!hasValue) return noCommonValue(view.value);
    return {};
}

/// The source view of a comparison has the code of both builds.
void ComparePage::showCode() {
    m_code->show();
    m_code->setFocus();
}

void ComparePage::focusContent() {
    // The canvas is inside the stack that shows its messages.
    if (auto* stack = qobject_cast<MessageStack*>(m_view->baseCanvas()->parentWidget())) stack->focusShown();
}

QString ComparePage::title() const {
    const auto metrics = fontMetrics();
    if (m_base.files.files == m_newSide.files.files && !m_base.files.times.empty()) {
        return shortTimes(shortName({m_base.files.files}), m_base.files, m_newSide.files, metrics);
    }
    const auto names = shortPair({shortName(m_base.files), shortName(m_newSide.files)}, metrics);
    return tr("%1 → %2").arg(names[0], names[1]);
}

QString ComparePage::toolTip() const {
    return tr("Base: %1\nNew: %2")
        .arg(withTimes(m_base.files.files.join(", "), " ", m_base.files),
             withTimes(m_newSide.files.files.join(", "), " ", m_newSide.files));
}

void ComparePage::focusSearch() {
    if (auto* bar = m_view->findChild<FilterBar*>()) bar->focusSearch();
}

/// The new side's source, if it has the function: the files on this machine are likely those of the new
/// build.
void ComparePage::openSource() {
    auto& newSide = m_session.newSide();
    auto& side = newSide.selectedFunction().name.empty() ? m_session.base() : newSide;
    side.requestEditor(side.selectedLine());
}

QString ComparePage::command() const {
    // Some may be of other comparisons, whose functions are not here.
    const auto& base = m_base.session->shown();
    const auto& newSide = m_newSide.session->shown();
    auto choice = *m_session.choices().state();
    if (base.isEmpty() || newSide.isEmpty())
        choice.links.clear();
    else if (!choice.links.empty())
        choice.links = linksWithin(choice.links, base.groups(), newSide.groups());
    return diffCommand(m_base.session->viewState(), *m_base.profile, m_base.files, m_newSide.files,
                       normalizeName(m_session.normalize()), choice);
}

QWidget* ComparePage::picture() {
    return m_view;
}

void ComparePage::exportAs(Extent) {
    const auto path =
        QFileDialog::getSaveFileName(this, tr("Export"), "comparison.png", tr("Picture (*.png)"));
    if (path.isEmpty()) return;
    if (const auto saved = savePicture(*m_view, path); !saved)
        m_message->showError(path, saved.error());
    else
        m_message->showMessage(MessageBar::Kind::Note, tr("Written to %1").arg(path));
}

QJsonObject ComparePage::currentView() const {
    const auto side = [](const Session& session) {
        return viewStateToJson(session.viewState(), *session.profile());
    };
    QJsonArray pins;
    for (const auto& name : m_session.choices().pins())
        pins.append(QString::fromStdString(name));
    return {{"base", side(*m_base.session)},
            {"new", side(*m_newSide.session)},
            {"selection", selectionToJson(m_base.session->selected())},
            {"normalize", plainText(normalizeName(m_session.normalize()))},
            {"pins", pins}};
}

std::optional<QJsonObject> ComparePage::keptView() const {
    auto view = currentView();
    return view == m_firstView ? QJsonObject() : view;
}

/// The new side follows the base, except for its own processes and threads.
bool ComparePage::showKept(const QJsonObject& view) {
    auto& newSide = m_session.newSide();
    const auto base = viewStateFromJson(view["base"].toObject(), *m_session.base().profile());
    const auto other = viewStateFromJson(view["new"].toObject(), *newSide.profile());
    if (!base || !other) return false;
    m_session.base().restore(*base, selectionFromJson(view["selection"].toObject()));
    newSide.setFilter(other->filter);
    const auto normalize = normalizeFromName(view["normalize"].toString().toStdString());
    if (normalize && *normalize != m_session.normalize()) m_session.setNormalize(*normalize);
    std::set<std::string> pins;
    for (const auto& name : view["pins"].toArray())
        if (name.isString()) pins.insert(name.toString().toStdString());
    m_session.choices().setPins(std::move(pins));
    return true;
}

void ComparePage::takeNote(const QString& sentence) {
    m_notes << sentence;
    showWarnings();
}

void ComparePage::showWarnings() {
    auto sentences = m_notes;
    const auto add = [&](const QString& side, const Profile& profile) {
        if (const auto lost = lossSummary(profile); !lost.isEmpty())
            sentences << side + ": " + asSentence(lost);
        if (!profile.warnings.empty())
            sentences << side + ": " + asSentence(modelText(profile.warnings.front()));
    };
    add(tr("Base"), *m_base.profile);
    add(tr("New"), *m_newSide.profile);
    if (m_facts.size() == 2) {
        for (const auto& difference : sideDifferences(m_facts[0], m_facts[1], m_session.normalize()))
            sentences << plainText(sideDifferenceText(difference));
    }
    const auto kind = sentences == m_notes ? MessageBar::Kind::Note : MessageBar::Kind::Warning;
    if (sentences.isEmpty()) return m_message->clear();
    m_message->showMessage(kind, sentences.join(' '));
}

} // namespace candela

#include "moc_compare_page.cpp"
