#include "views/source/source_view.h"

#include "model/base/memory_scope.h"
#include "views/filter/context_menus.h"
#include "views/filter/function_actions.h"
#include "views/session/call_node_text.h"
#include "views/source/annotation_pane.h"
#include "views/source/code_item_model.h"
#include "views/source/code_sources_menu.h"
#include "views/source/source_item_model.h"
#include "views/source/source_messages.h"
#include "views/text/plain_text.h"
#include "views/text/root_text.h"
#include "views/widgets/choice_strip.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/item_line.h"
#include "views/widgets/row_menu.h"
#include "views/widgets/strip.h"

#include <QLabel>
#include <QScrollBar>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace candela {

namespace {

constexpr int moment = 150; // milliseconds

} // namespace

SourceView::SourceView(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_lines(new SourceItemModel), m_instructions(new CodeItemModel),
      m_files(new CodeSourcesMenu(this)), m_refresh(new WhenVisible(this, [this] { refresh(); })),
      m_computation(std::make_shared<ShownFunctionComputation>()) {
    createPanes();
    auto* foot = new Strip(Strip::Line::Above, this);
    m_words = new ItemLine(foot);
    foot->row()->addWidget(m_words, 1);
    auto* column = tightColumn(this);
    column->addWidget(createStrip());
    column->addWidget(m_stack, 1);
    column->addWidget(foot);
    m_slow.setSingleShot(true);
    m_slow.setInterval(moment);
    connect(&m_slow, &QTimer::timeout, this, &SourceView::showLoading);
    connectSession();
    updateStrip();
    m_refresh->request();
}

void SourceView::createPanes() {
    auto* splitter = new QSplitter(this);
    m_source = new AnnotationPane(m_lines, tr("Source"), splitter);
    m_code = new AnnotationPane(m_instructions, tr("Instructions"), splitter);
    m_active = m_source;
    splitter->addWidget(m_source);
    splitter->addWidget(m_code);
    splitter->setChildrenCollapsible(false);
    splitter->setSizes({450, 550}); // instructions have more columns
    splitter->setFocusProxy(m_source->table());
    setFocusProxy(m_source->table());
    m_stack = new MessageStack(splitter, this);
    connect(m_source->table(), &AnnotationTable::rowChosen, this, &SourceView::chooseLine);
    connect(m_code->table(), &AnnotationTable::rowChosen, this, &SourceView::chooseInstruction);
    connect(m_source->table(), &QTableView::activated, this,
            [this](const QModelIndex& index) { followLine(index.row()); });
    connect(m_code->table(), &QTableView::activated, this,
            [this](const QModelIndex& index) { followInstruction(index.row()); });
    for (auto* pane : {m_source, m_code}) {
        connect(pane->table(), &AnnotationTable::stepWanted, this, [this, pane](AnnotationStep wanted) {
            m_active = pane;
            step(wanted);
        });
        new RowMenu(
            pane->table(), [this, pane](const QModelIndex& index) { return createMenu(pane, index.row()); },
            [this](const QModelIndex&, const QKeyEvent& event) {
                const auto group = shownGroup();
                return group &&
                       runAction(functionActions(m_session, m_session.shown().groups(), group), event);
            });
    }
}

Strip* SourceView::createStrip() {
    auto* strip = new Strip(Strip::Line::Below, this);
    const auto addStep = [&](const QString& sign, const QString& toolTip, AnnotationStep wanted) {
        auto* button = strip->addButton(sign, toolTip);
        connect(button, &QToolButton::clicked, this, [this, wanted] { step(wanted); });
        return button;
    };
    m_back = addStep("←", tr("Back to the previous function (Alt+Left)"), AnnotationStep::Back);
    m_forward = addStep("→", tr("Forward again (Alt+Right)"), AnnotationStep::Forward);
    m_title = new ElidedLabel({}, strip);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // a long name makes no further lines
    strip->row()->addWidget(m_title, 1);
    m_state = strip->addLabel();
    addStep(tr("Hotter"), tr("To the next hotter row (Alt+Up)"), AnnotationStep::Hotter);
    addStep(tr("Cooler"), tr("To the next cooler row (Alt+Down)"), AnnotationStep::Cooler);
    m_inlinedChoice = new ChoiceStrip({tr("At its line"), tr("At the call")}, strip);
    m_inlinedChoice->setChoiceToolTip(0, tr("Weights of inlined code are at its own lines"));
    m_inlinedChoice->setChoiceToolTip(1, tr("Weights of inlined code are at the line that calls it"));
    strip->addNamed(tr("Inlined code"), m_inlinedChoice);
    connect(m_inlinedChoice, &ChoiceStrip::chosen, this, [this](int choice) {
        m_inlined = choice == 0 ? InlinedCode::AtItsLine : InlinedCode::AtTheCall;
        m_job.cancel();
        m_refresh->request();
    });
    // The click opens the menu: a menu set on the button would add an arrow below the text.
    auto* files = strip->addButton(tr("Files ▾"), tr("Where source and machine code are looked for"));
    connect(files, &QToolButton::clicked, this,
            [this, files] { m_files->popup(files->mapToGlobal(QPoint(0, files->height()))); });
    connect(m_files, &CodeSourcesMenu::changed, this, [this] {
        m_job.cancel();
        m_refresh->request();
    });
    return strip;
}

void SourceView::connectSession() {
    connect(&m_session, &Session::profileChanged, this, [this] {
        if (!m_session.profile()) reset();
        updateMessage();
    });
    connect(&m_session, &Session::weightsChanged, m_refresh, &WhenVisible::request);
    connect(&m_session, &Session::busyChanged, this, [this] {
        if (m_isWaiting && !m_session.isBusy()) m_refresh->request();
    });
    connect(&m_session, &Session::selectedChanged, this, &SourceView::followSelection);
}

void SourceView::reset() {
    m_job.cancel();
    m_slow.stop();
    m_functions.clear();
    m_wanted = {};
    m_failure = {};
    m_isOutdated = false;
    m_loading.reset();
    m_computation = std::make_shared<ShownFunctionComputation>();
    showFunction(nullptr);
}

/// Follows another view's selection; groups that are not functions change nothing.
void SourceView::followSelection() {
    if (m_isFollowing) return;
    const auto function = m_session.selectedFunction();
    const bool isSame = function.name == m_wanted.name && function.module == m_wanted.module;
    if (!function.name.empty() && !isSame) open(function);
}

void SourceView::open(const CallStep& function) {
    m_wanted = function;
    m_functions.add(function);
    m_job.cancel();
    m_refresh->request();
}

void SourceView::refresh() {
    updateMessage();
    // Waits for the session, because the weights match the filter only when it has finished.
    m_isWaiting = m_session.isBusy();
    if (m_isWaiting || m_session.shown().isEmpty() || !m_session.failure().isEmpty()) return;
    if (m_wanted.name.empty()) {
        m_wanted = m_session.selectedFunction();
        if (!m_wanted.name.empty()) m_functions.add(m_wanted);
    }
    const bool isSnapshot = m_loading != m_session.shown().profile;
    if (m_job.isRunning() && isSnapshot)
        m_isOutdated = true;
    else
        startLoading();
}

void SourceView::startLoading() {
    m_isOutdated = false;
    const auto& shown = m_session.shown();
    m_loading = shown.profile;
    ShownFunctionRequest request{shown.profile, shown.weights, shown.value,        m_session.filter(),
                                 m_wanted,      m_inlined,     storedCodeSources()};
    m_job.start([computation = m_computation, request = std::move(request)](
                    Task& task) { return withinMemory([&] { return computation->compute(request, task); }); },
                [this](Loaded loaded) { accept(std::move(loaded)); });
    if (!m_slow.isActive()) m_slow.start();
    updateStrip();
}

/// If reading a function takes long, shows a message instead of the previous function.
void SourceView::showLoading() {
    if (!m_job.isRunning()) return;
    m_state->setText(tr("Loading…"));
    const bool isOther = !m_shown || m_shown->function.name != m_wanted.name;
    if (isOther && !m_wanted.name.empty())
        m_failure = {tr("Reading the code of %1…").arg(codeText(m_wanted.name, m_wanted.module)), {}};
    updateMessage();
}

void SourceView::accept(Loaded loaded) {
    m_slow.stop();
    m_state->clear();
    m_failure = {};
    if (loaded) {
        if (m_wanted.name.empty()) {
            m_wanted = (*loaded)->function;
            m_functions.add(m_wanted);
        }
        showFunction(std::move(*loaded));
    } else {
        m_failure = {plainText(loaded.error().message), plainText(loaded.error().hint)};
        showFunction(nullptr);
    }
    if (m_isOutdated) startLoading();
}

void SourceView::showFunction(std::shared_ptr<const ShownFunction> shown) {
    const bool isSame = m_shown && shown && m_shown->function == shown->function;
    const int chosen = m_active->table()->chosenRow();
    const auto key = isSame && chosen >= 0 ? m_active->model().rowKey(chosen) : QString();
    const int sourceScroll = m_source->table()->verticalScrollBar()->value();
    const int codeScroll = m_code->table()->verticalScrollBar()->value();
    m_shown = std::move(shown);
    m_source->table()->setShown(m_shown);
    m_code->table()->setShown(m_shown);
    m_source->setMessage(m_shown ? sourceMessage(*m_shown) : ViewMessage());
    m_code->setMessage(m_shown ? codeMessage(*m_shown) : ViewMessage());
    m_source->setNote(m_shown ? sourceNote(*m_shown) : QString());
    m_code->setNote(m_shown ? codeNote(*m_shown) : QString());
    m_files->setMissing(m_shown ? missingFiles(*m_shown) : QStringList());
    if (m_shown)
        m_words->setItems({functionWords(*m_shown)});
    else
        m_words->setHint({});
    updateStrip();
    updateMessage();
    if (!m_shown) return;
    const bool hasLines = sourceMessage(*m_shown).isEmpty();
    m_stack->widget(0)->setFocusProxy((hasLines ? m_source : m_code)->table());
    const int row = key.isEmpty() ? -1 : m_active->model().rowOf(key);
    if (row < 0) return (hasLines ? m_source : m_code)->chooseHottest();
    m_active->table()->chooseRow(row);
    // If only the weights are new, the lists do not scroll.
    m_source->table()->verticalScrollBar()->setValue(sourceScroll);
    m_code->table()->verticalScrollBar()->setValue(codeScroll);
}

void SourceView::updateMessage() {
    auto message = sessionMessage(m_session);
    if (message.isEmpty()) message = m_failure;
    m_stack->setMessage(message);
}

void SourceView::updateStrip() {
    m_back->setEnabled(m_functions.canGoBack());
    m_forward->setEnabled(m_functions.canGoForward());
    m_title->setText(codeText(m_wanted.name, m_wanted.module), shortCodeText(m_wanted.name, m_wanted.module));
}

void SourceView::step(AnnotationStep wanted) {
    if (wanted == AnnotationStep::Hotter || wanted == AnnotationStep::Cooler) return m_active->step(wanted);
    const bool isBack = wanted == AnnotationStep::Back;
    if (!(isBack ? m_functions.canGoBack() : m_functions.canGoForward())) return;
    openCallee(isBack ? m_functions.goBack() : m_functions.goForward());
}

void SourceView::chooseLine(int row) {
    if (!m_shown) return;
    m_active = m_source;
    const auto linked = m_shown->rows.instructionsOfLines.of(static_cast<std::size_t>(row));
    m_lines->setLinked({});
    m_instructions->setLinked(linked);
    m_code->table()->clearSelection();
    if (linked.empty()) return;
    const auto hottest = std::ranges::max_element(
        linked, {}, [this](std::uint32_t each) { return m_instructions->heatOf(static_cast<int>(each)); });
    m_code->table()->showRow(static_cast<int>(*hottest));
}

void SourceView::chooseInstruction(int row) {
    if (!m_shown) return;
    m_active = m_code;
    const auto lines = m_shown->rows.linesOfInstructions.of(static_cast<std::size_t>(row));
    m_lines->setLinked(lines);
    m_instructions->setLinked(lines.empty() ? lines : m_shown->rows.instructionsOfLines.of(lines.front()));
    m_source->table()->clearSelection();
    if (!lines.empty()) m_source->table()->showRow(static_cast<int>(lines.front()));
}

void SourceView::followLine(int row) {
    if (m_shown) openCallee(m_shown->calleeOfLine(static_cast<std::size_t>(row)));
}

void SourceView::followInstruction(int row) {
    if (!m_shown) return;
    if (const int target = m_instructions->jumpTarget(row); target >= 0)
        m_code->table()->chooseRow(target);
    else
        openCallee(m_shown->calleeOfCode(static_cast<std::size_t>(row)));
}

/// Selects the function, which the other views follow.
void SourceView::openCallee(const CallStep& function) {
    if (function.name.empty()) return;
    open(CallStep(function));
    m_isFollowing = true;
    if (m_session.grouping() == Grouping::Function) m_session.setSelected({function.name, {}});
    m_isFollowing = false;
}

FrameGroupIndex SourceView::shownGroup() const {
    const auto& shown = m_session.shown();
    if (!m_shown || shown.isEmpty() || shown.groups().grouping != Grouping::Function) return {};
    const auto& function = m_shown->function;
    return groupOf(shown.groups(), {function.name, {Direction::TopDown, {function}}});
}

/// An instruction has the line of the innermost inlined code.
SourceLine SourceView::lineOfRow(const AnnotationPane* pane, int row) const {
    if (!m_shown) return {};
    SourceLine found{m_shown->function};
    if (row >= 0 && pane == m_code) {
        const auto lines = m_shown->rows.linesOfInstructions.of(static_cast<std::size_t>(row));
        row = lines.empty() ? -1 : static_cast<int>(lines.front());
    }
    if (row < 0) return found;
    const auto& chosen = m_shown->rows.source[static_cast<std::size_t>(row)];
    if (chosen.kind == SourceRow::Kind::Gap || (chosen.kind == SourceRow::Kind::Line && chosen.line == 0))
        return found;
    found.file = m_shown->sources[chosen.file].file;
    found.line = chosen.kind == SourceRow::Kind::File ? 1 : chosen.line;
    return found;
}

SourceLine SourceView::chosenLine() const {
    return lineOfRow(m_active, m_active->table()->chosenRow());
}

QMenu* SourceView::createMenu(AnnotationPane* pane, int row) {
    const auto group = shownGroup();
    auto* menu = group ? groupMenu(m_session, m_session.shown().groups(), group, this) : new QMenu(this);
    auto* before = menu->actions().value(0);
    const auto add = [&](const QString& text, const std::function<void()>& run) {
        auto* action = new QAction(text, menu);
        connect(action, &QAction::triggered, this, run);
        menu->insertAction(before, action);
        return action;
    };
    constexpr std::size_t shownCalls = 8;
    const auto& links = pane == m_source ? m_shown->rows.callsOfLines : m_shown->rows.callsOfInstructions;
    const auto calls = links.of(static_cast<std::size_t>(row));
    for (const auto call : calls.first(std::min(shownCalls, calls.size()))) {
        const auto callee = m_shown->stepOf(m_shown->calls[call].callee);
        auto name = menu->fontMetrics().elidedText(plainText(callee.name), Qt::ElideMiddle, 320);
        add(tr("Open “%1”").arg(name.replace("&", "&&")), [this, callee] { openCallee(callee); });
    }
    const int target = pane == m_code ? m_instructions->jumpTarget(row) : -1;
    if (target >= 0) add(tr("Follow the jump"), [this, target] { m_code->table()->chooseRow(target); });
    if (const auto line = lineOfRow(pane, row); !line.file.empty()) {
        auto* edit = add(tr("Open this line in the editor"), [this, line] { m_session.requestEditor(line); });
        edit->setShortcut(Qt::Key_F4);
        edit->setShortcutVisibleInContextMenu(true);
    }
    auto* copy = add(tr("Copy rows"), [pane] { pane->table()->copy(); });
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutVisibleInContextMenu(true);
    if (before) menu->insertSeparator(before);
    return menu;
}

} // namespace candela

#include "moc_source_view.cpp"
