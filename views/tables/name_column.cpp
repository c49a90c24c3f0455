#include "views/tables/name_column.h"

#include <QEvent>
#include <QHeaderView>

#include <algorithm>

namespace candela {

NameColumn::NameColumn(QHeaderView* header, int column)
    : QObject(header), m_header(header), m_column(column), m_needed(room()) {
    header->installEventFilter(this);
    connect(header, &QHeaderView::sectionCountChanged, this, &NameColumn::fit);
    connect(header, &QHeaderView::sectionResized, this,
            [this](int resized, int, int size) { takeSize(resized, size); });
    fit();
}

int NameColumn::room() const {
    return m_header->fontMetrics().averageCharWidth() * 30;
}

void NameColumn::setNeeded(int pixels) {
    m_needed = std::max(pixels, room());
    fit();
}

bool NameColumn::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) fit();
    return QObject::eventFilter(watched, event);
}

/// What the user makes the column wider stays.
void NameColumn::takeSize(int column, int size) {
    if (m_isFitting) return;
    if (column != m_column) return fit();
    m_needed = std::max(size, room());
}

void NameColumn::fit() {
    if (m_column >= m_header->count() || m_header->isSectionHidden(m_column)) return;
    const int others = m_header->length() - m_header->sectionSize(m_column);
    m_isFitting = true;
    m_header->resizeSection(m_column, std::max(m_needed, m_header->width() - others));
    m_isFitting = false;
}

} // namespace candela

#include "moc_name_column.cpp"
