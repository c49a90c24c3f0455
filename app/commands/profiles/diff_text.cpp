#include "app/commands/profiles/diff_text.h"

#include "app/commands/output/output_text.h"
#include "app/commands/output/shortened_text.h"
#include "app/commands/output/table_text.h"
#include "model/base/cell_text.h"
#include "model/base/shown_text.h"
#include "model/base/units.h"
#include "model/comparison/change_parts.h"
#include "model/comparison/change_text.h"
#include "model/comparison/match_text.h"
#include "model/comparison/significance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

QJsonArray jsonOfFiles(const std::vector<std::string>& files) {
    QJsonArray array;
    for (const auto& file : files)
        array.append(QString::fromStdString(file));
    return array;
}

QJsonObject jsonOfSide(const std::vector<std::string>& files, const TimeRanges& times,
                       const ComparisonSide& side) {
    QJsonObject object{{"files", jsonOfFiles(files)}, {"total", qint64(side.weights.total)}};
    if (!times.empty()) object["time"] = QString::fromStdString(timeRangesText(times));
    return object;
}

QJsonObject jsonOfParts(const ChangeParts& parts) {
    QJsonObject object{{"recorded", qint64(parts.recorded)}, {"work", qint64(parts.work)}};
    if (parts.callees != 0) object["callees"] = qint64(parts.callees);
    return object;
}

QJsonValue jsonOfEnd(double change) {
    return std::isfinite(change) ? QJsonValue(change) : QJsonValue();
}

QJsonValue jsonOfChange(const std::optional<double>& change, const std::optional<ChangeInterval>& interval) {
    if (!change) return {};
    QJsonObject object{{"value", *change}};
    if (interval) {
        object["low"] = jsonOfEnd(interval->low);
        object["high"] = jsonOfEnd(interval->high);
    }
    return object;
}

QJsonObject jsonOfMatch(const ComparisonRow& row) {
    QJsonObject object{{"step", jsonText(matchStep(row.match))}};
    if (row.confidence > 0) object["confidence"] = row.confidence;
    return object;
}

QJsonArray jsonOfCounted(const ComparisonRow& row, const Comparison& comparison) {
    QJsonArray array;
    for (const auto& entry : countedIn(row, comparison))
        array.append(QJsonObject{{"name", jsonText(entry.name)},
                                 {"side", jsonText(entry.side)},
                                 {"how", entry.how == CountedWith::Whole ? "part" : "inlined"},
                                 {"self", qint64(entry.self)}});
    return array;
}

QJsonArray jsonOfDifferences(const std::vector<SideDifference>& differences) {
    QJsonArray array;
    for (const auto& difference : differences)
        array.append(QJsonObject{{"fact", jsonText(difference.fact)},
                                 {"base", jsonText(difference.base)},
                                 {"new", jsonText(difference.newSide)},
                                 {"consequence", jsonText(difference.consequence)}});
    return array;
}

/// Processes, threads and labels have no module, and some formats have none at all.
bool hasModules(const Comparison& comparison) {
    return std::ranges::any_of(comparison.rows, [](const auto& row) { return !row.module.empty(); });
}

/// Which weight columns a narrow terminal may leave out.
struct OptionalColumns {
    bool weights = false, differences = false, intervals = false;
};

void addColumns(std::vector<TableText::Column>& columns, std::string_view weight, OptionalColumns optional) {
    for (const auto* title : {"base {}", "new {}"})
        columns.push_back(
            {fmt::format(fmt::runtime(title), weight), Align::Right, Shorten::Whole, optional.weights});
    for (const auto* title : {"{} diff", "{} change"})
        columns.push_back(
            {fmt::format(fmt::runtime(title), weight), Align::Right, Shorten::Whole, optional.differences});
    columns.push_back({"95 %", Align::Right, Shorten::Whole, optional.intervals});
}

void addCells(std::vector<std::string>& cells, const Comparison& comparison, const ComparisonRow& row,
              bool isSelf) {
    const auto base = isSelf ? row.baseSelf : row.baseTotal;
    const auto newWeight = isSelf ? row.newSelf : row.newTotal;
    for (const auto& text :
         {weightCell(base, comparison.base, comparison),
          weightCell(newWeight, comparison.newSide, comparison),
          differenceCell(isSelf ? row.selfDifference : row.totalDifference, comparison),
          changeText(isSelf ? row.selfChange : row.totalChange, base, newWeight),
          intervalCell(isSelf ? row.evidence().selfInterval : row.evidence().totalInterval, base)})
        cells.push_back(text);
}

/// The column that orders the rows comes first.
bool isSelfFirst(const DiffSubject& subject) {
    return subject.order != ComparisonOrder::Total;
}

std::vector<std::string> cellsOf(const DiffSubject& subject, const Comparison& comparison,
                                 const ComparisonRow& row) {
    std::vector<std::string> cells;
    addCells(cells, comparison, row, isSelfFirst(subject));
    addCells(cells, comparison, row, !isSelfFirst(subject));
    cells.push_back(verdictText(row, comparison));
    cells.push_back(rowNameText(row, comparison));
    if (hasModules(comparison)) cells.push_back(row.module);
    return cells;
}

std::vector<TableText::Column> columnsOf(const DiffSubject& subject, const Comparison& comparison) {
    // The columns that order the rows are never left out.
    const bool showsBoth = subject.order == ComparisonOrder::Larger;
    std::vector<TableText::Column> columns;
    addColumns(columns, isSelfFirst(subject) ? "self" : "total", {showsBoth, false, showsBoth});
    addColumns(columns, isSelfFirst(subject) ? "total" : "self", {true, !showsBoth, true});
    columns.push_back({"verdict", Align::Left, Shorten::Beginning});
    columns.push_back({subject.by, Align::Left});
    if (hasModules(comparison)) columns.push_back({"module", Align::Left, Shorten::Path, true});
    return columns;
}

/// What the numbers mean, printed above them.
std::string summary(const DiffSubject& subject, const Comparison& comparison,
                    std::string (*escaped)(std::string_view)) {
    const auto weight = [&](std::int64_t total) {
        return shownText(formatWeight(total, comparison.valueUnit));
    };
    const auto names = [&](const std::vector<std::string>& files, const TimeRanges& times) {
        std::string text;
        for (const auto& file : files)
            text += (text.empty() ? "" : ", ") + escaped(file);
        return times.empty() ? text : text + ", " + timeRangesText(times);
    };
    auto text =
        fmt::format("{}: base {} ({}), new {} ({})\n{}\n{}\n", escaped(comparison.valueName),
                    weight(comparison.base.weights.total), names(subject.base, subject.baseTimes),
                    weight(comparison.newSide.weights.total), names(subject.newFiles, subject.newTimes),
                    meaningText(comparison), evidenceText(comparison));
    for (const auto& difference : subject.differences)
        text += shownText(sideDifferenceText(difference)) + "\n";
    return text + wholeText(comparison) + "\n";
}

TableText tableOf(const DiffSubject& subject, const Comparison& comparison, std::size_t shown) {
    TableText table(columnsOf(subject, comparison));
    for (std::size_t index = 0; index < shown; ++index)
        table.addRow(cellsOf(subject, comparison, comparison.rows[index]));
    return table;
}

std::string remainder(const Comparison& comparison, std::size_t shown) {
    if (shown == comparison.rows.size()) return {};
    return fmt::format("… and {} more rows (--limit 0 shows all)\n",
                       formatCount(static_cast<std::int64_t>(comparison.rows.size() - shown)));
}

} // namespace

std::string textOf(const DiffSubject& subject, const Comparison& comparison, std::size_t shown) {
    return wrapped(summary(subject, comparison, shownText), terminalWidth()) +
           tableOf(subject, comparison, shown).aligned(terminalWidth()) + remainder(comparison, shown);
}

std::string markdownOf(const DiffSubject& subject, const Comparison& comparison, std::size_t shown) {
    auto text =
        summary(subject, comparison, markdownCode) + "\n" + tableOf(subject, comparison, shown).markdown();
    if (const auto rest = remainder(comparison, shown); !rest.empty()) text += "\n" + rest;
    return text;
}

QJsonObject jsonOf(const DiffSubject& subject, const Comparison& comparison, std::size_t shown) {
    QJsonArray rows;
    for (std::size_t index = 0; index < shown; ++index) {
        const auto& row = comparison.rows[index];
        QJsonObject object{{"name", jsonText(row.name)},
                           {"base_self", qint64(row.baseSelf)},
                           {"new_self", qint64(row.newSelf)},
                           {"base_total", qint64(row.baseTotal)},
                           {"new_total", qint64(row.newTotal)},
                           {"self_change", jsonOfChange(row.selfChange, row.evidence().selfInterval)},
                           {"total_change", jsonOfChange(row.totalChange, row.evidence().totalInterval)},
                           {"verdict", jsonText(verdictName(row.verdict))},
                           {"match", jsonOfMatch(row)}};
        if (row.gap() != EvidenceGap::None) object["gap"] = jsonText(gapName(row.gap()));
        if (row.base && row.newGroup) {
            const auto& baseName = (*comparison.base.groups)[row.base].name;
            if (baseName != row.name) object["base_name"] = jsonText(baseName);
        }
        if (const auto counted = jsonOfCounted(row, comparison); !counted.isEmpty())
            object["counted"] = counted;
        object["self_parts"] = jsonOfParts(selfParts(comparison, row));
        object["total_parts"] = jsonOfParts(totalParts(comparison, row));
        if (std::isfinite(row.evidence().noChangeBeyond))
            object["no_change_beyond"] = row.evidence().noChangeBeyond;
        const bool isOpen = row.verdict == Verdict::Unknown && row.gap() == EvidenceGap::None;
        if (isOpen && row.evidence().timesAsMuch > 0) object["times_as_much"] = row.evidence().timesAsMuch;
        if (!row.module.empty()) object["module"] = jsonText(row.module);
        rows.append(object);
    }
    QJsonObject json{{"value", QJsonObject{{"name", jsonText(comparison.valueName)},
                                           {"unit", jsonText(comparison.valueUnit)}}},
                     {"by", jsonText(subject.by)},
                     {"normalize", jsonText(normalizeName(comparison.normalize))},
                     {"meaning", jsonText(meaningText(comparison))},
                     {"evidence", jsonText(evidenceText(comparison))},
                     {"verdict", jsonText(verdictName(comparison.verdict))},
                     {"base", jsonOfSide(subject.base, subject.baseTimes, comparison.base)},
                     {"new", jsonOfSide(subject.newFiles, subject.newTimes, comparison.newSide)},
                     {"rows", rows}};
    if (const auto differences = jsonOfDifferences(subject.differences); !differences.isEmpty())
        json["differences"] = differences;
    if (comparison.totalChange)
        json["total_change"] = jsonOfChange(comparison.totalChange, comparison.totalInterval);
    return json;
}

} // namespace candela
