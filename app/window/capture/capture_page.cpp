#include "app/window/capture/capture_page.h"

#include "app/window/capture/capture_facts.h"
#include "app/window/capture/capture_picture.h"
#include "app/window/capture/capture_view.h"
#include "app/window/capture/command_text.h"
#include "app/window/capture/facts_panel.h"
#include "app/window/capture/names_panel.h"
#include "app/window/editor/source_opener.h"
#include "app/window/opening/file_choice.h"
#include "app/window/widgets/line_icon.h"
#include "app/window/widgets/message_bar.h"
#include "model/analysis/samples/rooted_profile.h"
#include "model/base/memory_scope.h"
#include "model/formats/export_profile.h"
#include "views/filter/filter_bar.h"
#include "views/flame/flame_canvas.h"
#include "views/session/view_state_json.h"
#include "views/source/source_view.h"
#include "views/text/plain_text.h"
#include "views/timeline/timeline_view.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/strip.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace candela {
namespace {

/// A picture has the roots that are shown. Other formats hold the processes themselves and need no roots.
Result<QStringList> writeProfile(const std::string& path, std::shared_ptr<const Profile> profile,
                                 ValueTypeIndex value, const Filter& filter,
                                 const std::optional<SampleKey>& roots, Task& task) {
    const auto* format = TRY(formatToWrite(path));
    auto part = TRY(exportedPart(std::move(profile), value, filter, task));
    if (roots && format->name == "svg")
        part = std::make_shared<const Profile>(
            TRY(rootedProfile(*part, *roots, BelowRoots::Stacks, task)).profile);
    QStringList losses;
    for (const auto& loss : TRY(storeProfile(*part, *format, path, task)))
        losses << plainText(loss);
    return losses;
}

} // namespace

CapturePage::CapturePage(QString path, std::shared_ptr<const Profile> profile, QWidget* parent)
    : Page(parent), m_path(std::move(path)), m_message(new MessageBar(this)),
      m_timeMessage(new MessageBar(this)), m_view(new CaptureView(m_session, this)),
      m_facts(new FactsPanel(this)), m_names(new NamesPanel(this)), m_side(createSide()) {
    auto* strip = m_view->strip();
    // In a narrow window, the two go on in the next line together.
    auto* summaryAndFacts = new QWidget(strip);
    summaryAndFacts->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    auto* words = new QHBoxLayout(summaryAndFacts);
    words->setContentsMargins(0, 0, 0, 0);
    words->setSpacing(8);
    auto* summary =
        new ElidedLabel(captureSummary(*profile), summaryAndFacts, ElidedLabel::Shortening::Parts);
    summary->setForegroundRole(QPalette::PlaceholderText);
    summary->setVisible(!summary->text().isEmpty());
    words->addWidget(summary);
    m_factsButton =
        strip->addButton(tr("Facts"), tr("Facts about this capture, and how complete it is (Ctrl+I)"));
    words->addWidget(m_factsButton);
    strip->row()->addWidget(summaryAndFacts);
    m_factsButton->setIcon(lineIcon("information"));
    m_factsButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_factsButton->setCheckable(true);
    m_factsButton->setShortcut(Qt::CTRL | Qt::Key_I);
    connect(m_factsButton, &QToolButton::toggled, this, &CapturePage::showFacts);
    auto* splitter = new QSplitter(this);
    splitter->addWidget(m_view);
    splitter->addWidget(m_side);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 0);
    splitter->setChildrenCollapsible(false);
    m_side->hide();
    auto* column = tightColumn(this);
    column->addWidget(m_message);
    column->addWidget(m_timeMessage);
    column->addWidget(splitter, 1);
    m_session.setProfile(profile);
    m_history.forget();
    m_firstView = currentView();
    showWarnings();
    auto& times = m_session.timeComparison();
    times.setOffered(true);
    connect(&times, &TimeComparison::changed, this, &CapturePage::showTimeComparison);
    connect(&times, &TimeComparison::wanted, this, &CapturePage::timesWanted);
    connect(m_timeMessage, &MessageBar::hidden, &times, &TimeComparison::forget);
    showTimeComparison();
    new SourceOpener(m_session, *m_message, this);
    auto* picture = new CapturePicture(m_session, this);
    connect(picture, &CapturePicture::drawn, this, &CapturePage::pictureDrawn);
    connect(m_names, &NamesPanel::named, this, &CapturePage::takeNames);
}

CapturePage::~CapturePage() = default;

QString CapturePage::title() const {
    return m_path == "-" ? tr("Standard input") : QFileInfo(m_path).fileName();
}

void CapturePage::focusSearch() {
    m_view->filterBar()->focusSearch();
}

void CapturePage::focusContent() {
    m_view->focusView();
}

void CapturePage::showDetails(bool isShown) {
    m_view->showDetails(isShown);
}

std::optional<bool> CapturePage::showsIdle() const {
    const auto* canvas = m_view->timeline()->canvas();
    return canvas->offersIdle() ? std::optional(canvas->isIdleShown()) : std::nullopt;
}

void CapturePage::showIdle(bool isShown) {
    m_view->timeline()->canvas()->setIdleShown(isShown);
}

void CapturePage::openSource() {
    m_view->openSource();
}

void CapturePage::showView(const QString& name) {
    m_view->showView(name);
}

void CapturePage::showFacts(bool areShown) {
    m_factsButton->setChecked(areShown);
    if (areShown && !m_facts->widget()) {
        m_facts->setProfile(m_session.profile());
        m_names->setProfile(m_session.profile());
    }
    m_side->setVisible(areShown);
}

QWidget* CapturePage::createSide() {
    auto* side = new QWidget(this);
    auto* column = tightColumn(side);
    column->addWidget(m_facts, 1);
    column->addWidget(m_names);
    return side;
}

/// `annotate` for the source view, a list of functions for the functions, the call tree for all others.
QString CapturePage::command() const {
    const auto* source = qobject_cast<const SourceView*>(m_view->view());
    if (source && source->shown())
        return annotateCommand(m_session.viewState(), *m_session.profile(), m_path, source->shown()->function,
                               source->inlined(), storedCodeSources());
    const auto shape = m_view->shownView() == "functions" ? ReportShape::List : ReportShape::Tree;
    return reportCommand(m_session.viewState(), *m_session.profile(), m_path, shape);
}

QWidget* CapturePage::picture() {
    return m_view->view();
}

std::vector<FunctionAction> CapturePage::functionActions() {
    const auto& shown = m_session.shown();
    if (shown.isEmpty()) return {};
    return candela::functionActions(m_session, shown.groups(), groupOf(shown.groups(), m_session.selected()));
}

/// The samples are the same: filter, zoom and search stay.
void CapturePage::takeNames(const std::shared_ptr<const Profile>& profile) {
    m_session.setProfile(profile);
    m_facts->setProfile(profile);
}

void CapturePage::continueFrom(const CaptureView& live) {
    m_session.takeView(live.session());
    m_history.forget();
    m_view->showView(live.shownView());
}

QJsonObject CapturePage::currentView() const {
    return {{"shown", m_view->shownView()},
            {"state", viewStateToJson(m_session.viewState(), *m_session.profile())},
            {"selection", selectionToJson(m_session.selected())}};
}

std::optional<QJsonObject> CapturePage::keptView() const {
    auto view = currentView();
    return view == m_firstView ? QJsonObject() : view;
}

/// Undo goes back to the view without any choice.
bool CapturePage::showKept(const QJsonObject& view) {
    const auto state = viewStateFromJson(view["state"].toObject(), *m_session.profile());
    if (!state) return false;
    m_session.restore(*state, selectionFromJson(view["selection"].toObject()));
    m_view->showView(view["shown"].toString());
    return true;
}

void CapturePage::takeNote(const QString& sentence) {
    m_notes << sentence;
    showWarnings();
}

void CapturePage::showError(const Error& error) {
    m_message->showError({}, error);
}

void CapturePage::showWarnings() {
    const auto& profile = *m_session.profile();
    auto sentences = m_notes;
    if (const auto lost = lossSummary(profile); !lost.isEmpty()) sentences << asSentence(lost);
    if (!profile.warnings.empty()) sentences << asSentence(modelText(profile.warnings.front()));
    if (profile.warnings.size() > 1)
        sentences << tr("%Ln more warnings are among the facts.", "",
                        static_cast<int>(profile.warnings.size()) - 1);
    if (sentences.isEmpty()) return;
    const bool hasWarnings = sentences.size() > m_notes.size();
    m_message->showMessage(hasWarnings ? MessageBar::Kind::Warning : MessageBar::Kind::Note,
                           sentences.join(' '));
    if (!hasWarnings) return;
    m_message->addButton(tr("Facts"), [this] { showFacts(true); });
}

void CapturePage::showTimes(const TimeRanges& times) {
    if (times.size() != 1) return;
    auto filter = m_session.filter();
    filter.time = times.front();
    m_session.setFilter(filter);
}

/// The base, and what to do next. The bar stays as high while a time is being selected.
void CapturePage::showTimeComparison() {
    auto& times = m_session.timeComparison();
    const auto& base = times.base();
    if (!base) return m_timeMessage->clear();
    constexpr auto with = TimeComparison::With::AnotherRange;
    const auto& time = m_session.filter().time;
    const auto whyNot = times.whyNot(with);
    QString hint = tr("Select the other range: in the timeline, the flame chart or the heat map");
    if (whyNot.isEmpty())
        hint = tr("Compare it with %1").arg(plainText(timeRangesWords({*time})));
    else if (time && time != base)
        hint = whyNot;
    m_timeMessage->showMessage(MessageBar::Kind::Note,
                               tr("Base: %1.").arg(plainText(timeRangesWords({*base}))), hint);
    if (whyNot.isEmpty()) m_timeMessage->addButton(tr("Compare"), [&times] { times.use(with); });
    m_timeMessage->addButton(tr("Cancel"), [&times] { times.forget(); });
}

void CapturePage::exportAs(Extent extent) {
    const QFileInfo file(m_path);
    // Of the whole profile, a format that keeps all of it; but not the name of the file itself.
    const QString own = ".candela";
    const QString ending = extent == Extent::Shown ? ".svg" : m_path.endsWith(own) ? ".pb.gz" : own;
    const auto suggested = file.absolutePath() + "/" + file.completeBaseName() + ending;
    const auto path = chooseExport(this, suggested, extent);
    if (!path.isEmpty()) exportTo(path, extent);
}

void CapturePage::exportTo(const QString& path, Extent extent) {
    if (extent == Extent::Shown && path.endsWith(".png")) return exportPicture(path);
    m_export.start(
        [path = path.toStdString(), profile = m_session.profile(), value = m_session.value(),
         filter = extent == Extent::Shown ? m_session.filter() : Filter(),
         roots = m_session.roots()](Task& task) {
            return withinMemory([&] { return writeProfile(path, profile, value, filter, roots, task); });
        },
        [this, path](Result<QStringList> written) {
            if (!written) return m_message->showError(path, written.error());
            m_message->showMessage(MessageBar::Kind::Note, tr("Written to %1").arg(path),
                                   written->join(". "));
        });
}

/// Hidden views are not kept up to date: the picture is drawn when its tree has been computed.
void CapturePage::exportPicture(const QString& path) {
    m_view->showView("flamegraph");
    const auto* canvas = m_view->view()->findChild<FlameCanvas*>();
    if (!m_session.isBusy() && !canvas->isPending()) return savePictureTo(path);
    connect(
        canvas, &FlameCanvas::treeChanged, this, [this, path] { savePictureTo(path); },
        Qt::ConnectionType(Qt::QueuedConnection | Qt::SingleShotConnection));
}

void CapturePage::savePictureTo(const QString& path) {
    if (const auto saved = savePicture(*m_view->view(), path); !saved)
        m_message->showError(path, saved.error());
    else
        m_message->showMessage(MessageBar::Kind::Note, tr("Written to %1").arg(path));
}

} // namespace candela

#include "moc_capture_page.cpp"
