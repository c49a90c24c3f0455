/// `candela diff`: what changed between two profiles, function by function or by another key.
#include "app/commands/all_commands.h"
#include "app/commands/fail_rule.h"
#include "app/commands/opened_profile.h"
#include "app/commands/output_text.h"
#include "app/commands/table_text.h"
#include "model/analysis/rooted_profile.h"
#include "model/analysis/whole_stacks.h"
#include "model/base/memory_scope.h"
#include "model/base/units.h"
#include "model/comparison/comparison.h"
#include "model/formats/export_profile.h"

#include <fmt/format.h>

namespace candela {

namespace {

struct DiffOptions {
    std::string base, changed;
    std::string by = "function";
    std::string normalize = "share";
    std::string value;
    std::string format;
    std::size_t limit = 40;
    std::vector<std::string> rules;
    LookupOptions lookup;
    FilterOptions filters;
};

struct OpenedSide {
    std::shared_ptr<const Profile> profile;
    ValueTypeIndex value;
    ComparisonSide side;
    const ValueType& type() const { return profile->samples[value.row()].type; }
};

constexpr std::string_view stackKey = "stack";

/// What --by names: a part of stacks, what samples have besides, or stacks as a whole.
struct DiffKey {
    Grouping grouping = Grouping::Function;
    std::optional<SampleKey> sample;
    bool isStack = false;
};

Result<DiffKey> keyOf(const DiffOptions& options) {
    if (const auto grouping = groupingFromName(options.by)) return DiffKey{*grouping, {}};
    if (const auto sample = sampleKeyFromName(options.by))
        return DiffKey{Grouping::Function, withoutNumbers(*sample)};
    if (options.by == stackKey) return DiffKey{.sample = {}, .isStack = true};
    return failure(fmt::format("\"{}\" is no key to compare by", options.by), ErrorCode::Usage,
                   "keys are function, module, file, line, address, stack, process, thread, label:NAME");
}

Result<OpenedSide> openSide(const std::string& files, const DiffOptions& options, const DiffKey& key) {
    OpenedSide opened;
    opened.profile = TRY(openProfiles(files, options.lookup));
    printWarnings(files, *opened.profile);
    opened.value = TRY(chosenValue(*opened.profile, options.value));
    Task task;
    auto filter = TRY(options.filters.parse());
    if (key.sample) {
        const auto part = TRY(exportedPart(opened.profile, opened.value, filter, task));
        filter = {}; // its patterns are about the stacks that go now
        opened.profile = std::make_shared<const Profile>(
            TRY(rootedProfile(*part, *key.sample, BelowRoots::Nothing, task)).profile);
    }
    if (key.isStack) {
        SampleSelector selector(opened.profile);
        const auto weights = TRY(selector.stackWeights(opened.value, filter, task));
        const auto groups = groupFrames(opened.profile, key.grouping);
        filter = {};
        opened.profile =
            std::make_shared<const Profile>(TRY(wholeStacks(*groups, weights, opened.value, task)));
        opened.value = ValueTypeIndex(0);
    }
    SampleSelector selector(opened.profile);
    opened.side = {groupFrames(opened.profile, key.grouping),
                   TRY(selector.stackWeights(opened.value, filter, task)), opened.profile->origin.duration};
    return opened;
}

QJsonArray jsonOfFiles(const std::string& files) {
    QJsonArray array;
    for (const auto& file : QString::fromStdString(files).split(','))
        array.append(file);
    return array;
}

QJsonValue jsonOfChange(const std::optional<double>& change) {
    return change ? QJsonValue(QJsonObject{{"value", *change}}) : QJsonValue();
}

QJsonObject jsonOf(const DiffOptions& options, const Comparison& comparison, std::size_t shown) {
    QJsonArray rows;
    for (std::size_t index = 0; index < shown; ++index) {
        const auto& row = comparison.rows[index];
        QJsonObject object{{"name", jsonText(row.name)},
                           {"base_self", qint64(row.baseSelf)},
                           {"new_self", qint64(row.newSelf)},
                           {"base_total", qint64(row.baseTotal)},
                           {"new_total", qint64(row.newTotal)},
                           {"self_change", jsonOfChange(row.selfChange)},
                           {"total_change", jsonOfChange(row.totalChange)},
                           {"match", jsonText(matchName(row.match))}};
        if (!row.module.empty()) object["module"] = jsonText(row.module);
        rows.append(object);
    }
    return {{"value",
             QJsonObject{{"name", jsonText(comparison.valueName)}, {"unit", jsonText(comparison.valueUnit)}}},
            {"by", jsonText(options.by)},
            {"normalize", jsonText(normalizeName(comparison.normalize))},
            {"base", QJsonObject{{"files", jsonOfFiles(options.base)},
                                 {"total", qint64(comparison.base.weights.total)}}},
            {"new", QJsonObject{{"files", jsonOfFiles(options.changed)},
                                {"total", qint64(comparison.changed.weights.total)}}},
            {"rows", rows}};
}

std::string changeText(const std::optional<double>& change, std::int64_t newWeight) {
    if (change) return fmt::format("{:+.1f} %", 100 * *change);
    return newWeight != 0 ? "new" : "–";
}

/// A weight as its side is read: a share, or the weight itself.
std::string sideText(const Comparison& comparison, std::int64_t weight, const ComparisonSide& side) {
    if (comparison.normalize == Normalize::Share)
        return formatShare(static_cast<double>(weight), static_cast<double>(side.weights.total));
    return formatWeight(weight, comparison.valueUnit);
}

std::string differenceText(const Comparison& comparison, double difference) {
    switch (comparison.normalize) {
    case Normalize::Share:
        return fmt::format("{:+.1f} pp", 100 * difference);
    case Normalize::None:
        break;
    case Normalize::Duration:
        return fmt::format("{}{}/s", difference >= 0 ? "+" : "",
                           formatWeight(static_cast<std::int64_t>(difference), comparison.valueUnit));
    }
    return fmt::format("{}{}", difference >= 0 ? "+" : "",
                       formatWeight(static_cast<std::int64_t>(difference), comparison.valueUnit));
}

/// Processes, threads and labels are in no module.
bool hasModules(const DiffOptions& options) {
    return groupingFromName(options.by).has_value();
}

std::vector<std::string> cellsOf(const DiffOptions& options, const Comparison& comparison,
                                 const ComparisonRow& row) {
    std::vector<std::string> cells{sideText(comparison, row.baseSelf, comparison.base),
                                   sideText(comparison, row.newSelf, comparison.changed),
                                   differenceText(comparison, row.selfDifference),
                                   changeText(row.selfChange, row.newSelf),
                                   sideText(comparison, row.baseTotal, comparison.base),
                                   sideText(comparison, row.newTotal, comparison.changed),
                                   row.name};
    if (hasModules(options)) cells.push_back(row.module);
    return cells;
}

std::string summary(const DiffOptions& options, const Comparison& comparison) {
    return fmt::format("{}: base {} ({}), new {} ({}), normalized by {}\n", comparison.valueName,
                       formatWeight(comparison.base.weights.total, comparison.valueUnit), options.base,
                       formatWeight(comparison.changed.weights.total, comparison.valueUnit), options.changed,
                       normalizeName(comparison.normalize));
}

std::vector<TableText::Column> columnsOf(const DiffOptions& options) {
    std::vector<TableText::Column> columns{{"base self", Align::Right},  {"new self", Align::Right},
                                           {"difference", Align::Right}, {"change", Align::Right},
                                           {"base total", Align::Right}, {"new total", Align::Right},
                                           {options.by, Align::Left}};
    if (hasModules(options)) columns.push_back({"module", Align::Left});
    return columns;
}

std::string textOf(const DiffOptions& options, const Comparison& comparison, std::size_t shown) {
    TableText table(columnsOf(options));
    for (std::size_t index = 0; index < shown; ++index)
        table.addRow(cellsOf(options, comparison, comparison.rows[index]));
    return summary(options, comparison) + table.aligned();
}

std::string markdownOf(const DiffOptions& options, const Comparison& comparison, std::size_t shown) {
    const auto columns = columnsOf(options);
    std::string text = summary(options, comparison) + "\n|";
    for (const auto& column : columns)
        text += fmt::format(" {} |", column.title);
    text += "\n|";
    for (const auto& column : columns)
        text += column.align == Align::Right ? " ---: |" : " --- |";
    for (std::size_t index = 0; index < shown; ++index) {
        text += "\n|";
        for (auto cell : cellsOf(options, comparison, comparison.rows[index])) {
            for (std::size_t at = 0; (at = cell.find('|', at)) != std::string::npos; at += 2)
                cell.insert(at, "\\");
            text += fmt::format(" {} |", cell);
        }
    }
    return text + "\n";
}

Result<ExitStatus> run(const DiffOptions& options) {
    const auto key = TRY(keyOf(options));
    const auto normalize = normalizeFromName(options.normalize);
    if (!normalize)
        return failure(fmt::format("\"{}\" is no normalization", options.normalize), ErrorCode::Usage,
                       "there are share, none, duration");
    std::vector<FailRule> rules;
    for (const auto& text : options.rules)
        rules.push_back(TRY(FailRule::create(text)));
    auto base = TRY(openSide(options.base, options, key));
    auto changed = TRY(openSide(options.changed, options, key));
    const auto comparison = TRY(compare(base.side, changed.side, base.type(), changed.type(), *normalize));
    const auto shown =
        options.limit == 0 ? comparison.rows.size() : std::min(options.limit, comparison.rows.size());
    if (options.format == "json")
        printJson(jsonOf(options, comparison, shown));
    else
        printText(options.format == "markdown" ? markdownOf(options, comparison, shown)
                                               : textOf(options, comparison, shown));
    auto status = ExitStatus::Done;
    for (const auto& rule : rules) {
        for (const auto& sentence : rule.violations(comparison)) {
            printMessage("", sentence);
            status = ExitStatus::RuleMet;
        }
    }
    return status;
}

} // namespace

void addDiff(CLI::App& app, ExitStatus& status) {
    auto options = std::make_shared<DiffOptions>();
    app.add_option("BASE", options->base, "A profile, or several with commas between")->required();
    app.add_option("NEW", options->changed, "The profile to compare with it, likewise")->required();
    app.add_option("--by", options->by,
                   "function, module, file, line, address, stack, process, thread or label:NAME; processes "
                   "and threads go "
                   "by their names alone")
        ->type_name("KEY")
        ->capture_default_str();
    app.add_option("--normalize", options->normalize,
                   "share: of each side's total; none; duration: per second")
        ->type_name("MODE")
        ->capture_default_str();
    app.add_option("--value", options->value, "Which of the files' values; the default else")
        ->type_name("NAME");
    app.add_option("--limit", options->limit, "How many rows; 0 means all")
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--fail-if", options->rules, FailRule::help)->type_name("RULE");
    addFormatOption(app, options->format, {"text", "json", "markdown"});
    options->lookup.addTo(app);
    options->filters.addTo(app);
    app.callback([options, &status] {
        const auto done = withinMemory([&] { return run(*options); });
        status =
            done ? *done : reportError(fmt::format("{} {}", options->base, options->changed), done.error());
    });
}

} // namespace candela
