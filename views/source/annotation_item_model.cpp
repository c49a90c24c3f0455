#include "views/source/annotation_item_model.h"

#include "model/base/wrapping.h"
#include "views/session/call_node_text.h"
#include "views/text/plain_text.h"

#include <algorithm>

namespace candela {

void AnnotationItemModel::setShown(std::shared_ptr<const ShownFunction> shown) {
    beginResetModel();
    m_shown = std::move(shown);
    m_isLinked.assign(m_shown ? rows() : 0, false);
    findHottest();
    endResetModel();
}

void AnnotationItemModel::findHottest() {
    m_hottest.clear();
    std::vector<std::pair<std::int64_t, int>> selves;
    for (int row = 0; row < rowCount(); ++row)
        if (const auto self = weightsOf(row).self; self != 0) selves.emplace_back(magnitudeOf(self), row);
    std::ranges::stable_sort(selves, std::ranges::greater(), &std::pair<std::int64_t, int>::first);
    for (const auto& [self, row] : selves)
        m_hottest.push_back(row);
}

double AnnotationItemModel::heatOf(int row) const {
    if (m_hottest.empty()) return 0;
    return static_cast<double>(magnitudeOf(weightsOf(row).self)) /
           static_cast<double>(magnitudeOf(weightsOf(m_hottest.front()).self));
}

void AnnotationItemModel::setLinked(std::span<const std::uint32_t> rows) {
    if (m_isLinked.empty()) return;
    m_isLinked.assign(m_isLinked.size(), false);
    for (const auto row : rows)
        m_isLinked[row] = true;
    emit dataChanged(index(0, 0), index(rowCount() - 1, annotationColumns - 1), {LinkedRole});
}

QString AnnotationItemModel::rowText(int row) const {
    if (isHeading(row)) return cellText(row, AnnotationColumn::Number);
    QStringList cells;
    for (int column = 0; column < annotationColumns; ++column)
        if (static_cast<AnnotationColumn>(column) != AnnotationColumn::Jumps)
            cells << cellText(row, static_cast<AnnotationColumn>(column));
    return cells.join('\t');
}

int AnnotationItemModel::rowOf(const QString& key) const {
    for (int row = 0; row < rowCount(); ++row)
        if (rowKey(row) == key) return row;
    return -1;
}

int AnnotationItemModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_shown ? 0 : static_cast<int>(rows());
}

int AnnotationItemModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : annotationColumns;
}

/// Zero is blank, so that other numbers stand out.
QString AnnotationItemModel::cellText(int row, AnnotationColumn column) const {
    const auto weight = [&](std::int64_t number) {
        return number == 0 ? QString() : weightText(number, m_shown->unit);
    };
    const bool isWeight = column == AnnotationColumn::Self || column == AnnotationColumn::Total;
    if (!isWeight || isHeading(row)) return text(row, column);
    const auto weights = weightsOf(row);
    return weight(column == AnnotationColumn::Self ? weights.self : weights.total);
}

QVariant AnnotationItemModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const auto column = static_cast<AnnotationColumn>(index.column());
    const bool isText = column == AnnotationColumn::Text || column == AnnotationColumn::Origin;
    switch (role) {
    case Qt::DisplayRole:
        return cellText(index.row(), column);
    case Qt::ToolTipRole:
        return plainToolTip(toolTip(index.row()));
    case Qt::TextAlignmentRole:
        return QVariant((isText || isHeading(index.row()) ? Qt::AlignLeft : Qt::AlignRight) |
                        Qt::AlignVCenter);
    case HeatRole:
        return column == AnnotationColumn::Self ? QVariant(heatOf(index.row())) : QVariant();
    case QuietRole:
        return isQuiet(index.row(), column);
    case LinkedRole:
        return isLinked(index.row());
    case HeadingRole:
        return isHeading(index.row());
    default:
        return {};
    }
}

QVariant AnnotationItemModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= annotationColumns) return {};
    const auto column = static_cast<AnnotationColumn>(section);
    const bool isText = column == AnnotationColumn::Text || column == AnnotationColumn::Origin;
    if (role == Qt::TextAlignmentRole)
        return QVariant((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    if (column == AnnotationColumn::Self) return tr("Self");
    if (column == AnnotationColumn::Total) return tr("Total");
    return title(column);
}

QString AnnotationItemModel::toolTip(int row) const {
    const auto weights = weightsOf(row);
    if (weights.self == 0 && weights.total == 0) return {};
    const auto words = [&](std::int64_t weight) {
        return QString("%1 (%2)").arg(weightText(weight, m_shown->unit),
                                      shareText(weight, m_shown->magnitude));
    };
    return tr("Self %1, total %2").arg(words(weights.self), words(weights.total));
}

} // namespace candela

#include "moc_annotation_item_model.cpp"
