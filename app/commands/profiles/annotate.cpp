/// `candela annotate`: the weights of one function by source line and by instruction.
#include "app/commands/all_commands.h"
#include "app/commands/options/filter_options.h"
#include "app/commands/options/opened_profile.h"
#include "app/commands/output/output_text.h"
#include "app/commands/profiles/annotation_text.h"
#include "model/analysis/call_tree/function_list.h"
#include "model/base/memory_scope.h"
#include "model/code/function_search.h"

#include <fmt/format.h>

#include <algorithm>

namespace candela {

namespace {

struct AnnotateOptions {
    std::string file;
    std::string function;
    bool isSource = false;
    bool isAssembly = false;
    bool isWhole = false;
    std::string inlined = "line";
    std::vector<std::string> sourcePaths;
    std::string value;
    std::string format;
    LookupOptions lookup;
    FilterOptions filters;
};

Result<std::vector<PathMapping>> pathMappings(const std::vector<std::string>& texts) {
    std::vector<PathMapping> mappings;
    for (const auto& text : texts)
        mappings.push_back(TRY(pathMappingFromText(text)));
    return mappings;
}

void reportNamesakes(const AnnotateOptions& options, const FrameGroups& groups, const FunctionMatch& match) {
    if (match.namesakes.empty()) return;
    std::string names;
    for (const auto group : match.namesakes)
        names +=
            fmt::format("{}{}!{}", names.empty() ? "" : ", ", groups.moduleName(group), groups[group].name);
    const auto shown = match.groups.front();
    printMessage(options.file, fmt::format("this is {}!{}; there are also {}", groups.moduleName(shown),
                                           groups[shown].name, names));
}

bool hasLines(const AnnotatedFunction& function) {
    return std::ranges::any_of(function.lines, [](const LineWeight& line) { return line.line != 0; });
}

/// Lines carry all weight, including that of frames without a line.
bool hasWeights(const AnnotatedFunction& function) {
    return std::ranges::any_of(function.lines,
                               [](const LineWeight& line) { return line.self != 0 || line.total != 0; });
}

/// The parts to show if none was requested: lines if they are known; everything in JSON.
AnnotationParts partsOf(const AnnotateOptions& options, const AnnotatedFunction& function) {
    if (options.isSource != options.isAssembly) return {options.isSource, options.isAssembly};
    if (options.isSource || options.format == "json") return {true, true};
    return {hasLines(function), !hasLines(function)};
}

/// Fails if the requested parts are not known at all.
Result<void> requireParts(const AnnotateOptions& options, const AnnotatedFunction& function,
                          const AnnotationParts& parts) {
    if (!hasWeights(function))
        return failure(fmt::format("no sample of {} passes the filters", function.name),
                       ErrorCode::NotPossible);
    if (parts.assembly && function.code.empty() && !(parts.source && hasLines(function))) {
        if (options.lookup.isOff)
            return failure(fmt::format("the machine code of {} is not looked for", function.name),
                           ErrorCode::NotPossible, "leave --no-lookup out");
        const auto& problems = function.problems;
        return failure(
            fmt::format("{} {}", function.name, problems.empty() ? "has no machine code" : problems.front()),
            ErrorCode::NotPossible, function.hint);
    }
    if (parts.source && !parts.assembly && !hasLines(function)) {
        const auto& problems = function.problems;
        return failure(fmt::format("the lines of {} are not known{}", function.name,
                                   problems.empty() ? "" : ": it " + problems.front()),
                       ErrorCode::NotPossible,
                       function.hint.empty()
                           ? "its module has no debug information here: --symbols FOLDER and "
                             "--debuginfod look elsewhere"
                           : function.hint);
    }
    return {};
}

Result<void> run(const AnnotateOptions& options) {
    const auto mappings = TRY(pathMappings(options.sourcePaths));
    const auto filter = TRY(options.filters.parse());
    const auto profile = TRY(openProfile(options.file, options.lookup));
    printWarnings(options.file, *profile);
    const auto value = TRY(chosenValue(*profile, options.value));
    TRY(warnOfEmptyFilter(options.file, profile, value, filter));
    Task task;
    SampleSelector selector(profile);
    const auto weights = TRY(selector.stackWeights(value, filter, task));
    const auto groups = groupFrames(profile, Grouping::Function);
    const auto match = TRY(findFunction(*groups, groupWeights(*groups, weights), options.function));
    reportNamesakes(options, *groups, match);

    std::unique_ptr<LookupFiles> files;
    if (!options.lookup.isOff) files = TRY(LookupFiles::open(options.lookup.sources, *profile, {}, task));
    SourceFinder sources(mappings, profile->origin.startTime, files ? files->servers() : nullptr);
    std::optional<CodeFinder> finder;
    if (files || !profile->code.empty()) finder.emplace(profile, files.get());
    const auto inlined = options.inlined == "call" ? InlinedCode::AtTheCall : InlinedCode::AtItsLine;
    const auto transformed = TRY(selector.transformedStacks(filter)); // null: none
    const auto function = TRY(annotate(*groups, match.groups, weights, inlined, finder ? &*finder : nullptr,
                                       task, {}, transformed.get()));
    const auto parts = partsOf(options, function);
    TRY(requireParts(options, function, parts));
    if (parts.assembly) {
        for (const auto& problem : function.problems)
            printMessage(options.file, fmt::format("warning: {} {}", function.name, problem));
    }

    const AnnotationSubject subject{options.file, profile, value, weights, inlined};
    if (options.format == "json")
        printJson(jsonOf(subject, function, parts, sources, task));
    else
        printText(textOf(subject, function, parts, options.isWhole ? Extent::Whole : Extent::AroundWeights,
                         sources, task));
    for (const auto& warning : sourceWarnings(function, sources))
        printMessage(options.file, "warning: " + warning);
    return {};
}

} // namespace

void addAnnotate(CLI::App& app, ExitStatus& status) {
    auto options = std::make_shared<AnnotateOptions>();
    app.add_option("FILE", options->file, "A profile; - is standard input")->required();
    app.add_option("FUNCTION", options->function,
                   "Its name, a part of it or a regular expression; MODULE!NAME for that of one module")
        ->required();
    app.add_flag("--source", options->isSource, "Source lines; the default where they are known");
    app.add_flag("--assembly", options->isAssembly, "Instructions");
    app.add_flag("--all", options->isWhole, "The whole function, and not only what is near any weight");
    app.add_option("--inlined", options->inlined,
                   "Which line gets the self weight of inlined code: its own line, or that of the call")
        ->check(CLI::IsMember({"line", "call"}))
        ->type_name("line|call")
        ->capture_default_str();
    app.add_option("--source-path", options->sourcePaths,
                   "Where sources are now: paths that begin with FROM are read below TO")
        ->type_name("FROM=TO");
    app.add_option("--value", options->value, "Which of the file's values (default: the file's default)")
        ->type_name("NAME");
    addFormatOption(app, options->format, {"text", "json"});
    options->lookup.addTo(app);
    options->filters.addTo(app);
    app.callback([options, &status] {
        const auto done = withinMemory([&] { return run(*options); });
        if (!done) status = reportError(options->file, done.error());
    });
}

} // namespace candela
