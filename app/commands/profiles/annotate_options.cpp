#include "app/commands/profiles/annotate_options.h"

#include "app/commands/command.h"
#include "app/commands/output/output_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace candela {

namespace {

/// Lines carry all weight, including that of frames without a line.
bool hasWeights(const AnnotatedFunction& function) {
    return std::ranges::any_of(function.lines,
                               [](const LineWeight& line) { return line.self != 0 || line.total != 0; });
}

} // namespace

Result<std::vector<PathMapping>> AnnotateOptions::pathMappings() const {
    std::vector<PathMapping> mappings;
    for (const auto& text : sourcePaths)
        mappings.push_back(TRY(pathMappingFromText(text)));
    return mappings;
}

void reportNamesakes(const std::string& file, const FrameGroups& groups, const FunctionMatch& match) {
    if (match.namesakes.empty()) return;
    std::string names;
    for (const auto group : match.namesakes)
        names +=
            fmt::format("{}{}!{}", names.empty() ? "" : ", ", groups.moduleName(group), groups[group].name);
    const auto shown = match.groups.front();
    printMessage(file, fmt::format("this is {}!{}; there are also {}", groups.moduleName(shown),
                                   groups[shown].name, names));
}

void reportSources(const std::string& file, const AnnotatedFunction& function, const SourceFinder& sources) {
    for (const auto& warning : sourceWarnings(function, sources))
        printMessage(file, "warning: " + warning);
}

bool hasLines(const AnnotatedFunction& function) {
    return std::ranges::any_of(function.lines, [](const LineWeight& line) { return line.line != 0; });
}

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

} // namespace candela
