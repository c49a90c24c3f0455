#include "views/comparison/code_comparison.h"

#include "model/base/memory_scope.h"
#include "model/base/units.h"
#include "model/code/aligned_code_text.h"
#include "views/session/message_stack.h"
#include "views/tables/row_table.h"
#include "views/text/plain_text.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/flow_row.h"
#include "views/widgets/strip.h"
#include "views/widgets/table_actions.h"

#include <QFontDatabase>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <fmt/format.h>

namespace candela {

namespace {

/// "base 12.3 %, 88 instructions, 340 B".
QString sideWords(const QString& side, const ShownFunction& shown) {
    const auto& code = shown.annotated.code.front();
    std::uint64_t bytes = 0;
    for (const auto& part : code.code->parts)
        bytes += part.bytes.size();
    const double share =
        shown.magnitude == 0 ? 0 : static_cast<double>(code.self) / static_cast<double>(shown.magnitude);
    return CodeComparison::tr("%1 %2, %3 instructions, %4")
        .arg(side, QString::fromStdString(formatShare(share, 1)))
        .arg(code.instructions.size())
        .arg(QString::fromStdString(formatBytes(bytes)));
}

ShownFunctionRequest requestOf(const Session& session, const std::string& function) {
    const auto& shown = session.shown();
    const auto group = groupOf(shown.groups(), {function, {}});
    const auto step = group ? functionOf(shown.groups(), group) : CallStep{function};
    return {shown.profile, shown.weights,          shown.value,        session.filter(),
            step,          InlinedCode::AtItsLine, storedCodeSources()};
}

Result<std::shared_ptr<const ShownFunction>> sideWithCode(ShownFunctionComputation& computation,
                                                          const ShownFunctionRequest& request,
                                                          std::string_view side, Task& task) {
    auto shown = TRY(computation.compute(request, task));
    if (!shown->annotated.code.empty() && !shown->annotated.code.front().instructions.empty()) return shown;
    const auto& problems = shown->annotated.problems;
    return failure(fmt::format("{} {} in {}", shown->annotated.name,
                               problems.empty() ? "has no machine code" : problems.front(), side),
                   ErrorCode::NotPossible, shown->annotated.hint);
}

} // namespace

CodeComparison::CodeComparison(ComparisonSession& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(new AlignedCodeItemModel(this)),
      m_table(new QTableView(this)), m_title(new ElidedLabel),
      m_uses(new QLabel), m_computations{std::make_shared<ShownFunctionComputation>(),
                                         std::make_shared<ShownFunctionComputation>()} {
    m_table->setModel(m_model);
    setUpRowTable(m_table, tr("Instructions of both builds"));
    m_table->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    auto* header = m_table->horizontalHeader();
    const auto letters = [&](int count) {
        return m_table->fontMetrics().horizontalAdvance(QString(count, '0'));
    };
    for (const auto column : {AlignedCodeColumn::BaseSelf, AlignedCodeColumn::NewSelf})
        header->resizeSection(static_cast<int>(column), letters(11));
    header->resizeSection(static_cast<int>(AlignedCodeColumn::Alignment), letters(3));
    for (const auto column : {AlignedCodeColumn::BaseCode, AlignedCodeColumn::NewCode})
        header->setSectionResizeMode(static_cast<int>(column), QHeaderView::Stretch);
    new TableActions(m_table, header, "aligned-code");

    auto* strip = new Strip(Strip::Line::Below, this);
    strip->row()->addWidget(m_title, 1);
    auto* close = strip->addButton(tr("Close"), tr("Close the code (Esc)"));
    connect(close, &QToolButton::clicked, this, &CodeComparison::closed);
    m_uses->setTextFormat(Qt::PlainText);
    m_uses->setWordWrap(true);
    m_uses->setContentsMargins(8, 4, 8, 4);
    m_uses->hide();
    m_stack = new MessageStack(m_table, this);
    auto* column = tightColumn(this);
    column->addWidget(strip);
    column->addWidget(m_uses);
    column->addWidget(m_stack, 1);
    setFocusProxy(m_table);
    connect(&session.base(), &Session::selectedChanged, this, &CodeComparison::follow);
    connect(&session.newSide(), &Session::selectedChanged, this, &CodeComparison::follow);
    connect(&session, &ComparisonSession::comparisonChanged, this, &CodeComparison::follow);
}

QString CodeComparison::title() const {
    return m_title->text();
}

QString CodeComparison::uses() const {
    return m_uses->text();
}

void CodeComparison::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    follow();
}

void CodeComparison::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) return emit closed();
    QWidget::keyPressEvent(event);
}

/// Both sides have a selection: each follows the other, in its own words.
void CodeComparison::follow() {
    if (!isVisible()) return;
    auto& base = m_session.base();
    auto& newSide = m_session.newSide();
    if (base.shown().isEmpty() || newSide.shown().isEmpty() || base.selected().isEmpty()) {
        m_job.cancel();
        m_model->setShown(nullptr);
        m_title->setText({});
        m_uses->hide();
        m_stack->setMessage({tr("No function is selected"), tr("Select one in a graph or in the table")});
        return;
    }
    m_job.start(
        [computations = m_computations, baseRequest = requestOf(base, base.selected().function),
         newRequest = requestOf(newSide, newSide.selected().function)](Task& task) {
            return withinMemory([&]() -> Result<Shown> {
                auto shown = std::make_shared<ShownAlignedCode>();
                shown->base = TRY(sideWithCode(*computations[0], baseRequest, "base", task));
                shown->newSide = TRY(sideWithCode(*computations[1], newRequest, "new", task));
                shown->aligned = alignedCode(shown->baseCode(), shown->newCode());
                return shown;
            });
        },
        [this](Result<Shown> shown) { showCode(std::move(shown)); });
}

void CodeComparison::showCode(Result<Shown> shown) {
    m_model->setShown(shown ? *shown : nullptr);
    if (!shown) {
        m_title->setText(plainText(m_session.base().selected().function));
        m_uses->hide();
        return m_stack->setMessage({plainText(shown.error().message), plainText(shown.error().hint)});
    }
    const auto& code = **shown;
    m_title->setText(QString("%1: %2; %3")
                         .arg(plainText(code.newSide->annotated.name), sideWords(tr("base"), *code.base),
                              sideWords(tr("new"), *code.newSide)));
    QStringList uses;
    for (const auto& sentence : changedUses(code.aligned, code.base->magnitude, code.newSide->magnitude))
        uses << plainText(sentence);
    constexpr qsizetype maximumUses = 6;
    if (uses.size() > maximumUses) {
        const auto more = uses.size() - maximumUses;
        uses = uses.first(maximumUses) << tr("… and %1 more").arg(more);
    }
    m_uses->setText(uses.join('\n'));
    m_uses->setVisible(!uses.isEmpty());
    m_stack->setMessage({});
    if (const int row = m_model->hottestRow(); row >= 0) {
        m_table->selectRow(row);
        m_table->scrollTo(m_model->index(row, 0), QAbstractItemView::PositionAtCenter);
    }
}

} // namespace candela
