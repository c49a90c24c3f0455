#include "app/commands/profiles/report_text.h"

#include "app/commands/output/output_text.h"
#include "app/commands/output/table_text.h"
#include "model/base/shown_text.h"
#include "model/base/units.h"

#include <fmt/format.h>

#include <algorithm>

namespace candela {

namespace {

QJsonObject head(const ReportSubject& subject, std::int64_t total) {
    const auto& type = subject.type();
    return {{"file", jsonText(subject.file)},
            {"value", QJsonObject{{"name", jsonText(subject.profile->text(type.name))},
                                  {"unit", jsonText(subject.profile->text(type.unit))}}},
            {"total", qint64(total)},
            {"by", jsonText(subject.by)}};
}

/// The row's name for text that has the file in a column of its own.
std::string_view plainNameOf(const ReportRow& row) {
    return row.plainName.empty() ? row.name : row.plainName;
}

QJsonObject jsonRow(const ReportRow& row) {
    QJsonObject object{
        {"name", jsonText(plainNameOf(row))}, {"self", qint64(row.self)}, {"total", qint64(row.total)}};
    if (!row.module.empty()) object["module"] = jsonText(row.module);
    if (!row.file.empty()) object["file"] = jsonText(row.file);
    if (row.line > 0) object["line"] = qint64(row.line);
    if (row.processes > 0) object["processes"] = qint64(row.processes);
    return object;
}

std::string headline(const ReportSubject& subject, std::int64_t total, std::size_t samples) {
    const auto& type = subject.type();
    return fmt::format(
        "{}: {}, {} in {}\n", shownText(subject.file), shownText(subject.profile->text(type.name)),
        shownText(formatWeight(total, subject.profile->text(type.unit))), formatSamples(samples));
}

/// The text below the headline if no sample passes the filters.
std::string nothingPasses(const ReportSubject& subject, std::size_t samples) {
    const bool hadSamples = subject.profile->samples[subject.value.row()].size() > 0;
    return samples == 0 && hadSamples ? "No sample passes the filters.\n" : "";
}

std::string lineIn(const ReportRow& row) {
    return row.line > 0 && !row.file.empty() ? fmt::format("{}:{}", row.file, row.line)
                                             : std::string(row.file);
}

/// Functions are shown without their source, which would leave less room for their names.
bool showsSource(const ReportSubject& subject, const ReportRow& row) {
    return subject.by != "function" && !row.file.empty() && row.name != lineIn(row);
}

/// Which columns besides weights and name are not empty.
struct FurtherColumns {
    bool source = false, module = false, processes = false, counted = false;

    FurtherColumns(const ReportSubject& subject, const Report& report) : counted(report.isCounted) {
        for (const auto& row : report.rows) {
            source |= showsSource(subject, row);
            module |= !row.module.empty();
            processes |= row.processes > 0;
        }
    }
};

/// How names of this key are shortened.
Shorten shorteningOf(std::string_view by) {
    return by == "module" || by == "file" || by == "stack" || by == "executable" ? Shorten::Path
                                                                                 : Shorten::Name;
}

ReportRow rowOf(const ReportTreeOf& report, const ReportTreeRow& row) {
    const auto& group = report.groups[row.group];
    return {.name = group.name,
            .module = report.groups.moduleName(row.group),
            .file = report.groups.profile->text(group.file),
            .line = group.line,
            .self = row.self,
            .total = row.total};
}

std::vector<std::string> weightCells(std::int64_t weight, double total, std::string_view unit) {
    return {formatWeight(weight, unit), formatShare(static_cast<double>(weight), total)};
}

} // namespace

std::string textOf(const ReportSubject& subject, const Report& report, std::size_t shown) {
    auto text = headline(subject, report.total, report.samples);
    if (const auto nothing = nothingPasses(subject, report.samples); !nothing.empty()) return text + nothing;
    const FurtherColumns further(subject, report);
    std::vector<TableText::Column> columns{{"self", Align::Right},
                                           {"self %", Align::Right},
                                           {"total", Align::Right},
                                           {"total %", Align::Right},
                                           {subject.by, Align::Left, shorteningOf(subject.by)}};
    if (further.counted) columns.insert(columns.end() - 1, {.title = "counted", .align = Align::Right});
    if (further.processes) columns.push_back({.title = "processes", .align = Align::Right});
    if (further.source) columns.push_back({"source", Align::Left, Shorten::Path, true});
    if (further.module) columns.push_back({"module", Align::Left, Shorten::Path, true});
    TableText table(std::move(columns));
    const auto unit = subject.profile->text(subject.type().unit);
    const auto total = static_cast<double>(report.magnitude);
    for (std::size_t index = 0; index < shown; ++index) {
        const auto& row = report.rows[index];
        auto cells = weightCells(row.self, total, unit);
        std::ranges::move(weightCells(row.total, total, unit), std::back_inserter(cells));
        if (further.counted) cells.push_back(formatDuration(row.counted));
        cells.emplace_back(row.name);
        if (further.processes)
            cells.push_back(row.processes > 0 ? formatCount(static_cast<std::int64_t>(row.processes)) : "");
        if (further.source) cells.push_back(showsSource(subject, row) ? lineIn(row) : "");
        if (further.module) cells.emplace_back(row.module);
        table.addRow(std::move(cells));
    }
    text += table.aligned(terminalWidth());
    if (shown < report.rows.size())
        text += fmt::format("… and {} more rows (--limit 0 shows all)\n",
                            formatCount(static_cast<std::int64_t>(report.rows.size() - shown)));
    return text;
}

QJsonObject jsonOf(const ReportSubject& subject, const Report& report, std::size_t shown) {
    QJsonArray rows;
    for (std::size_t row = 0; row < shown; ++row) {
        auto object = jsonRow(report.rows[row]);
        if (report.isCounted) object["counted_ns"] = qint64(report.rows[row].counted);
        rows.append(object);
    }
    auto object = head(subject, report.total);
    object["rows"] = rows;
    return object;
}

std::string csvOf(const ReportSubject& subject, const Report& report, std::size_t shown) {
    std::vector<TableText::Column> columns{{subject.by}, {"module"}, {"file"}, {"line"}, {"self"}, {"total"}};
    if (report.isCounted) columns.push_back({"counted_ns"});
    TableText table(std::move(columns));
    for (std::size_t index = 0; index < shown; ++index) {
        const auto& row = report.rows[index];
        std::vector<std::string> cells{
            std::string(plainNameOf(row)), std::string(row.module),
            std::string(row.file),         row.line > 0 ? std::to_string(row.line) : "",
            std::to_string(row.self),      std::to_string(row.total)};
        if (report.isCounted) cells.push_back(std::to_string(row.counted));
        table.addRow(std::move(cells));
    }
    return table.csv();
}

std::string textOf(const ReportSubject& subject, const ReportTreeOf& report) {
    auto text = headline(subject, report.total, report.samples);
    if (const auto nothing = nothingPasses(subject, report.samples); !nothing.empty()) return text + nothing;
    const bool hasModules = std::ranges::any_of(report.tree.rows, [&](const ReportTreeRow& row) {
        return !report.groups.moduleName(row.group).empty();
    });
    std::vector<TableText::Column> columns{{"total", Align::Right},
                                           {"total %", Align::Right},
                                           {"self", Align::Right},
                                           {"self %", Align::Right},
                                           {subject.by, Align::Left, Shorten::Tree}};
    if (hasModules) columns.push_back({"module", Align::Left, Shorten::Path, true});
    TableText table(std::move(columns));
    const auto unit = subject.profile->text(subject.type().unit);
    const auto total = static_cast<double>(report.magnitude);
    for (const auto& row : report.tree.rows) {
        auto cells = weightCells(row.total, total, unit);
        std::ranges::move(weightCells(row.self, total, unit), std::back_inserter(cells));
        cells.push_back(row.lines + report.groups[row.group].name);
        if (hasModules) cells.emplace_back(report.groups.moduleName(row.group));
        table.addRow(std::move(cells));
    }
    text += table.aligned(terminalWidth());
    if (report.tree.hidden > 0)
        text += fmt::format("… and {} smaller branches (--minimum-share 0 --limit 0 shows all)\n",
                            formatCount(static_cast<std::int64_t>(report.tree.hidden)));
    return text;
}

QJsonObject jsonOf(const ReportSubject& subject, const ReportTreeOf& report) {
    QJsonArray rows;
    for (const auto& row : report.tree.rows) {
        auto object = jsonRow(rowOf(report, row));
        object["depth"] = qint64(row.depth);
        rows.append(object);
    }
    auto object = head(subject, report.total);
    object["tree"] = true;
    object["hidden"] = qint64(report.tree.hidden);
    object["rows"] = rows;
    return object;
}

std::string csvOf(const ReportSubject& subject, const ReportTreeOf& report) {
    TableText table({{"depth"}, {subject.by}, {"module"}, {"file"}, {"line"}, {"self"}, {"total"}});
    for (const auto& node : report.tree.rows) {
        const auto row = rowOf(report, node);
        table.addRow({std::to_string(node.depth), std::string(row.name), std::string(row.module),
                      std::string(row.file), row.line > 0 ? std::to_string(row.line) : "",
                      std::to_string(row.self), std::to_string(row.total)});
    }
    return table.csv();
}

} // namespace candela
