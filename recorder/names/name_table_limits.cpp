/// What a NameTable forgets when there is too much of it, least used first; it is asked for again when it is
/// needed.
#include "recorder/names/name_table.h"

#include <algorithm>
#include <utility>

namespace candela {

std::size_t NameTable::memoryOf(const Entry& entry) {
    constexpr std::size_t around = 1024; // texts, parts of the file, what is wanted
    return sizeof(Entry) + around + entry.names.memory();
}

void NameTable::closeFile(Entry& entry) {
    if (!hasFile(entry)) return;
    entry.file.reset();
    entry.jitDump.reset();
    --m_openFiles;
}

/// Once too many are open, those of the least used quarter go. What the child has open, or has answered, does
/// not need them.
bool NameTable::hasRoomForFile() {
    if (m_openFiles < m_limits.openFiles) return true;
    std::vector<Entry*> byUse;
    for (const auto& entry : m_entries) {
        if (entry && hasFile(*entry) && !isOpening(*entry) && !isWanted(*entry)) byUse.push_back(entry.get());
    }
    const auto count = std::min(byUse.size(), m_limits.openFiles / 4 + 1);
    std::partial_sort(byUse.begin(), byUse.begin() + static_cast<std::ptrdiff_t>(count), byUse.end(),
                      [](auto* left, auto* right) { return left->names.lastUse < right->names.lastUse; });
    for (std::size_t i = 0; i < count; ++i)
        closeFile(*byUse[i]);
    m_closedFiles += count;
    return count > 0;
}

std::size_t NameTable::openModules() const {
    return static_cast<std::size_t>(std::count_if(m_entries.begin(), m_entries.end(), [](const auto& entry) {
        return entry && isOpenInChild(*entry);
    }));
}

void NameTable::closeInChild(std::size_t row) {
    auto& entry = *m_entries[row];
    sandbox::Request request;
    request.set_module(numberOf(entry, ModuleNumber(row)));
    request.mutable_close();
    entry.state = State::Closed;
    m_client.send(request, {});
}

/// Once too many are open there, those of the least used quarter are closed. Modules that wait for their
/// debug files count again as many: openers may hang, and the child has nothing to do for them meanwhile.
bool NameTable::makeRoomInChild() {
    std::vector<std::size_t> idle;
    std::size_t open = 0;
    std::size_t searching = 0;
    for (std::size_t row = 0; row < m_entries.size(); ++row) {
        const auto* entry = m_entries[row].get();
        if (!entry || !isOpenInChild(*entry)) continue;
        ++open;
        if (entry->openingTurn != 0) ++searching;
        if (entry->state == State::Ready && entry->queue.empty() && entry->asked.empty()) idle.push_back(row);
    }
    if (open < m_limits.openModules) return true;
    const auto count = std::min(idle.size(), m_limits.openModules / 4 + 1);
    std::partial_sort(idle.begin(), idle.begin() + static_cast<std::ptrdiff_t>(count), idle.end(),
                      [&](auto left, auto right) {
                          return m_entries[left]->names.lastUse < m_entries[right]->names.lastUse;
                      });
    for (std::size_t i = 0; i < count; ++i)
        closeInChild(idle[i]);
    m_closedModules += count;
    open -= count;
    return open - searching < m_limits.openModules && open < 2 * m_limits.openModules;
}

void NameTable::makeRoom(std::uint64_t firstWaiting) {
    m_firstWaiting = firstWaiting;
    if (m_memory <= m_limits.memory) return;
    std::vector<std::size_t> byUse;
    for (std::size_t row = 0; row < m_entries.size(); ++row) {
        const auto& entry = m_entries[row];
        if (entry && entry->isWanted.empty() && entry->names.lastUse < firstWaiting) byUse.push_back(row);
    }
    std::sort(byUse.begin(), byUse.end(), [&](std::size_t left, std::size_t right) {
        return m_entries[left]->names.lastUse < m_entries[right]->names.lastUse;
    });
    for (const auto row : byUse) {
        if (m_memory <= m_limits.memory / 4 * 3) break;
        forget(row);
        ++m_evicted;
    }
}

void NameTable::dropWants(Entry& entry) {
    m_waiting -= entry.isWanted.size();
    entry.queue.clear();
    entry.asked.clear();
    entry.isWanted.clear();
    entry.isFileWanted = false;
    entry.wantedBy.reset();
}

void NameTable::drop(std::unique_ptr<Entry>& entry) {
    if (!entry) return;
    dropWants(*entry);
    if (isOpening(*entry) && !hasFile(*entry)) --m_openFiles;
    entry->openingTurn = 0;
    closeFile(*entry);
    m_memory -= memoryOf(*entry);
    entry.reset();
}

void NameTable::forget(std::size_t row) {
    if (isOpenInChild(*m_entries[row])) closeInChild(row);
    drop(m_entries[row]);
}

void NameTable::closeUnmapped(const std::vector<bool>& isMapped) {
    for (std::size_t row = 0; row < m_entries.size(); ++row) {
        auto* entry = m_entries[row].get();
        if (!entry || entry->isGenerated) continue;
        const bool wasUnmapped = std::exchange(entry->isUnmapped, row >= isMapped.size() || !isMapped[row]);
        if (!wasUnmapped || !entry->isUnmapped || isWanted(*entry)) continue;
        if (entry->state == State::Ready) closeInChild(row);
        if (!isOpenInChild(*entry)) closeFile(*entry);
    }
}

void NameTable::sweep() {
    for (std::size_t row = 0; row < m_entries.size(); ++row) {
        if (m_entries[row] && m_modules[ModuleNumber(row)].serial != m_entries[row]->serial) forget(row);
    }
}

} // namespace candela
