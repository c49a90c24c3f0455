/// `candela report`: the functions (or another key) of a file with their weights.
#include "app/commands/all_commands.h"
#include "app/commands/opened_profile.h"
#include "app/commands/output_text.h"
#include "app/commands/report_rows.h"
#include "app/commands/table_text.h"
#include "model/base/memory_scope.h"
#include "model/base/units.h"

#include <fmt/format.h>

namespace candela {

namespace {

struct ReportOptions {
    std::string file;
    std::string by = "function";
    std::string sort = "self";
    std::size_t limit = 40;
    std::string value;
    std::string format = "text";
    LookupOptions lookup;
    FilterOptions filters;
};

QJsonObject jsonOf(const ReportOptions& options, const Profile& profile, ValueTypeIndex value,
                   const Report& report, std::size_t shown) {
    QJsonArray rows;
    for (std::size_t row = 0; row < shown; ++row) {
        const auto& source = report.rows[row];
        QJsonObject object{
            {"name", jsonText(source.name)}, {"self", qint64(source.self)}, {"total", qint64(source.total)}};
        if (!source.module.empty()) object["module"] = jsonText(source.module);
        if (!source.file.empty()) object["file"] = jsonText(source.file);
        if (source.line > 0) object["line"] = qint64(source.line);
        rows.append(object);
    }
    const auto& type = profile.samples[value.row()].type;
    return {{"file", jsonText(options.file)},
            {"value", QJsonObject{{"name", jsonText(profile.text(type.name))},
                                  {"unit", jsonText(profile.text(type.unit))}}},
            {"total", qint64(report.total)},
            {"by", jsonText(options.by)},
            {"rows", rows}};
}

std::string place(const ReportRow& row) {
    if (row.file.empty()) return {};
    return row.line > 0 ? fmt::format("{}:{}", row.file, row.line) : row.file;
}

std::string textOf(const ReportOptions& options, const Profile& profile, ValueTypeIndex value,
                   const Report& report, std::size_t shown) {
    const auto& type = profile.samples[value.row()].type;
    const auto unit = profile.text(type.unit);
    const auto total = static_cast<double>(report.total);
    const bool hasPlaces = std::any_of(report.rows.begin(), report.rows.end(),
                                       [](const auto& row) { return !row.module.empty(); });
    std::vector<TableText::Column> columns{{"self", Align::Right},
                                           {"self %", Align::Right},
                                           {"total", Align::Right},
                                           {"total %", Align::Right},
                                           {options.by, Align::Left}};
    if (hasPlaces) columns.push_back({"module", Align::Left});
    TableText table(std::move(columns));
    for (std::size_t index = 0; index < shown; ++index) {
        const auto& row = report.rows[index];
        const std::string name = options.by == "function" || place(row).empty() || row.name == place(row)
                                     ? row.name
                                     : fmt::format("{}  {}", row.name, place(row));
        std::vector<std::string> cells{
            formatWeight(row.self, unit), formatShare(static_cast<double>(row.self), total),
            formatWeight(row.total, unit), formatShare(static_cast<double>(row.total), total), name};
        if (hasPlaces) cells.push_back(row.module);
        table.addRow(std::move(cells));
    }
    std::string text = fmt::format("{}: {}, {} in {}\n", options.file, profile.text(type.name),
                                   formatWeight(report.total, unit), formatSamples(report.samples));
    if (report.samples == 0 && profile.samples[value.row()].size() > 0)
        return text + "Nothing in it passes the filters.\n";
    text += table.aligned();
    if (shown < report.rows.size())
        text += fmt::format("… and {} more rows (--limit 0 shows all)\n",
                            formatCount(static_cast<std::int64_t>(report.rows.size() - shown)));
    return text;
}

std::string csvOf(const ReportOptions& options, const Report& report, std::size_t shown) {
    TableText table({{options.by}, {"module"}, {"file"}, {"line"}, {"self"}, {"total"}});
    for (std::size_t index = 0; index < shown; ++index) {
        const auto& row = report.rows[index];
        table.addRow({row.name, row.module, row.file, row.line > 0 ? std::to_string(row.line) : "",
                      std::to_string(row.self), std::to_string(row.total)});
    }
    return table.csv();
}

Result<void> run(const ReportOptions& options) {
    const auto profile = TRY(openProfile(options.file, options.lookup));
    printWarnings(options.file, *profile);
    const auto value = TRY(chosenValue(*profile, options.value));
    const auto filter = TRY(options.filters.parse());
    const auto order = options.sort == "total" ? ReportOrder::ByTotal : ReportOrder::BySelf;
    const auto report = TRY(makeReport(profile, value, filter, options.by, order));
    const auto shown = options.limit == 0 ? report.rows.size() : std::min(options.limit, report.rows.size());
    if (options.format == "json")
        printJson(jsonOf(options, *profile, value, report, shown));
    else
        printText(options.format == "csv" ? csvOf(options, report, shown)
                                          : textOf(options, *profile, value, report, shown));
    return {};
}

} // namespace

void addReport(CLI::App& app, ExitStatus& status) {
    auto options = std::make_shared<ReportOptions>();
    app.add_option("FILE", options->file, "A profile; - is standard input")->required();
    app.add_option("--by", options->by,
                   "function, module, file, line, address, stack, process, thread or label:NAME")
        ->type_name("KEY")
        ->capture_default_str();
    app.add_option("--sort", options->sort, "Largest first by self or total weight")
        ->check(CLI::IsMember({"self", "total"}))
        ->type_name("self|total")
        ->capture_default_str();
    app.add_option("--limit", options->limit, "How many rows; 0 means all")
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--value", options->value, "Which of the file's values; the file's default else")
        ->type_name("NAME");
    addFormatOption(app, options->format, {"text", "json", "csv"});
    options->lookup.addTo(app);
    options->filters.addTo(app);
    app.callback([options, &status] {
        const auto done = withinMemory([&] { return run(*options); });
        if (!done) status = reportError(options->file, done.error());
    });
}

} // namespace candela
