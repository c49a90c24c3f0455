#include "views/compared_code/code_comparison.h"

#include "model/base/memory_scope.h"
#include "model/base/units.h"
#include "model/code/aligned_code_text.h"
#include "views/session/message_stack.h"
#include "views/tables/row_table.h"
#include "views/text/number_text.h"
#include "views/text/plain_text.h"
#include "views/text/short_text.h"
#include "views/widgets/choice_strip.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/strip.h"
#include "views/widgets/table_actions.h"

#include <QFontDatabase>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QShortcut>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace candela {

namespace {

/// "base 12.3 %, 88 instructions, 340 B".
QString sideWords(const QString& side, const ShownFunction& shown) {
    const auto self = shown.annotated.code.empty() ? shown.annotated.self + shown.annotated.inlinedSelf
                                                   : shown.annotated.code.front().self;
    const double share =
        shown.magnitude == 0 ? 0 : static_cast<double>(self) / static_cast<double>(shown.magnitude);
    const auto shareWords =
        CodeComparison::tr("%1 %2").arg(side, QString::fromStdString(formatShare(share, 1)));
    if (shown.annotated.code.empty()) return shareWords;
    const auto& code = shown.annotated.code.front();
    std::uint64_t bytes = 0;
    for (const auto& part : code.code->parts)
        bytes += part.bytes.size();
    return CodeComparison::tr("%1, %Ln instructions, %2", "", static_cast<int>(code.instructions.size()))
        .arg(shareWords)
        .arg(QString::fromStdString(formatBytes(bytes)));
}

/// What users can do. The hint of an annotation names options of the command line; the window has a menu.
QString whatToDo(const ShownCodeComparison& comparison) {
    if (comparison.hint.empty()) return {};
    return CodeComparison::tr("“Files” in the source view of one capture names folders to look in.");
}

ShownFunctionRequest requestOf(const Session& session, const std::string& function) {
    const auto& shown = session.shown();
    const auto group = groupOf(shown.groups(), {function, {}});
    const auto step = group ? functionOf(shown.groups(), group) : CallStep{function};
    return {shown.profile, shown.weights,          shown.value,        session.filter(),
            step,          InlinedCode::AtItsLine, storedCodeSources()};
}

} // namespace

CodeComparison::CodeComparison(ComparisonSession& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(new AlignedItemModel(this)), m_table(new QTableView(this)),
      m_title(new ElidedLabel), m_choice(new ChoiceStrip({tr("Assembly"), tr("Source")})),
      m_note(new QLabel), m_computations{std::make_shared<ShownFunctionComputation>(),
                                         std::make_shared<ShownFunctionComputation>()} {
    createTable();
    auto* strip = new Strip(Strip::Line::Below, this);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // a long name makes no further lines
    strip->row()->addWidget(m_title, 1);
    strip->row()->addWidget(m_choice);
    m_choice->setChoiceToolTip(0, tr("Instructions of both builds (A changes between both)"));
    m_choice->setChoiceToolTip(1, tr("Source lines of both builds (A changes between both)"));
    connect(m_choice, &ChoiceStrip::chosen, this, &CodeComparison::keepLocation);
    // The table would take the letter as the beginning of a row's text.
    auto* other = new QShortcut(Qt::Key_A, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(other, &QShortcut::activated, this, [this] {
        m_choice->setChoice(static_cast<int>(choice() == Shown::Code ? Shown::Source : Shown::Code));
        keepLocation();
    });
    auto* close = strip->addButton(tr("Close"), tr("Close the code (Esc)"));
    connect(close, &QToolButton::clicked, this, &CodeComparison::closed);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(8, 4, 8, 4);
    m_note->hide();
    m_stack = new MessageStack(m_table, this);
    auto* column = tightColumn(this);
    column->addWidget(strip);
    column->addWidget(m_note);
    column->addWidget(m_stack, 1);
    setFocusProxy(m_table);
    connect(&session.base(), &Session::selectedChanged, this, &CodeComparison::follow);
    connect(&session.newSide(), &Session::selectedChanged, this, &CodeComparison::follow);
    connect(&session, &ComparisonSession::comparisonChanged, this, &CodeComparison::follow);
}

void CodeComparison::createTable() {
    m_table->setModel(m_model);
    setUpRowTable(m_table, tr("The function in both builds"));
    m_table->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    auto* header = m_table->horizontalHeader();
    const auto letters = [&](int count) {
        return m_table->fontMetrics().horizontalAdvance(QString(count, '0'));
    };
    for (const auto column :
         {AlignedColumn::BaseSelf, AlignedColumn::BaseTotal, AlignedColumn::NewSelf, AlignedColumn::NewTotal})
        header->resizeSection(static_cast<int>(column),
                              std::max(letters(13), header->sectionSizeHint(static_cast<int>(column))));
    header->resizeSection(static_cast<int>(AlignedColumn::Alignment), letters(3));
    for (const auto column : {AlignedColumn::BaseText, AlignedColumn::NewText})
        header->setSectionResizeMode(static_cast<int>(column), QHeaderView::Stretch);
    new TableActions(m_table, header, "aligned-code");
}

QString CodeComparison::title() const {
    return m_title->text();
}

QString CodeComparison::note() const {
    return m_note->isHidden() ? QString() : m_note->text();
}

CodeComparison::Shown CodeComparison::choice() const {
    return static_cast<Shown>(m_choice->choice());
}

void CodeComparison::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    follow();
}

void CodeComparison::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) return emit closed();
    QWidget::keyPressEvent(event);
}

void CodeComparison::keepLocation() {
    if (!m_comparison) return;
    const auto* rows = m_model->rows();
    const int row = m_table->currentIndex().row();
    if (!rows || row < 0) return showRows();
    const auto location = [&](ComparisonPart part) {
        return rows->location(static_cast<std::size_t>(row), part);
    };
    showRows(location(ComparisonPart::Base), location(ComparisonPart::New));
}

/// Both sides have a selection: each follows the other, in its own words.
void CodeComparison::follow() {
    if (!isVisible()) return;
    auto& base = m_session.base();
    auto& newSide = m_session.newSide();
    if (base.shown().isEmpty() || newSide.shown().isEmpty() || base.selected().isEmpty()) {
        m_job.cancel();
        m_comparison = nullptr;
        m_model->setRows(nullptr);
        m_title->setText({});
        m_note->hide();
        m_stack->setMessage({tr("No function is selected"), tr("Select one in a graph or in the table")});
        return;
    }
    m_job.start(
        [computations = m_computations, baseRequest = requestOf(base, base.selected().function),
         newRequest = requestOf(newSide, newSide.selected().function)](Task& task) {
            return withinMemory([&]() -> Result<Comparison> {
                auto shownBase = TRY(computations[0]->compute(baseRequest, task));
                auto shownNew = TRY(computations[1]->compute(newRequest, task));
                return compareCode(std::move(shownBase), std::move(shownNew));
            });
        },
        [this](Result<Comparison> comparison) { accept(std::move(comparison)); });
}

void CodeComparison::accept(Result<Comparison> comparison) {
    m_comparison = comparison ? *comparison : nullptr;
    if (!comparison) {
        m_model->setRows(nullptr);
        m_title->setText(plainText(m_session.base().selected().function));
        m_note->hide();
        return m_stack->setMessage(
            {plainText(comparison.error().message), plainText(comparison.error().hint)});
    }
    const auto& shown = *m_comparison;
    m_title->setText(QString("%1: %2; %3")
                         .arg(plainText(shown.newSide->annotated.name), sideWords(tr("base"), *shown.base),
                              sideWords(tr("new"), *shown.newSide)));
    showRows();
}

void CodeComparison::showRows(const SourceLocation& base, const SourceLocation& newSide) {
    const bool isSource = choice() == Shown::Source;
    const auto& problem = isSource ? m_comparison->sourceProblem : m_comparison->codeProblem;
    if (!problem.isEmpty()) {
        m_model->setRows(nullptr);
        m_note->hide();
        return m_stack->setMessage({problem, whatToDo(*m_comparison)});
    }
    m_stack->setMessage({});
    // The locations may refer to the rows that are replaced, whose comparison stays.
    const std::shared_ptr<const AlignedRows> rows =
        isSource ? alignedLineRows(m_comparison) : alignedInstructionRows(m_comparison);
    m_model->setRows(rows);
    m_note->setText(noteText());
    m_note->setVisible(!m_note->text().isEmpty());
    auto row = rows->hottest(base, newSide);
    if (!row) row = rows->hottest();
    if (!row) return;
    m_table->selectRow(static_cast<int>(*row));
    m_table->scrollTo(m_model->index(static_cast<int>(*row), 0), QAbstractItemView::PositionAtCenter);
}

QString CodeComparison::noteText() const {
    if (choice() == Shown::Source)
        return m_comparison->isByDistance()
                   ? tr("The text of both builds is not known here, so lines are paired by their distance "
                        "from the function's first line.")
                   : QString();
    constexpr qsizetype maximumLetters = 240;
    QStringList uses;
    for (const auto& sentence :
         changedUses(*m_comparison->code, m_comparison->base->magnitude, m_comparison->newSide->magnitude))
        uses << shortText(plainText(sentence), maximumLetters);
    constexpr qsizetype maximumUses = 6;
    if (uses.size() > maximumUses) {
        const auto more = uses.size() - maximumUses;
        uses = uses.first(maximumUses) << tr("… and %1 more").arg(countText(more));
    }
    return uses.join('\n');
}

} // namespace candela

#include "moc_code_comparison.cpp"
