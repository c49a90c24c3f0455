/// `candela annotate`: the weights of one function by source line and by instruction.
#include "app/commands/all_commands.h"
#include "app/commands/options/filter_options.h"
#include "app/commands/output/output_text.h"
#include "app/commands/profiles/aligned_text.h"
#include "app/commands/profiles/annotated_file.h"
#include "app/commands/profiles/annotation_text.h"
#include "model/base/memory_scope.h"
#include "model/comparison/matching/match_sides.h"

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
    std::string against;
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

InlinedCode inlinedOf(const AnnotateOptions& options) {
    return options.inlined == "call" ? InlinedCode::AtTheCall : InlinedCode::AtItsLine;
}

/// The group of the new side that the matcher pairs with the base's function.
Result<FrameGroupIndex> counterpart(const AnnotatedFile& base, const AnnotatedFile& newFile,
                                    FrameGroupIndex function) {
    for (const auto& match : matchSides(base.matchSide(), newFile.matchSide()).matches)
        if (match.base == function && match.newGroup) return match.newGroup;
    return failure(
        fmt::format("no function of {} corresponds to {}", newFile.path(), base.groups()[function].name),
        ErrorCode::NotPossible, "\"candela diff\" lists what it was matched with");
}

Result<AnnotatedFunction> annotatedSide(AnnotatedFile& file, std::span<const FrameGroupIndex> groups,
                                        const AnnotateOptions& options, Task& task) {
    auto function = TRY(file.annotate(groups, inlinedOf(options), task));
    const auto required = requireParts(options, function, {.assembly = true});
    if (required && !function.code.empty()) return function;
    auto error = required
                     ? Error{function.name + " has no machine code", function.hint, ErrorCode::NotPossible}
                     : required.error();
    error.message = file.path() + ": " + error.message;
    return std::unexpected(error);
}

/// Prints the instructions of FILE and of the file of --against, side by side.
Result<void> runAgainst(const AnnotateOptions& options) {
    if (options.isSource)
        return failure("--against compares instructions", ErrorCode::Usage, "leave --source out");
    const auto filter = TRY(options.filters.parse());
    auto base = TRY(AnnotatedFile::open(options.file, options.value, filter, options.lookup));
    auto newFile = TRY(AnnotatedFile::open(options.against, options.value, filter, options.lookup));
    const auto match = TRY(base.find(options.function));
    reportNamesakes(options, base.groups(), match);
    const auto other = TRY(counterpart(base, newFile, match.groups.front()));
    Task task;
    const auto baseFunction = TRY(annotatedSide(base, match.groups, options, task));
    const auto newFunction = TRY(annotatedSide(newFile, std::span(&other, 1), options, task));
    const AlignedSide baseSide{base, baseFunction}, newSide{newFile, newFunction};
    const auto aligned = alignedCode(baseFunction.code.front(), newFunction.code.front());
    if (options.format == "json")
        printJson(jsonOf(baseSide, newSide, aligned));
    else
        printText(textOf(baseSide, newSide, aligned, options.isWhole));
    return {};
}

Result<void> run(const AnnotateOptions& options) {
    if (!options.against.empty()) return runAgainst(options);
    const auto mappings = TRY(pathMappings(options.sourcePaths));
    const auto filter = TRY(options.filters.parse());
    auto file = TRY(AnnotatedFile::open(options.file, options.value, filter, options.lookup));
    const auto match = TRY(file.find(options.function));
    reportNamesakes(options, file.groups(), match);
    const auto& profile = file.profile();
    SourceFinder sources(mappings, profile->origin.startTime,
                         file.files() ? file.files()->servers() : nullptr);
    Task task;
    const auto function = TRY(file.annotate(match.groups, inlinedOf(options), task));
    const auto parts = partsOf(options, function);
    TRY(requireParts(options, function, parts));
    if (parts.assembly) {
        for (const auto& problem : function.problems)
            printMessage(options.file, fmt::format("warning: {} {}", function.name, problem));
    }

    const AnnotationSubject subject{options.file, profile, file.value(), file.weights(), inlinedOf(options)};
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
    app.add_option("--against", options->against,
                   "The same function in a profile of another build: the instructions of both side by side, "
                   "FILE's as the base")
        ->type_name("NEW");
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
