/// How a NameTable comes by files: openers open them, and answer when they can.
#include "recorder/names/name_table.h"
#include "recorder/processes/module_opener.h"

#include <algorithm>
#include <array>
#include <utility>

namespace candela {

void NameTable::prefetchFile(ModuleNumber number, std::int32_t pid, const FileMapping& mapping) {
    const auto& module = m_modules[number];
    if (module.kind != ModuleKind::File || m_suspects.isRefused(module.file)) return;
    if (!hasRoomForFile()) return;
    auto& entry = makeEntry(number);
    entry.isPrefetched = true;
    askForFile(entry, number, {pid, 0, mapping.file, mapping.path, {{mapping.start, mapping.end}}});
}

/// Stays without one where too many are open.
void NameTable::openFile(Entry& entry, ModuleNumber number, const LiveProcess& process) {
    const auto& module = m_modules[number];
    if (!hasRoomForFile()) return;
    if (m_suspects.isRefused(module.file)) return giveUp(entry);
    switch (module.kind) {
    case ModuleKind::File:
        return askForFile(entry, number, mappedModule(module, number, process));
    case ModuleKind::Vdso:
        entry.file = copyVdso();
        return hasFile(entry) ? void(++m_openFiles) : giveUp(entry);
    case ModuleKind::Generated:
        return openGenerated(number, entry, &process, Sources::All);
    }
}

void NameTable::askForFile(Entry& entry, ModuleNumber number, const MappedModule& mapped) {
    ++m_openFiles;
    m_files.open(mapped, copyRoom(),
                 whenOpened<ModuleFiles::Module>(number, entry, [this, number](Entry& waiting, auto found) {
                     takeFile(number, waiting, std::move(found));
                 }));
    entry.rootPid = mapped.pid;
}

void NameTable::takeFile(ModuleNumber number, Entry& entry, ModuleFiles::Module found) {
    const bool wasPrefetched = std::exchange(entry.isPrefetched, false);
    if (!found.hasForeignRoot) entry.rootPid = 0;
    entry.file = std::move(found.opened.file);
    entry.fileOwner = found.opened.owner;
    entry.copied = found.opened.isCopy ? found.opened.size : 0;
    if (hasFile(entry)) return;
    --m_openFiles;
    if (!wasPrefetched) return giveUp(entry);
    // It is tried again, through another process, if somebody wants it by now, or later.
    if (entry.wantedBy)
        openFile(entry, number, *entry.wantedBy);
    else
        drop(m_entries[number.row()]);
}

/// Of files that are on file systems which programs provide.
std::uint64_t NameTable::copyRoom() const {
    std::uint64_t used = 0;
    for (const auto& entry : m_entries) {
        if (entry && (hasFile(*entry) || isOpenInChild(*entry))) used += entry->copied;
        if (entry && isOpenInChild(*entry)) used += entry->copiedDebug;
    }
    return maximumCopied - std::min(maximumCopied, used);
}

/// Searches that hang do not delay the others.
bool NameTable::hasRoomForSearch() const {
    constexpr std::size_t usefulSearches = 4;
    constexpr std::int64_t maximumWait = 100'000'000;
    return m_searches < usefulSearches || monotonicTime() - m_searchedAt > maximumWait;
}

void NameTable::addDebugFiles(ModuleNumber module, Entry& entry, const sandbox::Opened& opened) {
    opening::OpenDebugFiles request;
    request.set_root_pid(entry.rootPid);
    request.set_module_path(m_modules[module].path);
    request.set_build_id(entry.names.buildId());
    request.set_link(opened.debug_link());
    request.set_link_checksum(opened.debug_checksum());
    request.set_owner(entry.fileOwner);
    entry.state = State::AddingDebug;
    m_files.openDebugFiles(request, m_modules[module].file, copyRoom(),
                           whenFound(module, entry, [this, module, opened](Entry& waiting, auto found) {
                               takeDebugFiles(module, waiting, opened, std::move(found));
                           }));
}

void NameTable::takeDebugFiles(ModuleNumber module, Entry& entry, const sandbox::Opened& opened,
                               ModuleFiles::DebugFiles found) {
    if (found.files.empty()) {
        if (!opened.supplementary_path().empty()) return addSupplementaryFile(module, entry, opened);
        entry.state = State::Ready;
        return;
    }
    entry.copiedDebug = found.copied;
    std::vector<int> descriptors;
    for (const auto& file : found.files)
        descriptors.push_back(file.get());
    sandbox::Request request;
    request.set_module(numberOf(entry, module));
    request.mutable_add_debug_files();
    m_client.send(request, descriptors);
}

void NameTable::addSupplementaryFile(ModuleNumber module, Entry& entry, const sandbox::Opened& opened) {
    opening::OpenSupplementaryFile request;
    request.set_root_pid(entry.rootPid);
    request.set_path(opened.supplementary_path());
    request.set_build_id(opened.supplementary_build_id());
    request.set_owner(entry.fileOwner);
    entry.state = State::AddingSupplementary;
    m_files.openSupplementaryFile(request, m_modules[module].file, copyRoom(),
                                  whenFound(module, entry, [this, module](Entry& waiting, auto found) {
                                      if (found.files.empty()) {
                                          waiting.state = State::Ready;
                                          return;
                                      }
                                      waiting.copiedDebug += found.copied;
                                      sandbox::Request addition;
                                      addition.set_module(numberOf(waiting, module));
                                      addition.mutable_add_supplementary_file();
                                      m_client.send(addition, std::array{found.files.front().get()});
                                  }));
}

} // namespace candela
