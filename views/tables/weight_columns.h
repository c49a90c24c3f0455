/// The columns that tables of weights share: a name, self and total with their shares, module and source
/// location.
#pragma once

#include "views/session/shown.h"

#include <QAbstractItemModel>

class QHeaderView;

namespace candela {

class NameColumn;

enum class WeightColumn { Name, Self, SelfShare, Total, TotalShare, Module, Source };
inline constexpr int weightColumns = 7;

/// Roles beyond Qt's own.
enum WeightRole {
    ShareRole = Qt::UserRole, ///< double, 0 to 1: a bar behind the text
    DifferenceRole,           ///< double, −1 to 1: a bar from the middle of the cell
    QuietRole,                ///< bool: shown in the muted colour
    MatchRole,                ///< bool: the search found it
    NeutralRole,              ///< bool: the difference may be chance, so that its bar has no colour
    ElideRole,                ///< Qt::TextElideMode; without it, texts are elided in the middle
};

/// The name column's title depends on the grouping.
QString weightColumnTitle(WeightColumn column, Grouping grouping);
Qt::Alignment weightColumnAlignment(WeightColumn column);
/// Numbers sort with the largest first, texts alphabetically.
Qt::SortOrder firstSortOrder(WeightColumn column);
/// The data of a column's title. Of inverted call trees, weights mean something else.
QVariant weightHeader(const Shown& shown, WeightColumn column, int role,
                      Direction direction = Direction::TopDown);
/// The data of a cell. A weight of zero is blank.
QVariant weightCell(const Shown& shown, const GroupWeight& row, WeightColumn column, int role);
/// Whether `left` comes before `right` in ascending order of the column.
bool isBefore(const Shown& shown, const GroupWeight& left, const GroupWeight& right, WeightColumn column);

/// Default widths; numbers come before the name column, which takes the rest.
NameColumn* setUpWeightHeader(QHeaderView* header);

} // namespace candela
