#include "views/series/series_item_model.h"

#include "model/comparison/change_text.h"
#include "model/comparison/series/series_text.h"
#include "views/tables/weight_columns.h"
#include "views/text/plain_text.h"
#include "views/text/root_text.h"
#include "views/widgets/table_actions.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace candela {

namespace {

bool isNumber(SeriesColumn column) {
    return column == SeriesColumn::First || column == SeriesColumn::Last || column == SeriesColumn::Change;
}

const std::vector<SeriesPoint>& pointsOf(const SeriesRow& row, bool bySelf) {
    return bySelf ? row.self : row.total;
}

QString title(SeriesColumn column) {
    switch (column) {
    case SeriesColumn::Name:
        return QObject::tr("Function");
    case SeriesColumn::First:
        return QObject::tr("First");
    case SeriesColumn::Last:
        return QObject::tr("Last");
    case SeriesColumn::Change:
        return QObject::tr("Change");
    case SeriesColumn::Course:
        return QObject::tr("Course");
    case SeriesColumn::Trend:
        return QObject::tr("Trend");
    case SeriesColumn::Module:
        return QObject::tr("Module");
    }
    return {};
}

QString titleToolTip(SeriesColumn column) {
    switch (column) {
    case SeriesColumn::Name:
        return QObject::tr("What samples are added up by; “Group by” chooses it");
    case SeriesColumn::First:
        return QObject::tr("The weight in the first capture");
    case SeriesColumn::Last:
        return QObject::tr("The weight in the last capture");
    case SeriesColumn::Course:
        return QObject::tr("The weights in all captures, from zero up to the largest of the row");
    case SeriesColumn::Trend:
        return QObject::tr("Growth, a step or a spike that is not chance, and the capture in which it began");
    case SeriesColumn::Change:
        return QObject::tr("Last less first, as a part of first");
    case SeriesColumn::Module:
        return QObject::tr("The file that the code is in: a program, a library or the kernel");
    }
    return {};
}

} // namespace

SeriesItemModel::SeriesItemModel(QObject* parent) : ReorderedTableModel(parent) {}

void SeriesItemModel::setSeries(std::shared_ptr<const ListedSeries> series, bool bySelf,
                                std::shared_ptr<const SortedRows> sorted, SeriesMatches matches) {
    beginResetModel();
    m_listed = std::move(series);
    m_series = m_listed ? m_listed->series : nullptr;
    m_isBySelf = bySelf;
    m_sorted = std::move(sorted);
    m_matches = std::move(matches);
    listRows();
    endResetModel();
}

void SeriesItemModel::setSorted(std::shared_ptr<const SortedRows> sorted) {
    reorder(m_rows, [&] {
        m_sorted = std::move(sorted);
        listRows();
    });
}

void SeriesItemModel::setMatches(SeriesMatches matches) {
    beginResetModel();
    m_matches = std::move(matches);
    listRows();
    endResetModel();
}

const std::vector<SeriesPoint>& SeriesItemModel::points(int row) const {
    return pointsOf(this->row(row), m_isBySelf);
}

const FoundTrend& SeriesItemModel::trend(int row) const {
    return m_isBySelf ? this->row(row).selfTrend : this->row(row).totalTrend;
}

int SeriesItemModel::rowOf(std::string_view name) const {
    if (!m_listed) return -1;
    int first = -1; // several modules may have a row of that name
    for (const auto row : std::ranges::equal_range(m_listed->byName, name, {}, [this](std::uint32_t number) {
             return std::string_view(m_series->rows[number].name);
         }))
        if (const int position = m_positions[row]; position >= 0 && (first < 0 || position < first))
            first = position;
    return first;
}

void SeriesItemModel::listRows() {
    m_rows.clear();
    m_positions.assign(m_series ? m_series->rows.size() : 0, -1);
    if (!m_sorted) return;
    for (const auto row : m_sorted->of(m_isBySelf)) {
        if (m_matches && !(*m_matches)[row]) continue;
        m_positions[row] = static_cast<int>(m_rows.size());
        m_rows.push_back(row);
    }
}

int SeriesItemModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SeriesItemModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : seriesColumns;
}

QString SeriesItemModel::text(int index, SeriesColumn column) const {
    const auto& row = this->row(index);
    const auto& points = this->points(index);
    const auto weightText = [&](const SeriesPoint& point) {
        if (point.weight == 0) return QString(); // zeros are blank, as in all tables
        return QString::fromStdString(normalizedText(point.value, m_series->normalize, m_series->valueUnit));
    };
    switch (column) {
    case SeriesColumn::Name:
        return codeText(row.name, row.module);
    case SeriesColumn::First:
        return weightText(points.front());
    case SeriesColumn::Last:
        return weightText(points.back());
    case SeriesColumn::Change:
        return QString::fromStdString(
            changeText(changeOf(points), points.front().weight, points.back().weight));
    case SeriesColumn::Course:
        return QString::fromStdString(blockLine(points));
    case SeriesColumn::Trend:
        return QString::fromStdString(trendText(trend(index), *m_series));
    case SeriesColumn::Module:
        return plainText(row.module);
    }
    return {};
}

QVariant SeriesItemModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const auto column = static_cast<SeriesColumn>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), column);
    case Qt::ToolTipRole:
        return plainToolTip(text(index.row(), column));
    case Qt::TextAlignmentRole:
        return int((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case QuietRole: // blocks in the colour of texts outweigh all texts
        return column == SeriesColumn::Course;
    case csvRole: {
        const auto& all = points(index.row());
        if (column == SeriesColumn::First) return all.front().value;
        if (column == SeriesColumn::Last) return all.back().value;
        if (column != SeriesColumn::Course) return text(index.row(), column);
        QStringList numbers; // all of them, in one cell
        for (const auto& point : all)
            numbers << QString::number(point.value, 'g', 15);
        return numbers.join(' ');
    }
    default:
        return {};
    }
}

QVariant SeriesItemModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    const auto column = static_cast<SeriesColumn>(section);
    if (role == Qt::DisplayRole) return title(column);
    if (role == Qt::ToolTipRole) return titleToolTip(column);
    if (role == Qt::TextAlignmentRole)
        return int((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

void SeriesItemModel::sort(int column, Qt::SortOrder order) {
    m_sorting.column = column < 0 ? std::nullopt : std::optional(static_cast<SeriesColumn>(column));
    m_sorting.isAscending = order == Qt::AscendingOrder;
    emit sortingChanged();
}

} // namespace candela

#include "moc_series_item_model.cpp"
