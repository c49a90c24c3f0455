/// Names for the frames of a profile that lack them.
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

/// How it is known that names belong to the recorded code.
enum class NameMatch : std::uint8_t {
    Build, ///< the build id, or the running kernel, matches
    Path,  ///< the profile does not state the build: the file at the module's path was used
};

/// The names of the code of one module, from any source.
class CodeNames {
public:
    virtual ~CodeNames() = default;
    /// Converts an address in a mapping of the profile to one for resolve(); none if the mapping does not
    /// contain it.
    virtual std::optional<std::uint64_t> addressIn(const Mapping& mapping, std::uint64_t address) const = 0;
    /// out[i] belongs to addresses[i], which are ascending; innermost function first. For a function without
    /// a name, the last frame may have the start; empty if nothing is known.
    virtual void resolve(std::span<const std::uint64_t> addresses, std::vector<SymbolizedFrames>& out) = 0;

    /// The machine code of the function around an address, in parts that do not overlap, at addresses for
    /// resolve(). None if it is not known.
    virtual std::optional<KeptCode> codeAround(std::uint64_t) { return std::nullopt; }

    std::string source; ///< where the names are from, for users: "files of this machine"
    NameMatch match = NameMatch::Build;
};

enum class CodeKind : std::uint8_t { User, Kernel };

/// A module with code that lacks names in a profile.
struct WantedModule {
    std::string_view path;    ///< path, or a name in brackets
    std::string_view buildId; ///< build id as in the profile; may be empty
    CodeKind kind = CodeKind::User;
};

/// The result for the addresses of one module.
struct ModuleLookup {
    std::string path;
    std::string buildId;
    std::size_t addresses = 0; ///< addresses that had no name
    std::size_t named = 0;     ///< how many of them have a name now
    std::string source;        ///< like CodeNames::source; empty if nothing was found
    NameMatch match = NameMatch::Build;
    std::string problem; ///< why some addresses lack names: the end of a sentence that begins with the module
};

struct Symbolized {
    Profile profile;
    std::vector<ModuleLookup> modules; ///< the most expensive first; empty if nothing lacked names
};

/// Opens the names of one module. An error is the end of a sentence that begins with the module.
using CodeNamesOpener =
    std::function<Result<std::unique_ptr<CodeNames>>(const WantedModule& module, Task& task)>;

/// The same samples, with stacks in which nameless frames of mapped files and of the
/// kernel have the names that were found; if only a function's start is known, that
/// becomes its name (start_name.h). An address with inlined functions becomes several
/// frames. Existing names are kept. Addresses are looked up unchanged: readers store
/// the call, not the return address. The code of functions without names is kept if the
/// build matches. Opens one module at a time, those with the most
/// weight (of the shown value, callees included) first. Fails only when cancelled.
Result<Symbolized> symbolize(Profile profile, const CodeNamesOpener& open, Task& task);

} // namespace candela
