#include "views/compared_code/aligned_item_model.h"

#include "views/session/call_node_text.h"
#include "views/tables/weight_columns.h"
#include "views/text/plain_text.h"
#include "views/widgets/theme.h"

#include <QGuiApplication>

#include <cmath>

namespace candela {

namespace {

std::size_t rowOf(const QModelIndex& index) {
    return static_cast<std::size_t>(index.row());
}

AlignedColumn columnOf(const QModelIndex& index) {
    return static_cast<AlignedColumn>(index.column());
}

bool isSelf(AlignedColumn column) {
    return column == AlignedColumn::BaseSelf || column == AlignedColumn::NewSelf;
}

bool isNumber(AlignedColumn column) {
    return isSelf(column) || column == AlignedColumn::BaseTotal || column == AlignedColumn::NewTotal;
}

ComparisonPart partOf(AlignedColumn column) {
    return column < AlignedColumn::Alignment ? ComparisonPart::Base : ComparisonPart::New;
}

std::int64_t weightOf(const AlignedCell& cell, AlignedColumn column) {
    return isSelf(column) ? cell.self : cell.total;
}

} // namespace

void AlignedItemModel::setRows(std::shared_ptr<const AlignedRows> rows) {
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int AlignedItemModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_rows ? 0 : static_cast<int>(m_rows->size());
}

int AlignedItemModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : alignedColumns;
}

std::optional<AlignedCell> AlignedItemModel::cell(const QModelIndex& index) const {
    return m_rows->cell(rowOf(index), partOf(columnOf(index)));
}

Alignment AlignedItemModel::alignment(const QModelIndex& index) const {
    return m_rows->alignment(rowOf(index));
}

std::int64_t AlignedItemModel::magnitude(AlignedColumn column) const {
    const auto& shown = m_rows->shown();
    return (partOf(column) == ComparisonPart::Base ? shown.base : shown.newSide)->magnitude;
}

QString AlignedItemModel::text(const QModelIndex& index) const {
    const auto column = columnOf(index);
    if (column == AlignedColumn::Alignment) {
        const auto sign = alignmentSign(alignment(index));
        return QString::fromUtf8(sign.data(), static_cast<qsizetype>(sign.size()));
    }
    const auto shown = cell(index);
    if (!shown) return {};
    if (!isNumber(column)) return shown->text;
    const auto weight = weightOf(*shown, column);
    return weight == 0 ? QString() : shareText(weight, magnitude(column));
}

/// The part of the side's weight, for the bar in a cell.
QVariant AlignedItemModel::share(const QModelIndex& index) const {
    const auto column = columnOf(index);
    if (!isNumber(column)) return {};
    const auto shown = cell(index);
    const auto weight = shown ? weightOf(*shown, column) : 0;
    const auto all = static_cast<double>(magnitude(column));
    return weight == 0 || all == 0 ? QVariant() : QVariant(std::abs(static_cast<double>(weight)) / all);
}

/// A gap on one side is shaded, and the sign and the shade say the same.
QVariant AlignedItemModel::background(const QModelIndex& index) const {
    const auto& theme = Theme::of(QGuiApplication::palette());
    if (m_rows->kind(rowOf(index)) == AlignedRows::Kind::Heading)
        return Theme::mix(theme.base, theme.text, 0.1);
    if (columnOf(index) != AlignedColumn::Alignment && !cell(index))
        return Theme::mix(theme.base, theme.text, 0.06);
    if (alignment(index) == Alignment::Changed) return Theme::mix(theme.base, theme.accent, 0.12);
    return {};
}

QVariant AlignedItemModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const auto column = columnOf(index);
    switch (role) {
    case Qt::DisplayRole:
        return text(index);
    case Qt::TextAlignmentRole:
        return int((isNumber(column)                     ? Qt::AlignRight
                    : column == AlignedColumn::Alignment ? Qt::AlignHCenter
                                                         : Qt::AlignLeft) |
                   Qt::AlignVCenter);
    case ShareRole:
        return share(index);
    case ElideRole:
        return QVariant::fromValue(m_rows->kind(rowOf(index)) == AlignedRows::Kind::Heading ? Qt::ElideLeft
                                                                                            : Qt::ElideRight);
    case Qt::BackgroundRole:
        return background(index);
    case Qt::ToolTipRole:
        return plainToolTip(m_rows->meaning(rowOf(index)));
    case Qt::AccessibleDescriptionRole:
        return m_rows->meaning(rowOf(index));
    default:
        return {};
    }
}

QVariant AlignedItemModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    const auto column = static_cast<AlignedColumn>(section);
    if (role == Qt::TextAlignmentRole)
        return int((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (column) {
    case AlignedColumn::BaseSelf:
        return tr("Base self");
    case AlignedColumn::BaseTotal:
        return tr("Base total");
    case AlignedColumn::BaseText:
        return tr("Base");
    case AlignedColumn::Alignment:
        return QString();
    case AlignedColumn::NewSelf:
        return tr("New self");
    case AlignedColumn::NewTotal:
        return tr("New total");
    case AlignedColumn::NewText:
        return tr("New");
    }
    return {};
}

} // namespace candela

#include "moc_aligned_item_model.cpp"
