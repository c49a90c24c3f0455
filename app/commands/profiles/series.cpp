/// `candela series`: what each function did over several captures, in the order in which they are named.
#include "app/commands/all_commands.h"
#include "app/commands/options/filter_options.h"
#include "app/commands/options/opened_profile.h"
#include "app/commands/output/output_text.h"
#include "app/commands/output/shortened_text.h"
#include "app/commands/output/table_text.h"
#include "app/commands/profiles/diff_side.h"
#include "app/commands/profiles/fail_rule.h"
#include "app/commands/profiles/report_rows.h"
#include "app/commands/window/run_window.h"
#include "model/base/cell_text.h"
#include "model/base/memory_scope.h"
#include "model/base/shown_text.h"
#include "model/base/units.h"
#include "model/comparison/change_text.h"
#include "model/comparison/series/series_text.h"
#include "model/formats/input/run_files.h"

#include <fmt/format.h>

#include <algorithm>

namespace candela {

namespace {

struct SeriesOptions {
    std::vector<std::string> files;
    std::string by = "function";
    std::string normalize{automaticNormalize};
    std::string sort = "self";
    std::string value;
    std::string format;
    std::size_t limit = 40;
    std::vector<std::string> rules;
    LookupOptions lookup;
    FilterOptions filters;

    bool isInWindow = false;
    bool hasKey = false, hasOrder = false; ///< --by and --sort were given
    std::vector<std::string> ofPrint;      ///< those that were given and have no meaning in the window

    bool isBySelf() const { return sort == "self"; }
};

/// Each capture is one argument, with its runs; of a single folder, each file is one.
Result<std::vector<std::string>> capturesOf(const SeriesOptions& options) {
    if (options.files.size() > 1) return options.files;
    return filesOf(options.files.front());
}

/// Everything that a capture's rows point to.
struct OpenedCapture {
    OpenedRuns runs;
    DiffSide side;
};

Result<OpenedCapture> openCapture(const std::string& files, const SeriesOptions& options,
                                  const DiffKey& key) {
    auto filter = TRY(options.filters.parse());
    auto runs = TRY(openRuns(files, options.lookup, filter.time));
    printWarnings(files, *runs.profile);
    if (runs.runs) filter.time.reset(); // only the samples in this range were opened
    TRY(warnOfEmptyFilter(files, runs.profile, TRY(chosenValue(*runs.profile, options.value)), filter));
    if (key.sample) warnOfMissingLabel(files, *runs.profile, *key.sample);
    auto side = TRY(DiffSide::create(runs, options.value, filter, key, {}));
    return OpenedCapture{std::move(runs), std::move(side)};
}

const std::vector<SeriesPoint>& pointsOf(const SeriesRow& row, bool bySelf) {
    return bySelf ? row.self : row.total;
}

/// How many rows have any weight; sortSeries() puts the others last.
std::size_t rowsWithWeight(const Series& series, bool bySelf) {
    return static_cast<std::size_t>(std::ranges::count_if(series.rows, [&](const SeriesRow& row) {
        return std::ranges::any_of(pointsOf(row, bySelf),
                                   [](const auto& point) { return point.weight != 0; });
    }));
}

TableText tableOf(const Series& series, const SeriesOptions& options, std::size_t shown) {
    const bool bySelf = options.isBySelf();
    const bool hasModules =
        std::ranges::any_of(series.rows, [](const auto& row) { return !row.module.empty(); });
    const auto weight = bySelf ? "self" : "total";
    std::vector<TableText::Column> columns{{fmt::format("first {}", weight), Align::Right, Shorten::Whole},
                                           {fmt::format("last {}", weight), Align::Right, Shorten::Whole},
                                           {"change", Align::Right, Shorten::Whole, true},
                                           {"course", Align::Left, Shorten::Whole},
                                           {"trend", Align::Left, Shorten::Beginning},
                                           {options.by, Align::Left}};
    if (hasModules) columns.push_back({"module", Align::Left, Shorten::Path, true});
    TableText table(std::move(columns));
    const auto add = [&](const SeriesRow& row, const std::vector<SeriesPoint>& points,
                         const FoundTrend& trend) {
        const auto& first = points.front();
        const auto& last = points.back();
        const auto change = first.value == 0 ? std::optional<double>() : last.value / first.value - 1;
        std::vector<std::string> cells{normalizedText(first.value, series.normalize, series.valueUnit),
                                       normalizedText(last.value, series.normalize, series.valueUnit),
                                       changeText(change, first.weight, last.weight),
                                       blockLine(points),
                                       trendText(trend, series),
                                       row.name};
        if (hasModules) cells.push_back(row.module);
        table.addRow(std::move(cells));
    };
    for (std::size_t index = 0; index < shown; ++index) {
        const auto& row = series.rows[index];
        add(row, pointsOf(row, bySelf), bySelf ? row.selfTrend : row.totalTrend);
    }
    return table;
}

QJsonObject jsonOf(const std::vector<SeriesPoint>& points, const FoundTrend& trend, const Series& series) {
    QJsonArray weights, values, errors;
    for (const auto& point : points) {
        weights.append(qint64(point.weight));
        values.append(point.value);
        errors.append(point.isErrorKnown ? QJsonValue(point.standardError) : QJsonValue());
    }
    QJsonObject object{{"weights", weights},
                       {"values", values},
                       {"standard_errors", errors},
                       {"trend", jsonText(trendName(trend.trend))}};
    if (trend.trend == Trend::None) return object;
    object["from"] = jsonText(series.captures[trend.at]);
    object["from_index"] = qint64(trend.at);
    object["level"] = trend.level;
    object["size"] = trend.size;
    object["chance"] = trend.chance;
    return object;
}

QJsonObject jsonOf(const Series& series, const SeriesOptions& options, std::size_t shown) {
    QJsonArray captures, rows;
    for (const auto& name : series.captures)
        captures.append(jsonText(name));
    for (std::size_t index = 0; index < shown; ++index) {
        const auto& row = series.rows[index];
        QJsonObject object{{"name", jsonText(row.name)},
                           {"self", jsonOf(row.self, row.selfTrend, series)},
                           {"total", jsonOf(row.total, row.totalTrend, series)}};
        if (!row.module.empty()) object["module"] = jsonText(row.module);
        rows.append(object);
    }
    return {
        {"value", QJsonObject{{"name", jsonText(series.valueName)}, {"unit", jsonText(series.valueUnit)}}},
        {"by", jsonText(options.by)},
        {"normalize", jsonText(normalizeName(series.normalize))},
        {"meaning", jsonText(seriesSummary(series, options.isBySelf()))},
        {"captures", captures},
        {"tests", qint64(series.tests)},
        {"whole", jsonOf(series.whole.total, series.whole.totalTrend, series)},
        {"rows", rows}};
}

/// The captures and their totals, then what the numbers mean.
std::string summaryOf(const Series& series, bool bySelf, Escape escaped) {
    const auto& total = series.whole.total;
    const auto weight = [&](const SeriesPoint& point) {
        return shownText(formatWeight(point.weight, series.valueUnit));
    };
    return fmt::format("{}: {} captures, from {} ({}) to {} ({})\n{}\n", escaped(series.valueName),
                       series.captures.size(), escaped(series.captures.front()), weight(total.front()),
                       escaped(series.captures.back()), weight(total.back()),
                       seriesSummary(series, bySelf, escaped));
}

std::string remainder(std::size_t rows, std::size_t shown) {
    if (shown == rows) return {};
    return fmt::format("… and {} more rows (--limit 0 shows all)\n",
                       formatCount(static_cast<std::int64_t>(rows - shown)));
}

void print(const Series& series, const SeriesOptions& options) {
    if (options.format == "json")
        return printJson(jsonOf(series, options, limitedRows(series.rows.size(), options.limit)));
    const auto rows = rowsWithWeight(series, options.isBySelf());
    const auto shown = limitedRows(rows, options.limit);
    const auto table = tableOf(series, options, shown);
    if (options.format == "csv") return printData(table.csv());
    const auto rest = remainder(rows, shown);
    if (options.format == "markdown")
        return printText(summaryOf(series, options.isBySelf(), markdownCode) + "\n" + table.markdown() +
                         (rest.empty() ? "" : "\n" + rest));
    printText(wrapped(summaryOf(series, options.isBySelf(), shownText), terminalWidth()) +
              table.aligned(terminalWidth()) + rest);
}

bool isInWindow(Normalize normalize) {
    return normalize != Normalize::CpuTime && normalize != Normalize::Work;
}

/// Of the groupings, or of the normalizations, that the window has: "share, none, duration".
std::string namesInWindow(const auto& last, auto nameOf) {
    std::string names;
    using Choice = std::remove_cvref_t<decltype(last)>;
    for (int number = 0; number <= static_cast<int>(last); ++number)
        if (const std::string_view name = nameOf(static_cast<Choice>(number)); !name.empty())
            names.append(names.empty() ? "" : ", ").append(name);
    return names;
}

/// What the window begins with. Fails if it can't show what the options ask for.
Result<FirstView> firstView(const SeriesOptions& options) {
    if (!options.rules.empty())
        return failure("--fail-if and --window exclude each other: rules set the exit status of a printed "
                       "series",
                       ErrorCode::Usage, "leave out one of the two");
    if (!options.ofPrint.empty())
        return failure(
            fmt::format("the window has no use for {}", fmt::join(options.ofPrint, ", ")), ErrorCode::Usage,
            fmt::format("leave {} out, or leave out --window", options.ofPrint.size() == 1 ? "it" : "them"));
    FirstView view{.value = options.value};
    if (auto filter = TRY(options.filters.parse()); !filter.isEmpty()) view.filter = std::move(filter);
    if (options.hasKey) view.grouping = groupingFromName(options.by);
    if (options.hasKey && !view.grouping)
        return failure(fmt::format("the window has no series by {}", options.by), ErrorCode::Usage,
                       fmt::format("choose one of {}, or leave out --window",
                                   namesInWindow(Grouping::Address, groupingName)));
    view.normalize = normalizeFromName(options.normalize);
    if (view.normalize && !isInWindow(*view.normalize))
        return failure(
            fmt::format("the window does not normalize by {}", options.normalize), ErrorCode::Usage,
            fmt::format("choose one of {}, or leave out --window",
                        namesInWindow(Normalize::Work, [](Normalize normalize) {
                            return isInWindow(normalize) ? normalizeName(normalize) : std::string_view();
                        })));
    if (options.hasOrder) view.weights = options.isBySelf() ? ListedWeights::Self : ListedWeights::Total;
    return view;
}

Result<ExitStatus> showInWindow(const std::vector<std::string>& captures, const SeriesOptions& options) {
    WindowRequest request;
    request.seriesView = TRY(firstView(options));
    for (const auto& files : captures)
        request.series.push_back(TRY(sideFiles(files)));
    return static_cast<ExitStatus>(runWindow(request));
}

Result<ExitStatus> run(const SeriesOptions& options) {
    const auto key = TRY(DiffKey::create(options.by));
    if (options.normalize != automaticNormalize && !normalizeFromName(options.normalize))
        return failure(fmt::format("unknown normalization \"{}\"", options.normalize), ErrorCode::Usage,
                       fmt::format("there are auto, {}", normalizeNames()));
    std::vector<FailRule> rules;
    for (const auto& text : options.rules)
        rules.push_back(TRY(FailRule::create(text)));
    const auto files = TRY(capturesOf(options));
    if (options.isInWindow) return showInWindow(files, options);
    const auto names = captureNames(files);
    std::vector<OpenedCapture> opened;
    for (const auto& file : files) {
        auto capture = openCapture(file, options, key);
        if (!capture) {
            auto error = capture.error();
            error.message = file + ": " + error.message;
            return std::unexpected(error);
        }
        opened.push_back(std::move(*capture));
    }
    std::vector<SeriesCapture> captures;
    for (std::size_t number = 0; number < opened.size(); ++number) {
        auto& side = opened[number].side;
        captures.push_back(
            {.name = names[number], .rows = side.rows(), .side = side.side({}), .type = &side.type()});
    }
    const auto& type = opened.back().side.type();
    const auto& profile = opened.back().side.profile();
    const auto normalize = normalizeFromName(options.normalize)
                               .value_or(defaultNormalize(profile.text(type.name), profile.text(type.unit)));
    auto series = TRY(makeSeries(std::move(captures), normalize));
    sortSeries(series, options.isBySelf());
    print(series, options);
    return checkRules(rules, series);
}

} // namespace

void addSeries(Arguments& arguments, ExitStatus& status) {
    auto options = std::make_shared<SeriesOptions>();
    arguments
        .option("FILES", options->files,
                "Profiles in the order of builds or of time, or a folder with them, sorted by name; several "
                "runs of one build with commas between")
        .required();
    arguments.option("--by", options->by, reportKeys() + "; processes and threads go by their names")
        .valueName("KEY")
        .showDefault();
    arguments.option("--sort", options->sort, "Whose trends are shown, the largest first")
        .oneOf({"self", "total"})
        .valueName("self|total")
        .showDefault();
    arguments
        .option("--normalize", options->normalize,
                "share: of each capture's total; duration: per second; cpu: per CPU second; none: weights as "
                "they are; auto: share for time and samples, none for all other sums")
        .valueName("MODE")
        .showDefault();
    arguments.option("--value", options->value, "Which of the files' values (default: the files' default)")
        .valueName("NAME");
    arguments.flag("--window", options->isInWindow,
                   "Open the window with the series instead of printing it; it begins with these options");
    arguments.option("--fail-if", options->rules, FailRule::seriesHelp).valueName("RULE").oneValueEach();
    addLimitOption(arguments, options->limit);
    addFormatOption(arguments, options->format, {"text", "json", "csv", "markdown"});
    options->lookup.addTo(arguments);
    options->filters.addTo(arguments);
    arguments.run([options, &arguments, &status] {
        options->hasKey = arguments.isGiven("--by");
        options->hasOrder = arguments.isGiven("--sort");
        for (const auto* name :
             {"--limit", "--format", "--symbols", "--debuginfod", "--no-lookup", "--memory-limit"})
            if (arguments.isGiven(name)) options->ofPrint.emplace_back(name);
        const auto done = withinMemory([&] { return run(*options); });
        status = done ? *done : reportError("", done.error());
    });
}

} // namespace candela
