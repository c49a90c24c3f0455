#include "app/commands/profiles/annotate_against.h"

#include "app/commands/output/output_text.h"
#include "app/commands/output/shortened_text.h"
#include "app/commands/profiles/aligned_instructions_text.h"
#include "app/commands/profiles/aligned_source_text.h"
#include "model/comparison/matching/match_sides.h"

#include <fmt/format.h>

#include <optional>

namespace candela {

namespace {

/// The group of the new side that the matcher pairs with the base's function.
Result<FrameGroupIndex> counterpart(const AnnotatedFile& base, const AnnotatedFile& newFile,
                                    FrameGroupIndex function) {
    for (const auto& match : matchSides(base.matchSide(), newFile.matchSide()).matches)
        if (match.base == function && match.newGroup) return match.newGroup;
    return failure(
        fmt::format("no function of {} corresponds to {}", newFile.path(), base.groups()[function].name),
        ErrorCode::NotPossible, "\"candela diff\" lists what it was matched with");
}

/// What is shown: in JSON, both where they are known.
AnnotationParts requestedParts(const AnnotateOptions& options) {
    if (options.format == "json" && !options.isSource && !options.isAssembly) return {true, true};
    return {options.isSource, options.isAssembly || !options.isSource};
}

/// Fails if a side lacks what is shown. Errors are reported for base's file, so others name their own.
Result<void> requireSide(const AnnotatedFile& file, const AnnotatedFunction& function,
                         const AnnotateOptions& options) {
    auto required = requireParts(options, function, requestedParts(options));
    if (required) return {};
    auto error = required.error();
    if (file.path() != options.file) error.message += " (" + file.path() + ")";
    return std::unexpected(error);
}

/// A file with the function's annotation; stays where it is, because sources refer to texts of the finder.
class OpenedSide {
public:
    OpenedSide(AnnotatedFile file, const AnnotateOptions& options, std::vector<PathMapping> mappings)
        : m_file(std::move(file)), m_options(options), m_finder(m_file.sourceFinder(std::move(mappings))) {}

    const AnnotatedFile& file() const { return m_file; }
    Result<AlignedSide> annotate(std::span<const FrameGroupIndex> groups, Task& task) {
        m_function = TRY(m_file.annotate(groups, m_options.inlinedCode(), task));
        TRY(requireSide(m_file, m_function, m_options));
        AlignedSide side{m_file, m_function, {}};
        if (requestedParts(m_options).source) side.sources = annotatedSources(m_function, m_finder, task);
        return side;
    }
    void report() const {
        if (requestedParts(m_options).source) reportSources(m_file.path(), m_function, m_finder);
    }

private:
    AnnotatedFile m_file;
    const AnnotateOptions& m_options;
    SourceFinder m_finder;
    AnnotatedFunction m_function;
};

void print(const AlignedSide& base, const AlignedSide& newSide, const AnnotateOptions& options) {
    const auto parts = requestedParts(options);
    const auto extent = options.isWhole ? LineExtent::Function : LineExtent::AroundWeights;
    std::vector<AlignedSource> sources;
    if (parts.source)
        sources = alignedSources(base.function, base.sources, newSide.function, newSide.sources, extent);
    std::optional<AlignedCode> code;
    if (parts.assembly && !base.function.code.empty() && !newSide.function.code.empty())
        code = alignedCode(base.function.code.front(), newSide.function.code.front());
    if (options.format == "json") {
        QJsonObject object{{"base", jsonOf(base)}, {"new", jsonOf(newSide)}};
        if (parts.source) addLines(object, base, newSide, sources);
        if (code) addInstructions(object, base, newSide, *code);
        return printJson(object);
    }
    auto text = wrapped(headline(base, newSide), terminalWidth());
    if (parts.source) text += linesText(base, newSide, sources);
    if (parts.source && code) text += "\n";
    if (code)
        text +=
            instructionsText(base, newSide, *code, options.isWhole ? Extent::Whole : Extent::AroundWeights);
    printText(text);
}

} // namespace

Result<void> annotateAgainst(const AnnotateOptions& options) {
    const auto mappings = TRY(options.pathMappings());
    const auto filter = TRY(options.filters.parse());
    OpenedSide base(TRY(AnnotatedFile::open(options.file, options.value, filter, options.lookup)), options,
                    mappings);
    OpenedSide newSide(TRY(AnnotatedFile::open(options.against, options.value, filter, options.lookup)),
                       options, mappings);
    const auto match = TRY(base.file().find(options.function));
    reportNamesakes(options.file, base.file().groups(), match);
    const auto other = TRY(counterpart(base.file(), newSide.file(), match.groups.front()));
    Task task;
    const auto baseFunction = TRY(base.annotate(match.groups, task));
    const auto newFunction = TRY(newSide.annotate(std::span(&other, 1), task));
    print(baseFunction, newFunction, options);
    base.report();
    newSide.report();
    return {};
}

} // namespace candela
