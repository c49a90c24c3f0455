/// The options of `candela annotate`.
#pragma once

#include "app/commands/options/filter_options.h"
#include "app/commands/options/lookup_options.h"
#include "app/commands/profiles/annotated_file.h"
#include "app/commands/profiles/annotation_text.h"

#include <string>
#include <vector>

namespace candela {

struct AnnotateOptions {
    std::string file;
    std::string function;
    bool isSource = false;
    bool isAssembly = false;
    bool isWhole = false;
    std::string against; ///< empty: one build is shown
    std::string inlined = "line";
    std::vector<std::string> sourcePaths;
    std::string value;
    std::string format;
    LookupOptions lookup;
    FilterOptions filters;

    InlinedCode inlinedCode() const {
        return inlined == "call" ? InlinedCode::AtTheCall : InlinedCode::AtItsLine;
    }
    Result<std::vector<PathMapping>> pathMappings() const;
};

bool hasLines(const AnnotatedFunction& function);
/// Fails if the function has no weight, or if the requested parts are not known at all.
Result<void> requireParts(const AnnotateOptions& options, const AnnotatedFunction& function,
                          const AnnotationParts& parts);
/// Warns if other functions than the shown one have the name, too.
void reportNamesakes(const std::string& file, const FrameGroups& groups, const FunctionMatch& match);
/// Warns about source files that are missing, or that changed since the recording.
void reportSources(const std::string& file, const AnnotatedFunction& function, const SourceFinder& sources);

} // namespace candela
