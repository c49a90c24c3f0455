#include "views/tables/weight_columns.h"

#include "views/tables/name_column.h"

#include "model/base/wrapping.h"
#include "views/session/call_node_text.h"
#include "views/text/plain_text.h"
#include "views/widgets/table_actions.h"

#include <QHeaderView>

namespace candela {

namespace {

QString groupingTitle(Grouping grouping) {
    switch (grouping) {
    case Grouping::Function:
        return QObject::tr("Function");
    case Grouping::Module:
        return QObject::tr("Module");
    case Grouping::File:
        return QObject::tr("File");
    case Grouping::Line:
        return QObject::tr("Line");
    case Grouping::Address:
        return QObject::tr("Address");
    }
    return {};
}

} // namespace

QString weightColumnTitle(WeightColumn column, Grouping grouping) {
    switch (column) {
    case WeightColumn::Name:
        return groupingTitle(grouping);
    case WeightColumn::Self:
        return QObject::tr("Self");
    case WeightColumn::SelfShare:
        return QObject::tr("Self %");
    case WeightColumn::Total:
        return QObject::tr("Total");
    case WeightColumn::TotalShare:
        return QObject::tr("Total %");
    case WeightColumn::Module:
        return QObject::tr("Module");
    case WeightColumn::Source:
        return QObject::tr("Source");
    }
    return {};
}

namespace {

/// What a column shows, as one or two lines.
QString weightColumnToolTip(const Shown& shown, WeightColumn column, Direction direction) {
    if (shown.isEmpty()) return {};
    const auto& profile = *shown.profile;
    const auto value = plainText(profile.text(profile.samples[shown.value.row()].type.name));
    const auto unit = plainText(shown.unit());
    const auto measured = unit.isEmpty() || unit == value || unit == "count"
                              ? QObject::tr("Weight: %1").arg(value)
                              : QObject::tr("Weight: %1, recorded in %2").arg(value, unit);
    const bool isInverted = direction == Direction::Inverted;
    switch (column) {
    case WeightColumn::Name:
        return QObject::tr("What samples are added up by; “Group by” chooses it");
    case WeightColumn::Self:
        return (isInverted ? QObject::tr("The part of total in which nothing calls the row")
                           : QObject::tr("In the row's own code, without what it calls")) +
               "\n" + measured;
    case WeightColumn::SelfShare:
        return QObject::tr("Self as a part of all weight that passes the filters");
    case WeightColumn::Total:
        return (isInverted
                    ? QObject::tr("In the own code of what the branch begins with, called through this row")
                    : QObject::tr("In the row's own code and in all that it calls; recursion counts once")) +
               "\n" + measured;
    case WeightColumn::TotalShare:
        return QObject::tr("Total as a part of all weight that passes the filters");
    case WeightColumn::Module:
        return QObject::tr("The file that the code is in: a program, a library or the kernel");
    case WeightColumn::Source:
        return QObject::tr("Source file and line, as debug information has them");
    }
    return {};
}

} // namespace

QVariant weightHeader(const Shown& shown, WeightColumn column, int role, Direction direction) {
    const auto title =
        weightColumnTitle(column, shown.isEmpty() ? Grouping::Function : shown.groups().grouping);
    switch (role) {
    case Qt::DisplayRole:
        return title;
    case csvRole:
        if (shown.isEmpty() || (column != WeightColumn::Self && column != WeightColumn::Total)) return {};
        return title + " (" + plainText(shown.unit()) + ")";
    case Qt::ToolTipRole:
        return plainToolTip(weightColumnToolTip(shown, column, direction));
    case Qt::TextAlignmentRole:
        return QVariant(weightColumnAlignment(column));
    case Qt::InitialSortOrderRole:
        return firstSortOrder(column);
    default:
        return {};
    }
}

Qt::Alignment weightColumnAlignment(WeightColumn column) {
    switch (column) {
    case WeightColumn::Self:
    case WeightColumn::SelfShare:
    case WeightColumn::Total:
    case WeightColumn::TotalShare:
        return Qt::AlignRight | Qt::AlignVCenter;
    default:
        return Qt::AlignLeft | Qt::AlignVCenter;
    }
}

Qt::SortOrder firstSortOrder(WeightColumn column) {
    const bool isNumber = weightColumnAlignment(column).testFlag(Qt::AlignRight);
    return isNumber ? Qt::DescendingOrder : Qt::AscendingOrder;
}

namespace {

/// Zero is blank: in a call tree most functions have no weight of their own.
QString numberText(std::int64_t weight, const QString& text) {
    return weight == 0 ? QString() : text;
}

QString cellText(const Shown& shown, const GroupWeight& row, WeightColumn column) {
    switch (column) {
    case WeightColumn::Name:
        return groupName(shown.groups(), row.group);
    case WeightColumn::Self:
        return numberText(row.self, weightText(row.self, shown.unit()));
    case WeightColumn::SelfShare:
        return numberText(row.self, shareText(row.self, shown.magnitude()));
    case WeightColumn::Total:
        return numberText(row.total, weightText(row.total, shown.unit()));
    case WeightColumn::TotalShare:
        return numberText(row.total, shareText(row.total, shown.magnitude()));
    case WeightColumn::Module:
        return moduleText(shown.groups(), row.group);
    case WeightColumn::Source:
        return shortSourceLocation(*shown.profile, shown.groups()[row.group]);
    }
    return {};
}

} // namespace

QVariant weightCell(const Shown& shown, const GroupWeight& row, WeightColumn column, int role) {
    const bool isSelf = column == WeightColumn::Self || column == WeightColumn::SelfShare;
    const bool isTotal = column == WeightColumn::Total || column == WeightColumn::TotalShare;
    const auto share = [&](std::int64_t weight) {
        return shown.magnitude() == 0
                   ? 0.0
                   : static_cast<double>(magnitudeOf(weight)) / static_cast<double>(shown.magnitude());
    };
    switch (role) {
    case Qt::DisplayRole:
        return cellText(shown, row, column);
    case Qt::AccessibleTextRole:
        if ((isSelf && row.self == 0) || (isTotal && row.total == 0)) return "0";
        return cellText(shown, row, column);
    case csvRole:
        if (column == WeightColumn::Self) return static_cast<qlonglong>(row.self);
        if (column == WeightColumn::Total) return static_cast<qlonglong>(row.total);
        if (isSelf || isTotal) return QString::number(100 * share(isSelf ? row.self : row.total), 'f', 3);
        return {};
    case Qt::TextAlignmentRole:
        return QVariant(weightColumnAlignment(column));
    case Qt::ToolTipRole:
        return groupToolTip(shown, row);
    case ShareRole:
        if (column == WeightColumn::SelfShare) return share(row.self);
        if (column == WeightColumn::TotalShare) return share(row.total);
        return {};
    case QuietRole:
        return column >= WeightColumn::Module;
    case MatchRole:
        return shown.matches && shown.matches->contains(row.group);
    default:
        return {};
    }
}

bool isBefore(const Shown& shown, const GroupWeight& left, const GroupWeight& right, WeightColumn column) {
    const auto& groups = shown.groups();
    const auto source = [&](const GroupWeight& row) {
        const auto& group = groups[row.group];
        return std::pair(group.file ? shown.profile->text(group.file) : std::string_view(), group.line);
    };
    switch (column) {
    case WeightColumn::Name:
        return groups[left.group].name < groups[right.group].name;
    case WeightColumn::Self:
    case WeightColumn::SelfShare:
        return magnitudeOf(left.self) < magnitudeOf(right.self);
    case WeightColumn::Total:
    case WeightColumn::TotalShare:
        return magnitudeOf(left.total) < magnitudeOf(right.total);
    case WeightColumn::Module:
        return groups.moduleName(left.group) < groups.moduleName(right.group);
    case WeightColumn::Source:
        return source(left) < source(right);
    }
    return false;
}

NameColumn* setUpWeightHeader(QHeaderView* header) {
    header->setHighlightSections(false);
    const auto metrics = header->fontMetrics();
    header->setStretchLastSection(false);
    header->setMinimumSectionSize(48);
    header->setSectionResizeMode(QHeaderView::Interactive);
    const auto setWidth = [&](WeightColumn column, const char* sample) {
        header->resizeSection(static_cast<int>(column),
                              metrics.horizontalAdvance(QLatin1String(sample)) + 24);
    };
    setWidth(WeightColumn::Self, "123.4 ms ms");
    setWidth(WeightColumn::SelfShare, "100.0 % bar");
    setWidth(WeightColumn::Total, "123.4 ms ms");
    setWidth(WeightColumn::TotalShare, "100.0 % bar");
    setWidth(WeightColumn::Module, "[kernel.kallsyms]");
    setWidth(WeightColumn::Source, "file_name_of_it.cpp:1234");
    header->setSortIndicatorShown(true);
    header->setSectionsClickable(true);
    // Numbers are left of the names, so that both are read together in a window of any width.
    header->moveSection(static_cast<int>(WeightColumn::Name), static_cast<int>(WeightColumn::TotalShare));
    return new NameColumn(header, static_cast<int>(WeightColumn::Name));
}

} // namespace candela
