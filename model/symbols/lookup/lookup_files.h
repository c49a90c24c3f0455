/// The sources of a lookup: files of this machine, folders that the user names, and debuginfod servers if the
/// user allows it.
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
    /// Fails if a folder can't be read, if servers are requested and libdebuginfod is missing, and when
    /// cancelled.
    static Result<std::unique_ptr<LookupFiles>> open(const LookupSources& sources, const Profile& profile,
                                                     Debuginfod::Progress progress, Task& task);
    LookupFiles(const LookupFiles&) = delete;
    LookupFiles& operator=(const LookupFiles&) = delete;

    const ModuleFinder& modules() const { return *m_modules; }
    std::span<const SymbolFolder> folders() const { return m_folders; }
    /// The servers; null if they must not be asked.
    Debuginfod* servers() { return m_servers ? &*m_servers : nullptr; }

private:
    LookupFiles() = default;

    std::vector<SymbolFolder> m_folders;
    std::optional<Debuginfod> m_servers;
    std::optional<ModuleFinder> m_modules; // refers to the members above
};

/// Converts an address in a mapping of a profile to one in the module's file; none if the mapping does not
/// contain it. A mapping without a range is assumed to have the file's addresses.
std::optional<std::uint64_t> addressInFile(const ModuleSymbols& symbols, AddressBase base,
                                           const Mapping& mapping, std::uint64_t address);

} // namespace candela
