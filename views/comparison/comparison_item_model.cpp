#include "views/comparison/comparison_item_model.h"

#include "model/comparison/change_text.h"
#include "model/comparison/match_text.h"
#include "model/comparison/row_evidence.h"
#include "views/comparison/side_rows.h"
#include "views/tables/weight_columns.h"
#include "views/text/plain_text.h"
#include "views/text/root_text.h"
#include "views/widgets/table_actions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace candela {

namespace {

/// The smallest change in an interval, in either direction, as a key to sort by. Cells without an interval
/// are last.
double minimumChange(const std::optional<ChangeInterval>& interval, std::int64_t base) {
    if (!interval || base == 0) return -1;
    return interval->low > 0 ? interval->low : std::max(0.0, -interval->high);
}

/// Changes of one kind together; unknown ones last.
int rank(Verdict verdict) {
    switch (verdict) {
    case Verdict::Slower:
        return 3;
    case Verdict::Faster:
        return 2;
    case Verdict::Same:
        return 1;
    default:
        return 0;
    }
}

double changeKey(const std::optional<double>& change, std::int64_t base, std::int64_t newWeight) {
    if (base == 0 && newWeight == 0) return -std::numeric_limits<double>::infinity();
    return change.value_or(std::numeric_limits<double>::infinity());
}

QString nameText(const ComparisonRow& row, const Comparison& comparison) {
    const auto nameOf = [](const ComparisonSide& side, FrameGroupIndex group) {
        return group ? groupName(*side.groups, group).toStdString() : std::string();
    };
    return plainText(bothNames(nameOf(comparison.newSide, row.newGroup), nameOf(comparison.base, row.base)));
}

/// Whether the cell's change may be chance.
bool isNeutral(const ComparisonRow& row, ComparisonColumn column) {
    if (column == ComparisonColumn::Verdict) return !isChange(row.verdict);
    return isOfTotal(column) ? !isChange(row.totalVerdict, row.totalDifference)
                             : !isChange(row.selfVerdict, row.selfDifference);
}

/// The sort key of a column of numbers; differences sort by magnitude, so that the largest of both signs come
/// first.
double sortKey(const ComparisonRow& row, const Comparison& comparison, ComparisonColumn column) {
    switch (column) {
    case ComparisonColumn::BaseSelf:
        return normalizedWeight(row.baseSelf, comparison.base, comparison.normalize);
    case ComparisonColumn::NewSelf:
        return normalizedWeight(row.newSelf, comparison.newSide, comparison.normalize);
    case ComparisonColumn::SelfDifference:
        return std::abs(row.selfDifference);
    case ComparisonColumn::SelfChange:
        return changeKey(row.selfChange, row.baseSelf, row.newSelf);
    case ComparisonColumn::TotalChange:
        return changeKey(row.totalChange, row.baseTotal, row.newTotal);
    case ComparisonColumn::SelfInterval:
        return minimumChange(row.evidence().selfInterval, row.baseSelf);
    case ComparisonColumn::TotalInterval:
        return minimumChange(row.evidence().totalInterval, row.baseTotal);
    case ComparisonColumn::Verdict:
        return rank(row.verdict);
    case ComparisonColumn::BaseTotal:
        return normalizedWeight(row.baseTotal, comparison.base, comparison.normalize);
    case ComparisonColumn::NewTotal:
        return normalizedWeight(row.newTotal, comparison.newSide, comparison.normalize);
    case ComparisonColumn::TotalDifference:
        return std::abs(row.totalDifference);
    default:
        return 0;
    }
}

/// Whether a cell is of no interest, such as a change that may be chance: it is shown in the muted colour.
bool isQuiet(const ComparisonRow& row, ComparisonColumn column) {
    switch (column) {
    case ComparisonColumn::Module:
    case ComparisonColumn::Match:
        return true;
    case ComparisonColumn::Name:
    case ComparisonColumn::BaseSelf:
    case ComparisonColumn::NewSelf:
    case ComparisonColumn::SelfDifference:
    case ComparisonColumn::BaseTotal:
    case ComparisonColumn::NewTotal:
    case ComparisonColumn::TotalDifference:
        return false;
    default:
        return isNeutral(row, column);
    }
}

/// "source name, 90 %"; without a number where there is no doubt, and for rows of one side.
QString matchCell(const ComparisonRow& row) {
    const auto step = modelText(matchStep(row.match));
    if (row.confidence <= 0 || row.confidence >= confidenceOf(MatchEvidence::Name)) return step;
    return QObject::tr("%1, %2 %").arg(step).arg(std::lround(row.confidence * 100));
}

} // namespace

ComparisonItemModel::ComparisonItemModel(QObject* parent) : ReorderedTableModel(parent) {}

void ComparisonItemModel::setComparison(std::shared_ptr<const Comparison> comparison,
                                        std::shared_ptr<const SearchMatches> base,
                                        std::shared_ptr<const SearchMatches> newMatches) {
    beginResetModel();
    m_comparison = std::move(comparison);
    m_baseMatches = std::move(base);
    m_newMatches = std::move(newMatches);
    m_scale = m_comparison ? differenceScale(*m_comparison) : 0;
    m_isSearch = m_baseMatches && m_newMatches && m_baseMatches->isActive() && m_newMatches->isActive();
    listRows();
    endResetModel();
}

void ComparisonItemModel::setListed(ListedVerdicts verdicts) {
    if (verdicts == m_listed) return;
    beginResetModel();
    m_listed = verdicts;
    listRows();
    endResetModel();
}

void ComparisonItemModel::setPins(std::set<std::string> pins) {
    beginResetModel();
    m_pins = std::move(pins);
    listRows();
    endResetModel();
}

void ComparisonItemModel::listRows() {
    m_rows.clear();
    if (!m_comparison) return;
    const auto isListed = [this](const ComparisonRow& row) {
        switch (m_listed) {
        case ListedVerdicts::All:
            return true;
        case ListedVerdicts::Changed:
            return isChange(row.verdict);
        case ListedVerdicts::Same:
            return row.verdict == Verdict::Same;
        case ListedVerdicts::Unknown:
            return row.verdict == Verdict::Unknown;
        }
        return true;
    };
    const auto isFound = [this](const ComparisonRow& row) {
        return !m_isSearch || (row.base && m_baseMatches->contains(row.base)) ||
               (row.newGroup && m_newMatches->contains(row.newGroup));
    };
    for (std::size_t row = 0; row < m_comparison->rows.size(); ++row)
        if (isPinned(m_comparison->rows[row]) ||
            (isListed(m_comparison->rows[row]) && isFound(m_comparison->rows[row])))
            m_rows.push_back(row);
    sortRows();
}

bool ComparisonItemModel::hasName(const ComparisonRow& row, std::string_view name) const {
    return row.name == name || (row.base && (*m_comparison->base.groups)[row.base].name == name);
}

int ComparisonItemModel::rowOf(std::string_view name) const {
    const auto found =
        std::ranges::find_if(m_rows, [&](std::size_t row) { return hasName(m_comparison->rows[row], name); });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int ComparisonItemModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ComparisonItemModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : comparisonColumns;
}

QString ComparisonItemModel::text(const ComparisonRow& row, ComparisonColumn column) const {
    const auto& comparison = *m_comparison;
    const auto weightOf = [&](std::int64_t weight, const ComparisonSide& side) {
        return plainText(weightCell(weight, side, comparison));
    };
    switch (column) {
    case ComparisonColumn::Name:
        return nameText(row, comparison);
    case ComparisonColumn::Module:
        return plainText(row.module);
    case ComparisonColumn::Match:
        return matchCell(row);
    case ComparisonColumn::Verdict:
        return plainText(verdictText(row, comparison));
    case ComparisonColumn::SelfInterval:
        return plainText(intervalCell(row.evidence().selfInterval, row.baseSelf));
    case ComparisonColumn::TotalInterval:
        return plainText(intervalCell(row.evidence().totalInterval, row.baseTotal));
    case ComparisonColumn::TotalChange:
        return plainText(changeText(row.totalChange, row.baseTotal, row.newTotal));
    case ComparisonColumn::BaseSelf:
        return weightOf(row.baseSelf, comparison.base);
    case ComparisonColumn::NewSelf:
        return weightOf(row.newSelf, comparison.newSide);
    case ComparisonColumn::SelfDifference:
        return plainText(differenceCell(row.selfDifference, comparison));
    case ComparisonColumn::SelfChange:
        return plainText(changeText(row.selfChange, row.baseSelf, row.newSelf));
    case ComparisonColumn::BaseTotal:
        return weightOf(row.baseTotal, comparison.base);
    case ComparisonColumn::NewTotal:
        return weightOf(row.newTotal, comparison.newSide);
    case ComparisonColumn::TotalDifference:
        return plainText(differenceCell(row.totalDifference, comparison));
    }
    return {};
}

/// Weights and differences as numbers, normalized as they are shown.
QVariant ComparisonItemModel::csvCell(const ComparisonRow& row, ComparisonColumn column) const {
    switch (column) {
    case ComparisonColumn::Name:
    case ComparisonColumn::Verdict:
        return text(row, column);
    case ComparisonColumn::BaseSelf:
    case ComparisonColumn::NewSelf:
    case ComparisonColumn::BaseTotal:
    case ComparisonColumn::NewTotal:
        return sortKey(row, *m_comparison, column);
    case ComparisonColumn::SelfDifference:
        return row.selfDifference;
    case ComparisonColumn::TotalDifference:
        return row.totalDifference;
    default:
        return {};
    }
}

QVariant ComparisonItemModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const auto& pair = row(index.row());
    const auto column = static_cast<ComparisonColumn>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        if (column == ComparisonColumn::Verdict) return verdictSign(pair.verdict) + " " + text(pair, column);
        if (column == ComparisonColumn::Name && isPinned(pair)) return "★ " + text(pair, column);
        return text(pair, column);
    case Qt::AccessibleTextRole:
        if (column == ComparisonColumn::Name && isPinned(pair))
            return tr("%1, pinned").arg(text(pair, column));
        return {};
    case csvRole:
        return csvCell(pair, column);
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    case Qt::ToolTipRole:
        if (column == ComparisonColumn::Name || column == ComparisonColumn::Module)
            return plainToolTip(text(pair, column) + "\n" + plainText(rowMatchText(pair, *m_comparison)));
        if (column == ComparisonColumn::Match)
            return plainToolTip(plainText(rowMatchText(pair, *m_comparison)));
        return plainToolTip(QString("%1 %2\n%3")
                                .arg(verdictSign(pair.verdict), text(pair, ComparisonColumn::Verdict),
                                     plainText(rowEvidenceText(pair, *m_comparison))));
    case ElideRole:
        // An interval that is elided in the middle would look like another interval.
        return column == ComparisonColumn::Module ? Qt::ElideMiddle : Qt::ElideRight;
    case NeutralRole:
        return isNeutral(pair, column);
    case QuietRole:
        return isQuiet(pair, column);
    case MatchRole:
        return m_isSearch;
    case DifferenceRole:
        if (m_scale <= 0) return {};
        if (column == ComparisonColumn::SelfDifference) return pair.selfDifference / m_scale;
        if (column == ComparisonColumn::TotalDifference) return pair.totalDifference / m_scale;
        return {};
    default:
        return {};
    }
}

QVariant ComparisonItemModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= comparisonColumns) return {};
    const auto column = static_cast<ComparisonColumn>(section);
    if (role == Qt::DisplayRole) return columnTitle(column);
    if (role == Qt::TextAlignmentRole)
        return QVariant((isText(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole) return columnToolTip(column);
    if (role == Qt::InitialSortOrderRole)
        return isText(column) && column != ComparisonColumn::Verdict ? Qt::AscendingOrder
                                                                     : Qt::DescendingOrder;
    return {};
}

void ComparisonItemModel::sort(int column, Qt::SortOrder order) {
    if (column >= comparisonColumns) return;
    m_sortColumn = column < 0 ? std::nullopt : std::optional(static_cast<ComparisonColumn>(column));
    m_sortOrder = order;
    if (m_rows.empty()) return;
    reorder(m_rows, [this] { sortRows(); });
}

void ComparisonItemModel::sortRows() {
    if (m_sortColumn)
        sortByColumn();
    else
        std::ranges::sort(m_rows);
    if (m_pins.empty()) return;
    std::ranges::stable_partition(m_rows,
                                  [this](std::size_t row) { return isPinned(m_comparison->rows[row]); });
}

void ComparisonItemModel::sortByColumn() {
    const auto& rows = m_comparison->rows;
    if (isOfEvidence(*m_sortColumn)) m_comparison->evidences->complete(rows, RowEvidences::Threads::All, {});
    const auto isLess = [&, column = *m_sortColumn](std::size_t left, std::size_t right) {
        if (column == ComparisonColumn::Name) return rows[left].name < rows[right].name;
        if (column == ComparisonColumn::Module) return rows[left].module < rows[right].module;
        if (column == ComparisonColumn::Match)
            return std::tuple(rows[left].match, rows[right].confidence) <
                   std::tuple(rows[right].match, rows[left].confidence);
        return sortKey(rows[left], *m_comparison, column) < sortKey(rows[right], *m_comparison, column);
    };
    std::ranges::stable_sort(m_rows, [&](std::size_t left, std::size_t right) {
        return m_sortOrder == Qt::DescendingOrder ? isLess(right, left) : isLess(left, right);
    });
}

} // namespace candela

#include "moc_comparison_item_model.cpp"
