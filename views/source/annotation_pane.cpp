#include "views/source/annotation_pane.h"

#include "views/session/message_stack.h"
#include "views/source/hot_spot_strip.h"
#include "views/text/plain_text.h"
#include "views/text/short_text.h"
#include "views/widgets/strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace candela {

AnnotationPane::AnnotationPane(AnnotationItemModel* model, const QString& name, QWidget* parent)
    : QWidget(parent), m_model(model) {
    auto* list = new QWidget(this);
    m_table = new AnnotationTable(model, name, list);
    m_strip = new HotSpotStrip(model, tr("Hot spots of %1").arg(name), list);
    auto* row = new QHBoxLayout(list);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_table, 1);
    row->addWidget(m_strip);
    list->setFocusProxy(m_table);
    m_note = new QLabel(this);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(8, 4, 8, 4);
    m_note->setForegroundRole(QPalette::BrightText);
    m_note->hide();
    m_stack = new MessageStack(list, this);
    auto* column = tightColumn(this);
    column->addWidget(m_note);
    column->addWidget(m_stack, 1);
    setFocusProxy(m_table);
    connect(m_strip, &HotSpotStrip::rowWanted, m_table, &AnnotationTable::chooseRow);
}

void AnnotationPane::setMessage(const ViewMessage& message) {
    m_stack->setMessage(message);
}

void AnnotationPane::setNote(const QString& note) {
    constexpr qsizetype maximumLetters = 240;
    m_noteText = note;
    m_note->setText(shortText(note, maximumLetters));
    m_note->setToolTip(m_note->text() == note ? QString() : plainToolTip(note));
    m_note->setVisible(!note.isEmpty());
}

void AnnotationPane::chooseHottest() {
    if (!m_model->hottestRows().empty()) m_table->chooseRow(m_model->hottestRows().front());
}

void AnnotationPane::step(AnnotationStep step) {
    const auto& hottest = m_model->hottestRows();
    const auto current = std::ranges::find(hottest, m_table->chosenRow());
    if (current == hottest.end()) return chooseHottest();
    if (step == AnnotationStep::Hotter && current != hottest.begin()) m_table->chooseRow(*std::prev(current));
    if (step == AnnotationStep::Cooler && std::next(current) != hottest.end())
        m_table->chooseRow(*std::next(current));
}

} // namespace candela

#include "moc_annotation_pane.cpp"
