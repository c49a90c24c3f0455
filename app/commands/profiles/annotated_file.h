/// A profile as `candela annotate` opens it: the weights of its functions, and the files that have their
/// code.
#pragma once

#include "app/commands/options/lookup_options.h"
#include "model/analysis/call_tree/function_list.h"
#include "model/analysis/samples/filter.h"
#include "model/code/annotated_function.h"
#include "model/code/function_search.h"
#include "model/code/source_finder.h"
#include "model/comparison/matching/match_side.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace candela {

class AnnotatedFile {
public:
    /// Prints the profile's warnings, and those about the filter, to standard error.
    static Result<AnnotatedFile> open(const std::string& path, const std::string& valueName,
                                      const Filter& filter, const LookupOptions& lookup);

    const std::string& path() const { return m_path; }
    const std::shared_ptr<const Profile>& profile() const { return m_profile; }
    ValueTypeIndex value() const { return m_value; }
    const StackWeights& weights() const { return m_weights; }
    const FrameGroups& groups() const { return *m_groups; }
    /// Finds the texts of source files. The file outlives it.
    SourceFinder sourceFinder(std::vector<PathMapping> mappings) const;

    Result<FunctionMatch> find(const std::string& function) const;
    Result<AnnotatedFunction> annotate(std::span<const FrameGroupIndex> function, InlinedCode inlined,
                                       Task& task);
    /// The functions, to be matched with those of another file. The file outlives the side.
    MatchSide matchSide() const;

private:
    std::string m_path;
    std::shared_ptr<const Profile> m_profile;
    ValueTypeIndex m_value;
    StackWeights m_weights;
    std::shared_ptr<const FrameGroups> m_groups;
    std::vector<GroupWeight> m_functions;
    std::shared_ptr<const TransformedStacks> m_transformed; ///< null: there are no transforms
    std::unique_ptr<LookupFiles> m_files;
    std::unique_ptr<CodeFinder> m_finder; ///< null: there is no code
};

} // namespace candela
