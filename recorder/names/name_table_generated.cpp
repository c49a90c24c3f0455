/// Names of generated code: they come late, and change.
#include "model/symbols/generated/jit_dump.h"
#include "recorder/names/name_table.h"
#include "recorder/processes/module_opener.h"

#include <algorithm>
#include <fcntl.h>
#include <utility>

namespace candela {

namespace {

/// Generated code is replaced by other code at the same address: its names are asked for again after a while.
constexpr std::int64_t generatedNamesLast = 10'000'000'000;

} // namespace

/// The dump that a process has mapped to tell of it: the mapping leads to the file, whatever its path.
const MappedRange* NameTable::jitDumpIn(const LiveProcess& process) const {
    const auto& ranges = process.space->ranges();
    const auto found = std::ranges::find_if(ranges, [&](const MappedRange& range) {
        return !range.module.isNone() && m_modules[range.module].kind == ModuleKind::File &&
               isJitDump(m_modules[range.module].path);
    });
    return found == ranges.end() ? nullptr : &*found;
}

/// Another descriptor of it, where it was opened when it was mapped.
FileDescriptor NameTable::openFileOf(ModuleNumber module) const {
    const auto* entry = module.row() < m_entries.size() ? m_entries[module.row()].get() : nullptr;
    const bool isOpen = entry && entry->serial == m_modules[module].serial && entry->file.isOpen();
    return isOpen ? FileDescriptor(::fcntl(entry->file.get(), F_DUPFD_CLOEXEC, 0)) : FileDescriptor();
}

void NameTable::openGenerated(ModuleNumber module, Entry& entry, const LiveProcess* process,
                              Sources sources) {
    entry.isGenerated = true;
    entry.names.setPlainLayout();
    entry.javaLibrary = 0;
    ++m_openFiles;
    const auto* dump = process ? jitDumpIn(*process) : nullptr;
    if (dump) entry.jitDump = openFileOf(dump->module);
    if (!dump || entry.jitDump.isOpen()) return askForGenerated(module, entry, sources);
    m_files.open(mappedModule(m_modules[dump->module], dump->module, *process), copyRoom(),
                 whenOpened<ModuleFiles::Module>(
                     module, entry, [this, module, sources](Entry& waiting, ModuleFiles::Module found) {
                         waiting.jitDump = std::move(found.opened.file);
                         askForGenerated(module, waiting, sources);
                     }));
}

void NameTable::askForGenerated(ModuleNumber module, Entry& entry, Sources sources) {
    m_files.openGenerated(m_modules[module].pid,
                          sources == Sources::PerfMap ? opening::OpenGenerated::PERF_MAP
                                                      : opening::OpenGenerated::PERF_MAP_OR_JAVA,
                          whenOpened<ModuleFiles::Generated>(
                              module, entry, [this](Entry& waiting, ModuleFiles::Generated found) {
                                  takeGenerated(waiting, std::move(found));
                              }));
}

void NameTable::takeGenerated(Entry& entry, ModuleFiles::Generated found) {
    entry.javaLibrary = found.javaLibrary;
    entry.file = std::move(found.file);
    if (hasFile(entry)) return;
    --m_openFiles;
    giveUp(entry);
    if (entry.isAskedAtEnd) entry.nameless = {};
}

/// What was not there before may be there by now.
void NameTable::openAgain(ModuleNumber module, Entry& entry, Sources sources) {
    if (!hasRoomForFile() || m_suspects.isRefused(m_modules[module].file)) return;
    const auto process = entry.process.lock();
    entry.state = State::Closed;
    openGenerated(module, entry, process.get(), sources);
}

void NameTable::endSegment(std::uint64_t segment, std::int64_t now) {
    for (std::size_t row = 0; row < m_entries.size(); ++row) {
        auto* entry = m_entries[row].get();
        if (!entry || !entry->isGenerated || now - entry->refreshedAt <= generatedNamesLast) continue;
        entry->refreshedAt = now;
        refreshGenerated(ModuleNumber(row), *entry);
    }
    m_segment = segment;
}

void NameTable::refreshGenerated(ModuleNumber module, Entry& entry) {
    const bool isUsed = entry.names.lastUse == m_segment;
    if (entry.state == State::Unreadable && isUsed) openAgain(module, entry, Sources::All);
    if (entry.state == State::Unreadable) return;
    m_memory -= memoryOf(entry);
    entry.names.askAgain();
    m_memory += memoryOf(entry);
}

/// That a name is not known is no answer to keep: it may be written down in a moment.
void NameTable::addName(Entry& entry, std::uint64_t address, std::uint64_t segment,
                        std::span<const NamedLine> lines) {
    const bool mayComeLate = entry.isGenerated && entry.javaLibrary == 0;
    if (mayComeLate && lines.empty()) return entry.nameless.add(address, segment);
    entry.names.add(address, lines);
    if (mayComeLate) m_hasLate |= entry.nameless.remove(address, m_firstWaiting);
}

void NameTable::askNamelessAgain(NamelessOf which) {
    for (std::size_t row = 0; row < m_entries.size(); ++row) {
        auto* entry = m_entries[row].get();
        if (!entry || !entry->isGenerated || !entry->owner || entry->isAskedAtEnd) continue;
        entry->isAskedAtEnd = entry->owner->endTime != 0;
        const bool isUsed = entry->names.lastUse == m_segment;
        if (isUsed || entry->isAskedAtEnd || which == NamelessOf::AllModules)
            askNamelessAgain(ModuleNumber(row), *entry);
    }
    pumpGenerated();
}

void NameTable::askNamelessAgain(ModuleNumber module, Entry& entry) {
    if (entry.state == State::Unreadable) openAgain(module, entry, Sources::PerfMap);
    if (entry.state == State::Unreadable && entry.isAskedAtEnd) entry.nameless = {};
    if (entry.state == State::Unreadable || needsFile(entry)) return;
    for (const auto address : entry.nameless.addresses()) {
        if (m_waiting >= maximumWaiting) break;
        if (!entry.isWanted.contains(address)) enqueue(module, entry, address);
    }
}

std::vector<LateNames> NameTable::takeLateNames() {
    std::vector<LateNames> all;
    if (!std::exchange(m_hasLate, false)) return all;
    for (std::size_t row = 0; row < m_entries.size(); ++row) {
        auto* entry = m_entries[row].get();
        if (!entry || !entry->owner) continue;
        auto addresses = entry->nameless.takeLate();
        if (!addresses.empty())
            all.push_back({entry->owner, ModuleNumber(row), entry->serial, std::move(addresses)});
    }
    return all;
}

} // namespace candela
