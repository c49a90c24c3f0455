#include "views/tables/sample_group_item_model.h"

#include "views/session/call_node_text.h"
#include "views/tables/weight_columns.h"
#include "views/text/number_text.h"
#include "views/text/plain_text.h"
#include "views/text/root_text.h"
#include "views/widgets/table_actions.h"

#include <algorithm>

namespace candela {

namespace {

bool isBefore(const SampleGroup& left, const SampleGroup& right, SampleGroupColumn column) {
    switch (column) {
    case SampleGroupColumn::Name:
        return left.name < right.name;
    case SampleGroupColumn::Weight:
    case SampleGroupColumn::Share:
        return left.weight < right.weight;
    case SampleGroupColumn::Samples:
        return left.samples < right.samples;
    }
    return false;
}

/// What a column shows.
QString titleToolTip(SampleGroupColumn column) {
    switch (column) {
    case SampleGroupColumn::Name:
        return QObject::tr("What samples are grouped by; “Group by” chooses it");
    case SampleGroupColumn::Weight:
        return QObject::tr("The weight of the row's samples that pass the filters");
    case SampleGroupColumn::Share:
        return QObject::tr("The row's weight as a part of all weight that passes the filters");
    case SampleGroupColumn::Samples:
        return QObject::tr("How many of the row's samples pass the filters");
    }
    return {};
}

} // namespace

void SampleGroupItemModel::setGroups(std::vector<SampleGroup> groups, const QString& title, std::string unit,
                                     std::function<bool(const SampleGroup&)> isOwn) {
    beginResetModel();
    m_isOwn = std::move(isOwn);
    m_groups = std::move(groups);
    m_title = title;
    m_unit = std::move(unit);
    m_total = 0;
    for (const auto& group : m_groups)
        m_total += group.weight;
    sortGroups();
    endResetModel();
    emit headerDataChanged(Qt::Horizontal, 0, 0);
}

QString SampleGroupItemModel::nameOf(const SampleGroup& group) {
    return group.isNamed ? plainText(group.name) : rootText(group.name);
}

int SampleGroupItemModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_groups.size());
}

int SampleGroupItemModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : sampleGroupColumns;
}

QString SampleGroupItemModel::text(const SampleGroup& group, SampleGroupColumn column) const {
    switch (column) {
    case SampleGroupColumn::Name:
        return nameOf(group);
    case SampleGroupColumn::Weight:
        return weightText(group.weight, m_unit);
    case SampleGroupColumn::Share:
        return shareText(group.weight, m_total);
    case SampleGroupColumn::Samples:
        return countText(group.samples);
    }
    return {};
}

QVariant SampleGroupItemModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const auto& row = group(index.row());
    const auto column = static_cast<SampleGroupColumn>(index.column());
    const bool isName = column == SampleGroupColumn::Name;
    const bool isMarked = isName && m_isOwn && m_isOwn(row);
    if (role == Qt::DisplayRole)
        return isMarked ? text(row, column) + " " + tr("(Candela)") : text(row, column);
    if (role == csvRole && isName) return text(row, column);
    if (role == Qt::ToolTipRole && isName)
        return plainToolTip(isMarked ? text(row, column) + "\n" + tr("Candela itself") : text(row, column));
    if (role == Qt::TextAlignmentRole)
        return QVariant((isName ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == csvRole && column == SampleGroupColumn::Weight) return static_cast<qlonglong>(row.weight);
    if (role == csvRole && column == SampleGroupColumn::Samples) return static_cast<qulonglong>(row.samples);
    if (role == QuietRole) return !row.isNamed;
    if (role == ShareRole && column == SampleGroupColumn::Share)
        return m_total == 0 ? 0.0 : static_cast<double>(row.weight) / static_cast<double>(m_total);
    return {};
}

QVariant SampleGroupItemModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= sampleGroupColumns) return {};
    const bool isName = section == 0;
    if (role == Qt::TextAlignmentRole)
        return QVariant((isName ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::InitialSortOrderRole) return isName ? Qt::AscendingOrder : Qt::DescendingOrder;
    if (role == Qt::ToolTipRole) return titleToolTip(static_cast<SampleGroupColumn>(section));
    if (role != Qt::DisplayRole) return {};
    switch (static_cast<SampleGroupColumn>(section)) {
    case SampleGroupColumn::Name:
        return m_title;
    case SampleGroupColumn::Weight:
        return tr("Weight");
    case SampleGroupColumn::Share:
        return tr("Share");
    case SampleGroupColumn::Samples:
        return tr("Samples");
    }
    return {};
}

void SampleGroupItemModel::sort(int column, Qt::SortOrder order) {
    if (column < 0 || column >= sampleGroupColumns) return;
    m_sortColumn = static_cast<SampleGroupColumn>(column);
    m_sortOrder = order;
    beginResetModel();
    sortGroups();
    endResetModel();
}

void SampleGroupItemModel::sortGroups() {
    std::ranges::stable_sort(m_groups, [this](const SampleGroup& left, const SampleGroup& right) {
        return m_sortOrder == Qt::DescendingOrder ? isBefore(right, left, m_sortColumn)
                                                  : isBefore(left, right, m_sortColumn);
    });
}

} // namespace candela

#include "moc_sample_group_item_model.cpp"
