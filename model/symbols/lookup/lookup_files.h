/// What a lookup searches: files of this machine, folders that the user names, and debuginfod servers where
/// the user allows it.
#pragma once

#include "model/symbols/lookup/module_finder.h"
#include "model/symbols/lookup/name_lookup.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace candela {

class LookupFiles {
public:
    /// Fails where a folder can't be read, where servers are to be asked and libdebuginfod is missing, and
    /// when cancelled.
    static Result<std::unique_ptr<LookupFiles>> open(const LookupSources& sources, const Profile& profile,
                                                     Debuginfod::Progress progress, Task& task);
    LookupFiles(const LookupFiles&) = delete;
    LookupFiles& operator=(const LookupFiles&) = delete;

    const ModuleFinder& modules() const { return *m_modules; }
    std::span<const SymbolFolder> folders() const { return m_folders; }
    /// Null where servers are not to be asked.
    Debuginfod* servers() { return m_servers ? &*m_servers : nullptr; }

private:
    LookupFiles() = default;

    std::vector<SymbolFolder> m_folders;
    std::optional<Debuginfod> m_servers;
    std::optional<ModuleFinder> m_modules; // refers to both
};

/// The address in a module's file of an address in a mapping of a profile; none where the mapping does not
/// hold it. A mapping without a range is assumed to have addresses of the file already.
std::optional<std::uint64_t> addressInFile(const ModuleSymbols& symbols, AddressBase base,
                                           const Mapping& mapping, std::uint64_t address);

} // namespace candela
