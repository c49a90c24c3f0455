/// The files with a module's names: on this machine, in folders that the user names, and on debuginfod
/// servers if the user allows it. A file is used only if it is the recorded build. If the profile does not
/// state the build, the file at the module's own path is used, provided that the profile is known to be of
/// this machine and nothing contradicts that.
#pragma once

#include "model/base/task.h"
#include "model/symbols/lookup/debug_file_finder.h"
#include "model/symbols/lookup/debuginfod.h"
#include "model/symbols/lookup/module_symbols.h"
#include "model/symbols/lookup/symbol_folder.h"
#include "model/symbols/lookup/symbolize_profile.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace candela {

/// Where and when a profile was recorded, which may rule out a file of this machine.
struct RecordedWhere {
    std::string host;                ///< empty: not stated
    std::int64_t startTime = noTime; ///< nanoseconds since 1970
    /// A converted profile may be from anywhere: a file is found by path only if the host's name is this
    /// machine's.
    Provenance provenance = Provenance::Converted;
};

/// Why a module is opened: a debug file has names, but no code.
enum class ModuleUse : std::uint8_t { Names, Code };

struct FoundModule {
    ModuleSymbols symbols;
    std::string source; ///< where the best of its files was found, for users
    NameMatch match = NameMatch::Build;
};

class ModuleFinder {
public:
    /// The folders must outlive this object.
    ModuleFinder(DebugFileFinder local, std::span<const SymbolFolder> folders, RecordedWhere where)
        : m_local(std::move(local)), m_folders(folders), m_where(std::move(where)) {}

    /// Sets servers, which are then asked for files that are in no folder. They must outlive this object.
    void ask(Debuginfod& servers, Debuginfod::Progress progress) {
        m_servers = &servers;
        m_progress = std::move(progress);
    }

    /// Fails if no file of this build is found. Missing or mismatching debug files are not a failure: there
    /// are fewer names.
    Result<FoundModule> open(const WantedModule& wanted, Task& task, ModuleUse use = ModuleUse::Names) const;

    /// Whether this machine has any file at that path.
    bool isHere(std::string_view path) const { return m_local.moduleFile(path).isOpen(); }

private:
    class Search;

    Result<void> mayUseByPath(int descriptor, std::string_view localBuildId) const;

    DebugFileFinder m_local;
    std::span<const SymbolFolder> m_folders;
    RecordedWhere m_where;
    Debuginfod* m_servers = nullptr; // null: servers are not asked
    Debuginfod::Progress m_progress;
};

} // namespace candela
