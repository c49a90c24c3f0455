#include "app/commands/profiles/annotated_file.h"

#include "app/commands/options/filter_options.h"
#include "app/commands/options/opened_profile.h"
#include "app/commands/output/output_text.h"

#include <utility>

namespace candela {

Result<AnnotatedFile> AnnotatedFile::open(const std::string& path, const std::string& valueName,
                                          const Filter& filter, const LookupOptions& lookup) {
    AnnotatedFile file;
    file.m_path = path;
    file.m_profile = TRY(openProfile(path, lookup));
    const auto& profile = file.m_profile;
    printWarnings(path, *profile);
    file.m_value = TRY(chosenValue(*profile, valueName));
    TRY(warnOfEmptyFilter(path, profile, file.m_value, filter));
    Task task;
    SampleSelector selector(profile);
    file.m_weights = TRY(selector.stackWeights(file.m_value, filter, task));
    file.m_transformed = TRY(selector.transformedStacks(filter));
    file.m_groups = groupFrames(profile, Grouping::Function);
    file.m_functions = groupWeights(*file.m_groups, file.m_weights);
    if (!lookup.isOff) file.m_files = TRY(LookupFiles::open(lookup.sources, *profile, {}, task));
    if (file.m_files || !profile->code.empty())
        file.m_finder = std::make_unique<CodeFinder>(profile, file.m_files.get());
    return file;
}

Result<FunctionMatch> AnnotatedFile::find(const std::string& function) const {
    return findFunction(*m_groups, m_functions, function);
}

Result<AnnotatedFunction> AnnotatedFile::annotate(std::span<const FrameGroupIndex> function,
                                                  InlinedCode inlined, Task& task) {
    return candela::annotate(*m_groups, function, m_weights, inlined, m_finder.get(), task, {},
                             m_transformed.get());
}

SourceFinder AnnotatedFile::sourceFinder(std::vector<PathMapping> mappings) const {
    return SourceFinder(std::move(mappings), m_profile, m_files ? m_files->servers() : nullptr);
}

MatchSide AnnotatedFile::matchSide() const {
    return {.groups = m_groups,
            .shape = callTreeShape(m_groups),
            .weights = &m_weights,
            .rows = m_functions,
            .total = m_weights.total};
}

} // namespace candela
