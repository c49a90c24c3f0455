#include "model/symbols/lookup/lookup_files.h"

#include <fmt/format.h>

namespace candela {

namespace {

Result<std::vector<SymbolFolder>> readFolders(const std::vector<std::string>& paths, Task& task) {
    std::vector<SymbolFolder> folders;
    for (const auto& path : paths) {
        auto folder = SymbolFolder::read(path, task);
        if (!folder && task.isCancelled()) return cancelled();
        if (!folder)
            return failure(fmt::format("the folder {} {}", path, folder.error().message), ErrorCode::Usage);
        folders.push_back(std::move(*folder));
    }
    return folders;
}

RecordedWhere whereOf(const Profile& profile) {
    return {.host = profile.origin.host,
            .startTime = profile.origin.startTime,
            .provenance = profile.origin.provenance};
}

} // namespace

Result<std::unique_ptr<LookupFiles>> LookupFiles::open(const LookupSources& sources, const Profile& profile,
                                                       Debuginfod::Progress progress, Task& task) {
    std::unique_ptr<LookupFiles> files(new LookupFiles);
    files->m_folders = TRY(readFolders(sources.folders, task));
    auto local = TRY(DebugFileFinder::create(sources.root));
    files->m_modules.emplace(std::move(local), files->m_folders, whereOf(profile));
    if (sources.servers == AskServers::Yes)
        files->m_modules->ask(files->m_servers.emplace(TRY(Debuginfod::create())), std::move(progress));
    return files;
}

std::optional<std::uint64_t> addressInFile(const ModuleSymbols& symbols, AddressBase base,
                                           const Mapping& mapping, std::uint64_t address) {
    if (mapping.start == 0 && mapping.end == 0)
        return (base == AddressBase::Image ? symbols.firstAddress() : 0) + address;
    if (address < mapping.start || (mapping.end != 0 && address >= mapping.end)) return {};
    // Candela's recordings have one mapping for the whole file, with linked addresses. With such a mapping,
    // the distances of segments in the file may differ from those in memory.
    if (symbols.addressOfFileOffset(mapping.fileOffset) == mapping.start) return address;
    return symbols.addressOfFileOffset(address - mapping.start + mapping.fileOffset);
}

} // namespace candela
