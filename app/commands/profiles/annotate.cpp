/// `candela annotate`: the weights of one function by source line and by instruction.
#include "app/commands/all_commands.h"
#include "app/commands/output/output_text.h"
#include "app/commands/profiles/annotate_against.h"
#include "app/commands/profiles/annotation_text.h"
#include "model/base/memory_scope.h"

#include <fmt/format.h>

#include <algorithm>

namespace candela {

namespace {

/// The parts to show if none was requested: lines if they are known; everything in JSON.
AnnotationParts partsOf(const AnnotateOptions& options, const AnnotatedFunction& function) {
    if (options.isSource != options.isAssembly) return {options.isSource, options.isAssembly};
    if (options.isSource || options.format == "json") return {true, true};
    return {hasLines(function), !hasLines(function)};
}

Result<void> run(const AnnotateOptions& options) {
    if (!options.against.empty()) return annotateAgainst(options);
    const auto mappings = TRY(options.pathMappings());
    const auto filter = TRY(options.filters.parse());
    auto file = TRY(AnnotatedFile::open(options.file, options.value, filter, options.lookup));
    const auto match = TRY(file.find(options.function));
    reportNamesakes(options.file, file.groups(), match);
    auto sources = file.sourceFinder(mappings);
    Task task;
    const auto function = TRY(file.annotate(match.groups, options.inlinedCode(), task));
    const auto parts = partsOf(options, function);
    TRY(requireParts(options, function, parts));
    if (parts.assembly) {
        for (const auto& problem : function.problems)
            printMessage(options.file, fmt::format("warning: {} {}", function.name, problem));
    }

    const AnnotationSubject subject{options.file, file.profile(), file.value(), file.weights(),
                                    options.inlinedCode()};
    if (options.format == "json")
        printJson(jsonOf(subject, function, parts, sources, task));
    else
        printText(textOf(subject, function, parts, options.isWhole ? Extent::Whole : Extent::AroundWeights,
                         sources, task));
    reportSources(options.file, function, sources);
    return {};
}

} // namespace

void addAnnotate(Arguments& arguments, ExitStatus& status) {
    auto options = std::make_shared<AnnotateOptions>();
    arguments.option("FILE", options->file, "A profile; - is standard input").required();
    arguments
        .option("FUNCTION", options->function,
                "Its name, a part of it or a regular expression; MODULE!NAME for that of one module")
        .required();
    arguments.flag("--source", options->isSource, "Source lines; the default where they are known");
    arguments.flag("--assembly", options->isAssembly, "Instructions");
    arguments.flag("--all", options->isWhole, "The whole function, and not only what is near any weight");
    arguments
        .option("--against", options->against,
                "The same function in a profile of another build: instructions or source lines of both side "
                "by side, FILE's as the base")
        .valueName("NEW");
    arguments
        .option("--inlined", options->inlined,
                "Which line gets the self weight of inlined code: its own line, or that of the call")
        .oneOf({"line", "call"})
        .valueName("line|call")
        .showDefault();
    arguments
        .option("--source-path", options->sourcePaths,
                "Where sources are now: paths that begin with FROM are read below TO")
        .valueName("FROM=TO");
    arguments.option("--value", options->value, "Which of the file's values (default: the file's default)")
        .valueName("NAME");
    addFormatOption(arguments, options->format, {"text", "json"});
    options->lookup.addTo(arguments);
    options->filters.addTo(arguments);
    arguments.run([options, &status] {
        const auto done = withinMemory([&] { return run(*options); });
        if (!done) status = reportError(options->file, done.error());
    });
}

} // namespace candela
