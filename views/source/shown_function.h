/// What the source view shows: one function's lines and instructions with their weights, as `candela
/// annotate` prints them. Made off the GUI thread; never changed once it arrived.
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

/// What is wanted.
struct ShownFunctionRequest {
    std::shared_ptr<const Profile> profile;
    std::shared_ptr<const StackWeights> weights;
    ValueTypeIndex value;
    Filter filter;     ///< that the weights are of
    CallStep function; ///< without a name: the one with most self weight
    InlinedCode inlined = InlinedCode::AtItsLine;
    CodeSources sources;
};

struct ShownFunction {
    CallStep function;
    std::shared_ptr<const FrameGroups> groups; ///< the profile's functions
    std::string unit;
    std::int64_t magnitude = 0; ///< what shares are of
    AnnotatedFunction annotated;
    std::vector<AnnotatedSource> sources;
    std::vector<std::string> problems; ///< a row per source: the end of a sentence that begins with it
    std::vector<FunctionCall> calls;   ///< heaviest first
    AnnotationRows rows;
    /// Has the texts that `sources` point to, and is not to be asked here: another thread may.
    std::shared_ptr<const SourceFinder> texts;

    const InstructionWeight& instruction(const CodeRow& row) const {
        return annotated.code[row.code].instructions[row.instruction];
    }
    /// The function that is called or jumped to at that row of the code: by the stacks, else by the target's
    /// name; without a name where none is known.
    CallStep calleeOfCode(std::size_t row) const;
    CallStep calleeOfLine(std::size_t row) const;
    CallStep stepOf(FrameGroupIndex group) const;
};

/// Computes them and keeps what the next request can use again: opened files, machine code, source texts. May
/// be called from any thread; calls wait for each other.
class ShownFunctionComputation {
public:
    /// The error is a sentence for users. Fails where the profile has no such function, where no sample of it
    /// is kept, and when cancelled.
    Result<std::shared_ptr<const ShownFunction>> compute(const ShownFunctionRequest& request, Task& task);

private:
    Result<void> prepare(const ShownFunctionRequest& request, Task& task);
    Result<std::vector<FrameGroupIndex>> wantedGroups(const CallStep& function, const CountedStacks& stacks);

    std::mutex m_mutex;
    std::shared_ptr<const Profile> m_profile;
    CodeSources m_sources;
    std::shared_ptr<FilteredStacks> m_stacks;
    std::unique_ptr<LookupFiles> m_files;
    std::optional<CodeFinder> m_code;      // refers to the files
    std::shared_ptr<SourceFinder> m_texts; // refers to their servers
};

/// The function that a group is or is code of, for ShownFunctionRequest; without a name where it is none.
CallStep functionOf(const FrameGroups& groups, FrameGroupIndex group);

} // namespace candela
