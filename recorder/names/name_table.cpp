#include "recorder/names/name_table.h"

#include "model/profile/start_name.h"
#include "recorder/sandbox/sandbox_failures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace candela {

namespace {

constexpr std::size_t addressesAtOnce = 256;
constexpr int maximumPartsOfModule = 64;
constexpr std::size_t maximumLinesOfAddress = 256;
constexpr std::size_t maximumCompilerText = 100;

bool isBuildId(std::string_view text) {
    return text.size() <= 128 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

} // namespace

NameTable::NameTable(const ModuleTable& modules, SymbolClient& client, FileOpener& opener,
                     std::function<void(recording::Failure)> report, const Limits& limits)
    : m_modules(modules), m_client(client), m_report(report), m_files(opener, std::move(report)),
      m_limits(limits) {
    m_client.setCallbacks({[this](const auto& answer) { takeAnswer(answer); },
                           [this](auto failed) { childWasReplaced(failed); }});
}

NameTable::Entry& NameTable::makeEntry(ModuleNumber module) {
    const auto row = module.row();
    if (m_entries.size() <= row) m_entries.resize(row + 1);
    auto& entry = m_entries[row];
    drop(entry);
    entry = std::make_unique<Entry>();
    entry->serial = m_modules[module].serial;
    entry->refreshedAt = monotonicTime();
    entry->names.lastUse = m_segment;
    m_memory += memoryOf(*entry);
    return *entry;
}

NameTable::Entry& NameTable::entryFor(ModuleNumber module, const SharedProcess& process) {
    const auto row = module.row();
    if (m_entries.size() <= row) m_entries.resize(row + 1);
    auto& entry = m_entries[row];
    if (!entry || entry->serial != m_modules[module].serial) openFile(makeEntry(module), module, *process);
    entry->names.lastUse = m_segment;
    return *entry;
}

void NameTable::want(const CodeLocation& location, const SharedProcess& process) {
    if (location.kind != CodeKind::Module) return;
    auto& entry = entryFor(location.module, process);
    if (entry.isGenerated) {
        entry.owner = process->identity;
        entry.process = process;
    }
    if (entry.state == State::Unreadable && entry.isGenerated)
        entry.nameless.add(location.address, m_segment);
    if (entry.state == State::Unreadable || entry.names.knows(location.address)) return;
    if (entry.isWanted.contains(location.address)) return;
    if (needsFile(entry) && !isWanted(entry)) openFile(entry, location.module, *process);
    if (entry.state == State::Unreadable) return;
    // The next segment that meets the location asks again.
    if (m_waiting >= maximumWaiting) return void(++m_unasked);
    entry.wantedBy = process;
    enqueue(location.module, entry, location.address);
}

void NameTable::enqueue(ModuleNumber module, Entry& entry, std::uint64_t address) {
    entry.isWanted.emplace(address, m_segment);
    ++m_waiting;
    if (entry.queue.empty()) m_busy.push_back(module);
    entry.queue.push_back(address);
}

void NameTable::wantFile(ModuleNumber module, const SharedProcess& process) {
    auto& entry = entryFor(module, process);
    if (entry.state != State::Closed || entry.isFileWanted || entry.names.hasLayout()) return;
    if (!entry.isWanted.empty()) return; // it is opened for its names
    if (needsFile(entry)) openFile(entry, module, *process);
    if (entry.state == State::Unreadable) return;
    entry.wantedBy = process;
    entry.isFileWanted = true;
    m_busy.push_back(module);
}

bool NameTable::isFileSettled(ModuleNumber module) const {
    if (module.row() >= m_entries.size()) return true;
    const auto& entry = m_entries[module.row()];
    if (!entry || m_client.isUnavailable()) return true;
    const bool waits = entry->state == State::Closed && isWanted(*entry) && !entry->names.hasLayout();
    return !waits && !isBeingOpened(*entry);
}

bool NameTable::isSettled(const CodeLocation& location) const {
    if (location.kind != CodeKind::Module || location.module.row() >= m_entries.size()) return true;
    const auto& entry = m_entries[location.module.row()];
    return !entry || m_client.isUnavailable() || !entry->isWanted.contains(location.address);
}

const ModuleNames* NameTable::find(ModuleNumber module) const {
    if (module.row() >= m_entries.size() || !m_entries[module.row()]) return nullptr;
    const auto& entry = *m_entries[module.row()];
    return entry.serial == m_modules[module].serial ? &entry.names : nullptr;
}

void NameTable::pump() {
    pump(Pumped::All);
}

void NameTable::pumpGenerated() {
    pump(Pumped::Generated);
}

void NameTable::pump(Pumped which) {
    if (which == Pumped::All) m_mayOpen = true;
    m_isChildFull = false;
    // A module leaves the list when its queue is empty; one that waits for its file's answer stays.
    for (std::size_t i = 0; i < m_busy.size() && m_client.hasRoom();) {
        const auto module = m_busy[i];
        auto* entry = m_entries[module.row()].get();
        const auto hasWork = [&] { return entry && (!entry->queue.empty() || entry->isFileWanted); };
        if (hasWork() && (which == Pumped::All || entry->isGenerated)) pump(module, *entry);
        if (!hasWork()) {
            m_busy.erase(m_busy.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
            ++i;
        }
    }
}

void NameTable::pump(ModuleNumber module, Entry& entry) {
    if (isOpening(entry)) return;
    if (needsFile(entry)) {
        if (!entry.wantedBy) return dropWants(entry);
        if (!m_mayOpen) return;
        openFile(entry, module, *entry.wantedBy);
        m_mayOpen = hasFile(entry) || isOpening(entry) || entry.state == State::Unreadable;
        if (!hasFile(entry)) return;
    }
    sandbox::Request request;
    request.set_module(numberOf(entry, module));
    request.set_reads_memory(entry.javaLibrary != 0);
    if (entry.state == State::Closed) {
        if (!hasRoomForSearch() || m_isChildFull) return;
        m_isChildFull = !makeRoomInChild();
        if (m_isChildFull) return;
        request.mutable_open()->set_is_perf_map(entry.isGenerated && entry.file.isOpen() &&
                                                entry.javaLibrary == 0);
        request.mutable_open()->set_java_library(entry.javaLibrary);
        request.mutable_open()->set_is_jit_dump(entry.jitDump.isOpen());
        entry.state = State::Opening;
        entry.isFileWanted = false;
        std::vector<int> descriptors;
        if (entry.file.isOpen()) descriptors.push_back(entry.file.get());
        if (entry.jitDump.isOpen()) descriptors.push_back(entry.jitDump.get());
        m_client.send(request, descriptors);
        return;
    }
    while (entry.state == State::Ready && !entry.queue.empty() && m_client.hasRoom()) {
        const auto count = std::min(entry.queue.size(), addressesAtOnce);
        auto& offsets = *request.mutable_resolve()->mutable_offsets();
        offsets.Assign(entry.queue.begin(), entry.queue.begin() + static_cast<std::ptrdiff_t>(count));
        entry.asked.insert(entry.asked.end(), entry.queue.begin(),
                           entry.queue.begin() + static_cast<std::ptrdiff_t>(count));
        entry.queue.erase(entry.queue.begin(), entry.queue.begin() + static_cast<std::ptrdiff_t>(count));
        m_client.send(request, {});
    }
}

std::uint64_t NameTable::numberOf(const Entry& entry, ModuleNumber module) {
    return entry.serial << rowBits | module.row();
}

NameTable::Entry* NameTable::entryOf(std::uint64_t number) {
    const auto row = number & rowMask;
    if (row >= m_entries.size() || !m_entries[row] || m_entries[row]->serial != number >> rowBits)
        return nullptr;
    return m_entries[row].get();
}

void NameTable::takeAnswer(const sandbox::Answer& answer) {
    if (auto* entry = entryOf(answer.module())) {
        const ModuleNumber module(answer.module() & rowMask);
        if (answer.has_opened()) takeOpened(module, *entry, answer.opened());
        if (answer.has_names()) takeNames(module, *entry, answer.names());
        if (!isWanted(*entry) && !isBeingOpened(*entry)) entry->wantedBy.reset();
    }
    pump();
}

void NameTable::takeOpened(ModuleNumber module, Entry& entry, const sandbox::Opened& opened) {
    if (entry.state == State::Opening && !entry.isGenerated) {
        std::vector<LoadedPart> parts;
        for (const auto& part : opened.parts()) {
            if (parts.size() < maximumPartsOfModule)
                parts.push_back({part.file_offset(), part.size(), part.address()});
        }
        entry.names.setLayout(isBuildId(opened.build_id()) ? opened.build_id() : std::string(),
                              std::move(parts));
    }
    if (opened.compiler().size() <= maximumCompilerText && !opened.compiler().empty())
        entry.names.setCompiler(opened.compiler());
    if (!opened.problem().empty()) return giveUp(entry);
    if (entry.state == State::Opening && opened.wants_debug_file())
        return addDebugFiles(module, entry, opened);
    if (entry.state != State::AddingSupplementary && !opened.supplementary_path().empty())
        return addSupplementaryFile(module, entry, opened);
    entry.state = State::Ready;
}

/// That of the function's start, where no other is known.
std::string NameTable::nameOf(ModuleNumber module, const sandbox::Function& function) const {
    if (!function.name().empty() || function.start() == 0) return function.name();
    return startName(m_modules[module].path, function.start());
}

void NameTable::takeNames(ModuleNumber module, Entry& entry, const sandbox::Names& names) {
    const auto before = memoryOf(entry);
    const bool isFull = m_memory >= 2 * m_limits.memory; // waiting segments need it all: these go without
    std::vector<std::uint32_t> rows;
    for (const auto& function : names.functions()) {
        if (isFull) break;
        rows.push_back(entry.names.intern(
            {nameOf(module, function), function.raw_name(), function.file(), function.start_line()}));
    }
    std::vector<NamedLine> lines;
    for (const auto& found : names.locations()) {
        const auto wanted = entry.isWanted.find(found.offset());
        if (wanted == entry.isWanted.end()) continue; // it was not asked for
        const auto segment = wanted->second;
        entry.isWanted.erase(wanted);
        --m_waiting;
        if (isFull) {
            ++m_unasked;
            continue;
        }
        lines.clear();
        const auto count = std::min(found.functions_size(), found.lines_size());
        for (int i = 0; i < count && lines.size() < maximumLinesOfAddress; ++i) {
            const auto row = found.functions(i);
            if (row < rows.size()) lines.push_back({rows[row], found.lines(i)});
        }
        addName(entry, found.offset(), segment, lines);
    }
    m_memory += memoryOf(entry) - before;
    if (!names.is_last()) return;
    // Answers come in order: what was asked and is still wanted now belongs to later requests.
    std::erase_if(entry.asked, [&](auto offset) { return !entry.isWanted.contains(offset); });
}

void NameTable::giveUp(Entry& entry) {
    entry.state = State::Unreadable;
    entry.openingTurn = 0;
    if (entry.isGenerated) {
        for (const auto& [address, segment] : entry.isWanted)
            entry.nameless.add(address, segment);
    }
    dropWants(entry);
    closeFile(entry);
}

void NameTable::recordFailure(const SymbolClient::FailedRequest& failed) {
    auto* entry = entryOf(failed.module);
    if (!entry) return;
    const auto& module = m_modules[ModuleNumber(failed.module & rowMask)];
    if (m_suspects.recordFailure(module.file, failed.end) == SuspectFiles::Verdict::TryAgain) return;
    const bool hangs = entry->javaLibrary != 0 && failed.end == SymbolClient::End::TookTooLong;
    giveUp(*entry);
    m_report(hangs ? candela::hangs({module.pid, 0, {}}) : fileRefused(module.path, "symbols", failed.end));
}

void NameTable::childWasReplaced(const std::optional<SymbolClient::FailedRequest>& failed) {
    if (failed) recordFailure(*failed);
    m_busy.clear();
    for (std::size_t row = 0; row < m_entries.size(); ++row) {
        auto* entry = m_entries[row].get();
        if (!entry || entry->state == State::Unreadable) continue;
        // Not even its file's answer came.
        if (isBeingOpened(*entry)) entry->isFileWanted = true;
        if (!isOpening(*entry)) entry->openingTurn = 0; // debug files are searched for anew
        entry->state = State::Closed;
        entry->queue.insert(entry->queue.end(), entry->asked.begin(), entry->asked.end());
        entry->asked.clear();
        if (!entry->queue.empty() || entry->isFileWanted) m_busy.emplace_back(row);
    }
    // It is tried again before others can be what the next child dies of.
    if (failed)
        std::stable_partition(m_busy.begin(), m_busy.end(),
                              [&](auto module) { return module == ModuleNumber(failed->module & rowMask); });
}

} // namespace candela
