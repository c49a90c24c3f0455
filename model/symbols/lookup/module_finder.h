/// The files that have a module's names: on this machine, in folders that the user names, and on debuginfod
/// servers where the user allows it. A file is used only if it is the build that was recorded; where the
/// profile does not state the build, the file at the module's own path is used, if the profile is known to be
/// of this machine and nothing contradicts it.
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
    /// A profile that was converted may come from anywhere: a file at a path is taken only where the host's
    /// name is this machine's.
    Provenance provenance = Provenance::Converted;
};

/// What a module is opened for: a debug file has names, but no code.
enum class ModuleUse : std::uint8_t { Names, Code };

struct FoundModule {
    ModuleSymbols symbols;
    std::string source; ///< where the best of its files came from, in words
    NameMatch match = NameMatch::Build;
};

class ModuleFinder {
public:
    /// The folders must outlive this.
    ModuleFinder(DebugFileFinder local, std::span<const SymbolFolder> folders, RecordedWhere where)
        : m_local(std::move(local)), m_folders(folders), m_where(std::move(where)) {}

    /// Servers are asked from now on for what is found in no folder; they must outlive this.
    void ask(Debuginfod& servers, Debuginfod::Progress progress) {
        m_servers = &servers;
        m_progress = std::move(progress);
    }

    /// Fails where no file of this build is found. Debug files that are missing or do not belong are no
    /// failure: there are fewer names.
    Result<FoundModule> open(const WantedModule& wanted, Task& task, ModuleUse use = ModuleUse::Names) const;

    /// Whether this machine has a file at a path, whatever it is.
    bool isHere(std::string_view path) const { return m_local.moduleFile(path).isOpen(); }

private:
    class Search;

    Result<void> mayUseByPath(int descriptor, std::string_view localBuildId) const;

    DebugFileFinder m_local;
    std::span<const SymbolFolder> m_folders;
    RecordedWhere m_where;
    Debuginfod* m_servers = nullptr; // null: not to be asked
    Debuginfod::Progress m_progress;
};

} // namespace candela
