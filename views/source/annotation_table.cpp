#include "views/source/annotation_table.h"

#include "views/source/annotation_delegate.h"
#include "views/widgets/quiet_header.h"

#include <QApplication>
#include <QClipboard>
#include <QFontDatabase>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace candela {

AnnotationTable::AnnotationTable(AnnotationItemModel* model, const QString& name, QWidget* parent)
    : QTableView(parent), m_model(model) {
    model->setParent(this);
    setModel(model);
    setItemDelegate(new AnnotationDelegate(this));
    setAccessibleName(name);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setTabKeyNavigation(false);
    setWordWrap(false);
    auto* header = new QuietHeader(this);
    header->setFont(QApplication::font());
    setHorizontalHeader(header);
    header->setSortIndicatorShown(false);
    header->setSectionsClickable(false);
    header->setHighlightSections(false);
    header->setMinimumSectionSize(1);
    verticalHeader()->hide();
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    setUpFont();
    // Headings stay in the visible part.
    connect(horizontalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        if (now.isValid()) emit rowChosen(now.row());
    });
    // A click on the current row chooses it again, because a row of the other list may have been chosen
    // meanwhile.
    connect(this, &QTableView::clicked, this,
            [this](const QModelIndex& index) { emit rowChosen(index.row()); });
}

void AnnotationTable::setUpFont() {
    auto monospaced = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    monospaced.setPointSizeF(QApplication::font().pointSizeF());
    setFont(monospaced);
    verticalHeader()->setDefaultSectionSize(AnnotationDelegate::rowHeight(QFontMetrics(monospaced)));
}

void AnnotationTable::setShown(std::shared_ptr<const ShownFunction> shown) {
    const auto& before = m_model->shown();
    const bool isSame = before && shown && before->function == shown->function;
    const auto scroll = isSame ? verticalScrollBar()->value() : 0;
    m_model->setShown(std::move(shown));
    m_numberLetters = m_model->letters(AnnotationColumn::Number);
    m_textLetters = m_model->letters(AnnotationColumn::Text);
    m_originLetters = m_model->letters(AnnotationColumn::Origin);
    joinHeadings();
    fitColumns();
    horizontalScrollBar()->setValue(0);
    verticalScrollBar()->setValue(scroll);
}

void AnnotationTable::joinHeadings() {
    clearSpans();
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (m_model->isHeading(row)) setSpan(row, 0, 1, annotationColumns);
}

/// Texts get the remaining width, or as much as they need.
void AnnotationTable::fitColumns() {
    const auto width = [this](int letters) {
        constexpr int margins = 14, maximumLetters = 500;
        return fontMetrics().averageCharWidth() * std::min(letters, maximumLetters) + margins;
    };
    constexpr int weightLetters = 8, originLetters = 60, minimumLetters = 20;
    constexpr int minimumInstructionLetters = 24, minimumOriginLetters = 5;
    const auto& shown = m_model->shown();
    const bool hasOrigin =
        !m_model->headerData(static_cast<int>(AnnotationColumn::Origin), Qt::Horizontal, Qt::DisplayRole)
             .toString()
             .isEmpty();
    const auto text = width(std::max(m_textLetters, minimumLetters));
    std::vector<int> widths(annotationColumns);
    const auto set = [&](AnnotationColumn column, int pixels) {
        widths[static_cast<std::size_t>(column)] = pixels;
    };
    constexpr int minimumNumberLetters = 5, titleMargins = 14;
    const auto title =
        m_model->headerData(static_cast<int>(AnnotationColumn::Number), Qt::Horizontal, Qt::DisplayRole);
    set(AnnotationColumn::Number,
        std::max(width(std::max(m_numberLetters, minimumNumberLetters)),
                 horizontalHeader()->fontMetrics().horizontalAdvance(title.toString()) + titleMargins));
    set(AnnotationColumn::Self, width(weightLetters));
    set(AnnotationColumn::Total, width(weightLetters));
    set(AnnotationColumn::Jumps,
        hasOrigin && shown ? AnnotationDelegate::widthOfLanes(shown->rows.lanes) : 0);
    set(AnnotationColumn::Text, hasOrigin ? std::min(text, width(originLetters)) : text);
    set(AnnotationColumn::Origin, hasOrigin ? width(minimumLetters) : 0);
    int used = 0;
    for (const int each : widths)
        used += each;
    // In a narrow table, the column at the end is elided down to a file and its line, then instructions,
    // before it is beyond the edge.
    const auto narrow = [&](AnnotationColumn column, int minimum) {
        auto& own = widths[static_cast<std::size_t>(column)];
        const int room = std::min(std::max(own + viewport()->width() - used, minimum), own);
        used += room - own;
        own = room;
    };
    if (hasOrigin) {
        narrow(AnnotationColumn::Origin,
               width(std::clamp(m_originLetters, minimumOriginLetters, minimumLetters)));
        narrow(AnnotationColumn::Text, width(minimumInstructionLetters));
    }
    auto& last =
        widths[static_cast<std::size_t>(hasOrigin ? AnnotationColumn::Origin : AnnotationColumn::Text)];
    last += std::max(0, viewport()->width() - used);
    for (int column = 0; column < annotationColumns; ++column) {
        const int pixels = widths[static_cast<std::size_t>(column)];
        setColumnHidden(column, pixels == 0);
        if (pixels > 0) setColumnWidth(column, pixels);
    }
}

void AnnotationTable::chooseRow(int row) {
    if (row < 0 || row >= m_model->rowCount()) return;
    const bool isChosen = row == chosenRow();
    selectionModel()->setCurrentIndex(m_model->index(row, 0),
                                      QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    showRow(row);
    if (isChosen) emit rowChosen(row);
}

void AnnotationTable::showRow(int row) {
    const int top = rowViewportPosition(row);
    const bool isSeen = top >= 0 && top + rowHeight(row) <= viewport()->height();
    if (!isSeen) {
        const int sideways = horizontalScrollBar()->value();
        scrollTo(m_model->index(row, 0), PositionAtCenter);
        horizontalScrollBar()->setValue(sideways);
    }
}

QString AnnotationTable::selectedText() const {
    std::vector<int> rows;
    for (const auto& index : selectionModel()->selectedRows())
        rows.push_back(index.row());
    std::ranges::sort(rows);
    QString text;
    for (const int row : rows)
        text += m_model->rowText(row) + "\n";
    return text;
}

void AnnotationTable::copy() const {
    QApplication::clipboard()->setText(selectedText());
}

void AnnotationTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copy();
    const bool isAlt = event->modifiers() & Qt::AltModifier;
    if (isAlt && event->key() == Qt::Key_Down) return emit stepWanted(AnnotationStep::Cooler);
    if (isAlt && event->key() == Qt::Key_Up) return emit stepWanted(AnnotationStep::Hotter);
    if ((isAlt && event->key() == Qt::Key_Left) || event->key() == Qt::Key_Backspace)
        return emit stepWanted(AnnotationStep::Back);
    if (isAlt && event->key() == Qt::Key_Right) return emit stepWanted(AnnotationStep::Forward);
    QTableView::keyPressEvent(event);
}

void AnnotationTable::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::BackButton) return emit stepWanted(AnnotationStep::Back);
    if (event->button() == Qt::ForwardButton) return emit stepWanted(AnnotationStep::Forward);
    QTableView::mousePressEvent(event);
}

void AnnotationTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    fitColumns();
}

void AnnotationTable::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::ApplicationFontChange) {
        setUpFont();
        fitColumns();
    }
}

} // namespace candela

#include "moc_annotation_table.cpp"
