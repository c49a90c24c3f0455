/// The content of the source view: one function's lines and instructions with their weights, as `candela
/// annotate` prints them. Created off the GUI thread and constant afterwards.
#pragma once

#include "model/analysis/samples/filtered_stacks.h"
#include "model/code/annotation_rows.h"
#include "views/session/call_path.h"
#include "views/source/code_sources.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace candela {

/// The function and the weights that are requested.
struct ShownFunctionRequest {
    std::shared_ptr<const Profile> profile;
    std::shared_ptr<const StackWeights> weights;
    ValueTypeIndex value;
    Filter filter;     ///< the filter that the weights passed
    CallStep function; ///< without a name: the function with the most self weight
    InlinedCode inlined = InlinedCode::AtItsLine;
    CodeSources sources;
};

struct ShownFunction {
    CallStep function;
    std::shared_ptr<const FrameGroups> groups; ///< the profile's functions
    std::string unit;
    std::int64_t magnitude = 0; ///< shares are relative to this weight
    AnnotatedFunction annotated;
    std::vector<AnnotatedSource> sources;
    std::vector<std::string> problems; ///< one for each source: the end of a sentence that begins with its
                                       ///< name
    std::vector<FunctionCall> calls;   ///< heaviest first
    AnnotationRows rows;
    /// Owns the texts that `sources` point to. Must not be called through this pointer, because another
    /// thread may use it.
    std::shared_ptr<const SourceFinder> texts;

    const InstructionWeight& instruction(const CodeRow& row) const {
        return annotated.code[row.code].instructions[row.instruction];
    }
    /// The function that the row calls or jumps to, as the stacks show it, else the name of the target;
    /// without a name if it is not known.
    CallStep calleeOfCode(std::size_t row) const;
    CallStep calleeOfLine(std::size_t row) const;
    CallStep stepOf(FrameGroupIndex group) const;
};

/// Computes ShownFunction values and keeps the parts that the next request can reuse: opened files, machine
/// code, source texts. May be called from any thread; calls wait for each other.
class ShownFunctionComputation {
public:
    /// The error is a sentence for users. Fails if the profile has no such function, if no sample of it is
    /// kept, and if cancelled.
    Result<std::shared_ptr<const ShownFunction>> compute(const ShownFunctionRequest& request, Task& task);

private:
    Result<void> prepare(const ShownFunctionRequest& request, Task& task);
    Result<std::vector<FrameGroupIndex>> wantedGroups(const CallStep& function, const CountedStacks& stacks);

    std::mutex m_mutex;
    std::shared_ptr<const Profile> m_profile;
    CodeSources m_sources;
    std::shared_ptr<FilteredStacks> m_stacks;
    std::unique_ptr<LookupFiles> m_files;
    std::optional<CodeFinder> m_code;      // uses m_files
    std::shared_ptr<SourceFinder> m_texts; // uses the servers of m_files
};

} // namespace candela
