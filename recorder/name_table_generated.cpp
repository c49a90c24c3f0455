/// Names of generated code: they come late, and change.
#include "model/symbols/jit_dump.h"
#include "recorder/java_machines.h"
#include "recorder/module_opener.h"
#include "recorder/name_table.h"

#include <fcntl.h>
#include <utility>

namespace candela {

namespace {

/// Generated code is replaced by other code at the same address: its names are asked for again after a while.
constexpr std::int64_t generatedNamesLast = 10'000'000'000;

} // namespace

/// The dump that a process has mapped to tell of it: the mapping leads to the file, whatever its path.
FileDescriptor NameTable::jitDumpOf(const LiveProcess& process) const {
    for (const auto& range : process.space->ranges()) {
        if (range.module.isNone()) continue;
        const auto& module = m_modules[range.module];
        if (module.kind != ModuleKind::File || !isJitDump(module.path)) continue;
        // It was opened when it was mapped, unless there was no room.
        const auto row = range.module.row();
        const auto* entry = row < m_entries.size() ? m_entries[row].get() : nullptr;
        if (entry && entry->serial == module.serial && entry->file.isOpen())
            return FileDescriptor(::fcntl(entry->file.get(), F_DUPFD_CLOEXEC, 0));
        return openModule(module, range.module, process);
    }
    return {};
}

void NameTable::openGenerated(Entry& entry, const Module& module, const LiveProcess* process,
                              Sources sources) {
    entry.isGenerated = true;
    entry.names.setPlainLayout();
    entry.javaLibrary = 0;
    if (process) entry.jitDump = jitDumpOf(*process);
    entry.file = openPerfMap(module.pid);
    if (entry.file.isOpen() || sources == Sources::PerfMap) return;
    entry.javaLibrary = findJavaLibrary(module.pid).value_or(0);
    if (entry.javaLibrary != 0) entry.file = openMemory(module.pid);
}

/// What was not there before may be there by now.
void NameTable::openAgain(Entry& entry, const Module& module, Sources sources) {
    if (!hasRoomForFile() || m_suspects.isRefused(module.file)) return;
    const auto process = entry.process.lock();
    openGenerated(entry, module, process.get(), sources);
    if (!hasFile(entry)) return;
    ++m_openFiles;
    entry.state = State::Closed;
}

void NameTable::endSegment(std::uint64_t segment, std::int64_t now) {
    for (std::size_t row = 0; row < m_entries.size(); ++row) {
        auto* entry = m_entries[row].get();
        if (!entry || !entry->isGenerated || now - entry->refreshedAt <= generatedNamesLast) continue;
        entry->refreshedAt = now;
        refreshGenerated(*entry, m_modules[ModuleNumber(row)]);
    }
    m_segment = segment;
}

void NameTable::refreshGenerated(Entry& entry, const Module& module) {
    const bool isUsed = entry.names.lastUse == m_segment;
    if (entry.state == State::Hopeless && isUsed) openAgain(entry, module, Sources::All);
    if (entry.state == State::Hopeless) return;
    m_memory -= memoryOf(entry);
    entry.names.askAgain();
    m_memory += memoryOf(entry);
}

/// That nobody knows a name is no answer to keep: it may be written down in a moment.
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
    if (entry.state == State::Hopeless) openAgain(entry, m_modules[module], Sources::PerfMap);
    if (entry.state == State::Hopeless && entry.isAskedAtEnd) entry.nameless = {};
    if (entry.state == State::Hopeless || needsFile(entry)) return;
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
