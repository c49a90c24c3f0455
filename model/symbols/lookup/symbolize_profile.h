/// Names for the frames of a profile that came without.
#pragma once

#include "model/base/result.h"
#include "model/base/task.h"
#include "model/profile/profile.h"
#include "model/symbols/names/symbolized_frame.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// How it is known that names belong to the code that was recorded.
enum class NameMatch : std::uint8_t {
    Build, ///< the build id, or the running kernel, is the same
    Path,  ///< the profile does not state the build: the file at its path was taken
};

/// The names in the code of one module, wherever they came from.
class CodeNames {
public:
    virtual ~CodeNames() = default;
    /// The address to pass to resolve() for one in a mapping of the profile; none where the mapping does not
    /// hold it.
    virtual std::optional<std::uint64_t> addressIn(const Mapping& mapping, std::uint64_t address) const = 0;
    /// out[i] belongs to addresses[i], which ascend; innermost function first. Of a function without a name
    /// the last frame may have the start; empty where nothing is known.
    virtual void resolve(std::span<const std::uint64_t> addresses, std::vector<SymbolizedFrames>& out) = 0;

    std::string source; ///< where they came from, in words: "files of this machine"
    NameMatch match = NameMatch::Build;
};

enum class CodeKind : std::uint8_t { User, Kernel };

/// A module that has code without names in a profile.
struct WantedModule {
    std::string_view path;    ///< or a name in brackets
    std::string_view buildId; ///< as the file wrote it; may be empty
    CodeKind kind = CodeKind::User;
};

/// What became of the addresses of one module.
struct ModuleLookup {
    std::string path;
    std::string buildId;
    std::size_t addresses = 0; ///< that had no name
    std::size_t named = 0;     ///< of these: have one now
    std::string source;        ///< as CodeNames has it; empty where nothing was found
    NameMatch match = NameMatch::Build;
    std::string problem; ///< why not all have names, as the end of a sentence that begins with the module
};

struct Symbolized {
    Profile profile;
    std::vector<ModuleLookup> modules; ///< those that cost most first; empty where nothing lacked names
};

/// Finds the names of one module. An error is the end of a sentence that begins with the module.
using CodeNamesOpener =
    std::function<Result<std::unique_ptr<CodeNames>>(const WantedModule& module, Task& task)>;

/// The same samples over stacks in which nameless frames of mapped files and of the kernel have the names
/// that were found; where a function's start is all that is known, it is called by that (start_name.h). An
/// address into which functions were inlined becomes several frames. What has a name stays as it is.
/// Addresses are looked up as they are: a reader stores the call, not the instruction that it returns to.
/// Opens one module at a time, those with the most weight (of the shown value, callees included) first. Fails
/// only when cancelled.
Result<Symbolized> symbolize(Profile profile, const CodeNamesOpener& open, Task& task);

} // namespace candela
