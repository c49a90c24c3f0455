/// Finds the machine code behind the frames of a profile: in the same files and by the same rules as names
/// (model/symbols/lookup/module_finder.h), or in the profile itself, which may keep it. A file of the
/// recorded build is preferred, because it has all code; kept code is preferred to a file of unknown build.
#pragma once

#include "model/code/function_code.h"
#include "model/code/kept_functions.h"
#include "model/profile/profile.h"
#include "model/symbols/lookup/lookup_files.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace candela {

/// An address in the code of a function.
struct FoundCode {
    std::shared_ptr<const FunctionCode> code;
    std::uint64_t address = 0; ///< address as linked
};

class CodeFinder {
public:
    /// Opens modules on demand. The files must outlive this object; without files, only kept code is found.
    CodeFinder(std::shared_ptr<const Profile> profile, const LookupFiles* files)
        : m_profile(std::move(profile)), m_files(files), m_kept(*m_profile) {}

    /// Which functions are looked for. Known: only those that were found before.
    enum class Functions : std::uint8_t { Known, All };
    /// The function around a frame's address; frames of one function share the result. The error is the end
    /// of a sentence that begins with the function.
    Result<FoundCode> find(FrameIndex frame, Task& task, Functions functions = Functions::All);

private:
    struct Module {
        std::optional<FoundModule> found;
        Error problem; ///< the reason, if nothing was found
        std::vector<std::shared_ptr<const FunctionCode>> functions;
    };

    Module& moduleOf(MappingIndex mapping, Task& task);
    Result<FoundCode> findInFile(Module& module, std::size_t frame, Functions functions) const;
    std::optional<FoundCode> findKept(std::size_t frame, Functions functions);
    static std::shared_ptr<const FunctionCode> functionAround(Module& module, std::string_view path,
                                                              std::uint64_t address, Functions functions);

    std::shared_ptr<const Profile> m_profile;
    const LookupFiles* m_files; // null: files are not opened
    KeptFunctions m_kept;
    std::set<const FunctionCode*> m_returnedKept;                    // kept functions that were found before
    std::map<std::pair<StringIndex, StringIndex>, Module> m_modules; // key: path and build id
};

} // namespace candela
