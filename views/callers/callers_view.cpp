#include "views/callers/callers_view.h"

#include "views/flame/flame_canvas.h"
#include "views/flame_graph/flame_map.h"
#include "views/flame_graph/look_groups.h"
#include "views/flame_graph/zoom_strip.h"
#include "views/session/call_node_text.h"
#include "views/tables/call_tree_view.h"
#include "views/text/plain_text.h"
#include "views/text/root_text.h"
#include "views/widgets/choice_menu.h"
#include "views/widgets/choice_strip.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/item_line.h"
#include "views/widgets/strip.h"

#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace candela {

CallersView::CallersView(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_title(new ElidedLabel({}, this)),
      m_refresh(new WhenVisible(this, [this] { refresh(); })) {
    auto* halves = new QSplitter(Qt::Vertical, this);
    m_callers = createHalf(FunctionSide::Part::Callers, halves);
    m_callees = createHalf(FunctionSide::Part::Callees, halves);
    halves->setChildrenCollapsible(false);
    halves->setSizes({500, 500});
    halves->setFocusProxy(m_callers.canvas);
    setFocusProxy(m_callers.canvas);
    m_stack = new MessageStack(halves, this);
    auto* column = tightColumn(this);
    column->addWidget(createStrip());
    column->addWidget(m_stack, 1);

    for (const auto signal : {&Session::profileChanged, &Session::valueChanged, &Session::filterChanged,
                              &Session::groupingChanged, &Session::searchChanged, &Session::weightsChanged})
        connect(&session, signal, m_refresh, &WhenVisible::request);
    connect(&session, &Session::selectedChanged, this, &CallersView::followSelection);
    connect(&session, &Session::viewRequested, this, [this](const QString& name) {
        if (name == "callers") open(m_session.selectedFunction());
    });
    connect(&session, &Session::matchRequested, this, [this](MatchStep step) {
        if (isVisible()) (m_callers.canvas->hasFocus() ? m_callers : m_callees).canvas->selectMatch(step);
    });
    const auto addKey = [this](const QKeySequence& keys, void (CallersView::*run)()) {
        auto* shortcut = new QShortcut(keys, this);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, run);
    };
    addKey(Qt::ALT | Qt::Key_Left, &CallersView::goBack);
    addKey(Qt::ALT | Qt::Key_Right, &CallersView::goForward);
    m_refresh->request();
}

Strip* CallersView::createStrip() {
    auto* strip = new Strip(Strip::Line::Below, this);
    m_back = strip->addButton("←", tr("Back to the function before (Alt+Left)"));
    m_forward = strip->addButton("→", tr("Forward again (Alt+Right)"));
    connect(m_back, &QToolButton::clicked, this, &CallersView::goBack);
    connect(m_forward, &QToolButton::clicked, this, &CallersView::goForward);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // a long name makes no further lines
    strip->row()->addWidget(m_title, 1);
    m_look = new ChoiceStrip({tr("Flame graphs"), tr("Tables")}, strip);
    connect(m_look, &ChoiceStrip::chosen, this,
            [this](int choice) { setLook(choice == 0 ? Look::FlameGraphs : Look::Tables); });
    strip->row()->addWidget(m_look);
    auto* boxes = new ChoiceMenu(tr("Look ▾"), strip);
    boxes->setToolTip(tr("How boxes are named, and what their colours stand for"));
    boxes->setAccessibleName(boxes->toolTip());
    addColours(*boxes, {m_callers.canvas, m_callees.canvas});
    addNameForms(*boxes, {m_callers.canvas, m_callees.canvas});
    addMapPresence(*boxes, {m_callers.map, m_callees.map});
    strip->row()->addWidget(boxes);
    return strip;
}

CallersView::Half CallersView::createHalf(FunctionSide::Part part, QWidget* parent) {
    const bool isCallers = part == FunctionSide::Part::Callers;
    Half half;
    half.side = new FunctionSide(m_session, part, this);
    auto& session = half.side->session();
    auto* widget = new QWidget(parent);
    auto* column = tightColumn(widget);
    auto* head = new Strip(Strip::Line::Below, widget);
    head->addLabel(isCallers ? tr("Callers") : tr("Callees"));
    half.words = new ItemLine(head);
    head->row()->addWidget(half.words, 1);

    half.canvas = new FlameCanvas(session, widget);
    half.canvas->setAccessibleName(isCallers ? tr("Flame graph of the callers")
                                             : tr("Flame graph of the callees"));
    half.canvas->setDirection(isCallers ? Direction::Inverted : Direction::TopDown);
    half.canvas->setRootSide(isCallers ? RootSide::Bottom : RootSide::Top);
    half.table = new CallTreeView(session, widget);
    half.table->hideStrip();
    half.table->setDirection(half.canvas->direction());
    half.table->treeView()->setAccessibleName(isCallers ? tr("Callers") : tr("Callees"));
    half.looks = new QStackedWidget(widget);
    auto* graph = new QWidget(half.looks);
    auto* rows = tightColumn(graph);
    rows->addWidget(new ZoomStrip(*half.canvas, session, graph));
    rows->addWidget(half.canvas, 1);
    half.looks->addWidget(graph);
    half.looks->addWidget(half.table);
    half.stack = new MessageStack(half.looks, widget);
    half.map = new FlameMap(*half.canvas, session);
    column->addWidget(head);
    column->addWidget(half.stack, 1);

    connect(half.side, &FunctionSide::functionRequested, this,
            [this] { open(m_session.selectedFunction()); });
    connect(half.table->treeView()->model(), &QAbstractItemModel::modelReset, half.table,
            [tree = half.table->treeView()] { tree->expand(tree->model()->index(0, 0)); });
    connect(half.canvas, &FlameCanvas::marksChanged, this, [words = half.words, canvas = half.canvas] {
        const auto marked = canvas->markedWords();
        marked.isEmpty() ? words->setHint({}) : words->setItems({marked});
    });
    connect(&session, &Session::weightsChanged, this,
            [this, isCallers] { updateMessage(isCallers ? m_callers : m_callees); });
    return half;
}

void CallersView::setLook(Look look) {
    for (const auto& half : {m_callers, m_callees})
        half.looks->setCurrentIndex(static_cast<int>(look));
    setFocusProxy(look == Look::FlameGraphs ? static_cast<QWidget*>(m_callers.canvas) : m_callers.table);
}

/// Follows a selection in another view. A selection in this view only marks: the shown function stays.
void CallersView::followSelection() {
    if (m_callers.side->isPassingOn() || m_callees.side->isPassingOn()) return;
    open(m_session.selectedFunction());
}

/// The function with the most self weight.
CallStep CallersView::hottestFunction() const {
    const auto& shown = m_session.shown();
    if (shown.isEmpty() || !shown.functions || shown.groups().grouping != Grouping::Function) return {};
    const auto& groups = shown.groups();
    const auto hottest = std::ranges::max_element(*shown.functions, {}, [&](const GroupWeight& row) {
        return groups.isRoot(row.group) || !groups[row.group].function ? -1 : std::abs(row.self);
    });
    return hottest == shown.functions->end() ? CallStep() : functionOf(groups, hottest->group);
}

void CallersView::open(const CallStep& function) {
    if (function.name.empty() || function == m_function) return;
    m_functions.add(function);
    showFunction(function);
}

void CallersView::goBack() {
    if (m_functions.canGoBack()) showFunction(CallStep(m_functions.goBack()));
}

void CallersView::goForward() {
    if (m_functions.canGoForward()) showFunction(CallStep(m_functions.goForward()));
}

void CallersView::showFunction(const CallStep& function) {
    m_function = function;
    m_refresh->request();
}

void CallersView::refresh() {
    if (!m_session.profile()) {
        m_functions.clear();
        m_function = {};
    }
    if (m_function.name.empty()) m_function = m_session.selectedFunction();
    if (m_function.name.empty()) m_function = hottestFunction();
    if (!m_function.name.empty()) m_functions.add(m_function);
    auto message = sessionMessage(m_session);
    if (message.isEmpty() && m_function.name.empty())
        message = {tr("No function is selected"), tr("Group by function, and select one in another view")};
    m_stack->setMessage(message);
    for (const auto& half : {m_callers, m_callees})
        half.side->follow(m_function.name);
    updateTitle();
}

void CallersView::updateTitle() {
    m_back->setEnabled(m_functions.canGoBack());
    m_forward->setEnabled(m_functions.canGoForward());
    QStringList words{codeText(m_function.name, m_function.module)};
    const auto& shown = m_session.shown();
    const bool hasWeights =
        !shown.isEmpty() && shown.functions && shown.groups().grouping == Grouping::Function;
    const auto group = hasWeights && !m_function.name.empty()
                           ? groupOf(shown.groups(), {m_function.name, {Direction::TopDown, {m_function}}})
                           : FrameGroupIndex();
    if (group) {
        const auto row = std::ranges::find(*shown.functions, group, &GroupWeight::group);
        if (!m_function.module.empty()) words << plainText(m_function.module);
        if (row != shown.functions->end())
            words << tr("self %1 (%2)")
                         .arg(weightText(row->self, shown.unit()), shareText(row->self, shown.magnitude()))
                  << tr("total %1 (%2)")
                         .arg(weightText(row->total, shown.unit()), shareText(row->total, shown.magnitude()));
    }
    // A narrow title loses parameters and arguments before the numbers.
    auto shorter = words;
    shorter.front() = shortCodeText(m_function.name, m_function.module);
    constexpr auto separator = "  ·  ";
    m_title->setText(words.join(separator), shorter.join(separator));
}

void CallersView::updateMessage(const Half& half) {
    auto& session = half.side->session();
    auto message = sessionMessage(session);
    if (!message.isEmpty() && !session.shown().isEmpty() && session.failure().isEmpty())
        message = {tr("No sample of %1 passes the filters").arg(codeText(m_function.name, m_function.module)),
                   tr("Remove a filter above, or select another function")};
    half.stack->setMessage(message);
}

} // namespace candela

#include "moc_callers_view.cpp"
