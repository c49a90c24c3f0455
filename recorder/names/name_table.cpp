#include "recorder/names/name_table.h"

#include "model/profile/start_name.h"
#include "recorder/sandbox/sandbox_failures.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace candela {

namespace {

constexpr std::size_t addressesAtOnce = 256;
constexpr int maximumPartsOfModule = 64;
constexpr std::size_t maximumLinesOfAddress = 256;
constexpr std::size_t maximumCompilerText = 100;
/// Generated code is replaced by other code at the same address, so its names are looked up again after this
/// time.
constexpr std::int64_t generatedNamesLast = 10'000'000'000;

bool isBuildId(std::string_view text) {
    return text.size() <= 128 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

} // namespace

NameTable::NameTable(const ModuleTable& modules, SymbolClient& client, FileOpener& opener,
                     std::function<void(recording::Failure)> report, const Limits& limits,
                     std::size_t keptCode)
    : m_modules(modules), m_client(client), m_report(report), m_named(modules, client, limits),
      m_code(keptCode), m_files(opener, std::move(report)),
      m_sources(modules, m_named, m_suspects, client, m_files, [this] { pump(); }) {
    m_client.setCallbacks({[this](const auto& answer) { takeAnswer(answer); },
                           [this](auto failed) { childWasReplaced(failed); }});
}

NamedModule& NameTable::moduleFor(ModuleNumber number, const SharedProcess& process) {
    auto* module = m_named.find(number);
    if (!module) {
        module = &m_named.make(number);
        m_sources.open(*module, *process);
    }
    module->names.lastUse = m_named.segment();
    return *module;
}

void NameTable::want(const CodeLocation& location, const SharedProcess& process) {
    if (location.kind != CodeKind::Module) return;
    auto& module = moduleFor(location.module, process);
    if (module.isGenerated) {
        module.owner = process->identity;
        module.process = process;
    }
    if (module.state == State::Unreadable && module.isGenerated)
        module.nameless.add(location.address, m_named.segment());
    if (module.state == State::Unreadable || module.names.knows(location.address)) return;
    if (module.wanted.contains(location.address)) return;
    if (module.needsFile() && !module.isWanted()) m_sources.open(module, *process);
    if (module.state == State::Unreadable) return;
    // The next segment with the location asks again.
    if (waiting() >= maximumWaiting) return void(++m_unasked);
    module.wantedBy = process;
    ask(module, location.address);
}

void NameTable::ask(NamedModule& module, std::uint64_t address) {
    if (!module.wanted.hasQuestions()) m_busy.push_back(module.number);
    module.wanted.add(address, m_named.segment());
}

void NameTable::wantFile(ModuleNumber number, const SharedProcess& process) {
    auto& module = moduleFor(number, process);
    if (module.state != State::Closed || module.isFileWanted || module.names.hasLayout()) return;
    if (!module.wanted.isEmpty()) return; // the file is being opened for its names
    if (module.needsFile()) m_sources.open(module, *process);
    if (module.state == State::Unreadable) return;
    module.wantedBy = process;
    module.isFileWanted = true;
    m_busy.push_back(number);
}

bool NameTable::isFileSettled(ModuleNumber number) const {
    const auto* module = m_named.at(number);
    if (!module || m_client.isUnavailable()) return true;
    const bool waits = module->state == State::Closed && module->isWanted() && !module->names.hasLayout();
    return !waits && !module->isBeingOpened();
}

bool NameTable::isSettled(const CodeLocation& location) const {
    if (location.kind != CodeKind::Module) return true;
    const auto* module = m_named.at(location.module);
    return !module || m_client.isUnavailable() || !module->wanted.contains(location.address);
}

void NameTable::pump(Pumped which) {
    if (which == Pumped::All) m_mayOpen = true;
    m_isChildFull = false;
    // A module leaves the list when it has no questions, unless it waits for its file.
    for (std::size_t i = 0; i < m_busy.size() && m_client.hasRoom();) {
        auto* module = m_named.at(m_busy[i]);
        const auto hasWork = [&] {
            return module && (module->wanted.hasQuestions() || module->isFileWanted);
        };
        if (hasWork() && (which == Pumped::All || module->isGenerated)) pump(*module);
        if (!hasWork()) {
            m_busy.erase(m_busy.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
            ++i;
        }
    }
    if (which == Pumped::All) pumpCode();
}

/// Code is asked for while no name is: segments wait for names, and not for code.
void NameTable::pumpCode() {
    if (waiting() > 0 || !m_client.hasRoom()) return;
    const auto [number, functions] = m_code.ask();
    if (functions.empty()) return;
    auto* module = m_named.findRequested(number);
    if (!module || module->state == State::Unreadable) return m_code.giveUp(number);
    if (module->state == State::Ready) {
        auto request = requestFor(*module);
        for (const auto& function : functions) {
            auto& wanted = *request.mutable_read_code()->add_functions();
            wanted.mutable_offsets()->Assign(function.offsets.begin(), function.offsets.end());
            wanted.set_maximum_bytes(static_cast<std::uint32_t>(function.maximumBytes));
        }
        return m_client.send(request, {});
    }
    if (module->state == State::Closed && !module->isOpening()) {
        if (!module->hasFile()) return m_code.giveUp(number);
        if (!std::exchange(module->isFileWanted, true)) m_busy.push_back(module->number);
    }
    m_code.askLater(number);
}

void NameTable::countHits(const CodeLocation& location, std::uint64_t hits) {
    const auto* module = location.kind == CodeKind::Module ? m_named.find(location.module) : nullptr;
    if (!module || module->isGenerated) return;
    const auto lines = module->names.find(location.address);
    const auto address = module->names.addressOf(location.address);
    if (lines.empty() || !address) return;
    m_code.count(NamedModules::requestNumber(*module), lines.back().function, location.address, *address,
                 hits);
}

void NameTable::sweep() {
    m_named.sweep();
    m_code.sweep([this](std::uint64_t module) { return m_named.isInTable(module); });
}

void NameTable::pump(NamedModule& module) {
    if (module.isOpening()) return;
    if (module.needsFile()) {
        if (!module.wantedBy) return module.dropWants();
        if (!m_mayOpen) return;
        m_sources.open(module, *module.wantedBy);
        m_mayOpen = module.hasFile() || module.isOpening() || module.state == State::Unreadable;
        if (!module.hasFile()) return;
    }
    if (module.state == State::Closed) return openInChild(module);
    while (module.state == State::Ready && module.wanted.hasQuestions() && m_client.hasRoom()) {
        auto request = requestFor(module);
        const auto addresses = module.wanted.ask(addressesAtOnce);
        request.mutable_resolve()->mutable_offsets()->Assign(addresses.begin(), addresses.end());
        m_client.send(request, {});
    }
}

void NameTable::openInChild(NamedModule& module) {
    if (!m_sources.hasRoomForSearch() || m_isChildFull) return;
    m_isChildFull = !m_named.makeRoomInChild();
    if (m_isChildFull) return;
    auto request = requestFor(module);
    auto& open = *request.mutable_open();
    open.set_is_perf_map(module.isGenerated && module.file.isOpen() && module.javaLibrary == 0);
    open.set_java_library(module.javaLibrary);
    open.set_is_jit_dump(module.jitDump.isOpen());
    module.state = State::Opening;
    module.isFileWanted = false;
    std::vector<int> descriptors;
    if (module.file.isOpen()) descriptors.push_back(module.file.get());
    if (module.jitDump.isOpen()) descriptors.push_back(module.jitDump.get());
    m_client.send(request, descriptors);
}

sandbox::Request NameTable::requestFor(const NamedModule& module) {
    sandbox::Request request;
    request.set_module(NamedModules::requestNumber(module));
    request.set_reads_memory(module.javaLibrary != 0);
    return request;
}

void NameTable::takeAnswer(const sandbox::Answer& answer) {
    if (auto* module = m_named.findRequested(answer.module())) {
        if (answer.has_opened()) takeOpened(*module, answer.opened());
        if (answer.has_names()) takeNames(*module, answer.names());
        if (answer.has_code())
            m_code.take(answer.module(), module->number, module->serial, module->names, answer.code());
        if (!module->isWanted() && !module->isBeingOpened()) module->wantedBy.reset();
    } else if (answer.has_code()) {
        m_code.giveUp(answer.module());
    }
    pump();
}

void NameTable::takeOpened(NamedModule& module, const sandbox::Opened& opened) {
    if (module.state == State::Opening && !module.isGenerated) {
        std::vector<LoadedPart> parts;
        for (const auto& part : opened.parts()) {
            if (parts.size() < maximumPartsOfModule)
                parts.push_back({part.file_offset(), part.size(), part.address()});
        }
        module.names.setLayout(isBuildId(opened.build_id()) ? opened.build_id() : std::string(),
                               std::move(parts));
    }
    if (opened.compiler().size() <= maximumCompilerText && !opened.compiler().empty())
        module.names.setCompiler(opened.compiler());
    if (!opened.problem().empty()) return module.giveUp();
    if (module.state == State::Opening && opened.wants_debug_file())
        return m_sources.addDebugFiles(module, opened);
    if (module.state != State::AddingSupplementary && !opened.supplementary_path().empty())
        return m_sources.addSupplementaryFile(module, opened);
    module.state = State::Ready;
}

void NameTable::takeNames(NamedModule& module, const sandbox::Names& names) {
    const bool isFull = memory() >= 2 * limits().memory; // waiting segments need all memory: modules get no
                                                         // names
    std::vector<std::uint32_t> rows;
    std::string madeName;
    for (const auto& function : names.functions()) {
        if (isFull) break;
        std::string_view name = function.name();
        if (name.empty() && function.start() != 0) {
            madeName = startName(m_modules[module.number].path, function.start());
            name = madeName;
        }
        rows.push_back(
            module.names.intern({name, function.raw_name(), function.file(), function.start_line()}));
    }
    std::vector<NamedLine> lines;
    for (const auto& found : names.locations()) {
        const auto segment = module.wanted.takeAnswer(found.offset());
        if (!segment) continue; // this address was not requested
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
        addName(module, found.offset(), *segment, lines);
    }
    module.measure();
    if (names.is_last()) module.wanted.endAnswers();
}

/// Adds the answer for an address. For generated code, "no name" is not kept: the name may be published a
/// moment later.
void NameTable::addName(NamedModule& module, std::uint64_t address, std::uint64_t segment,
                        std::span<const NamedLine> lines) {
    const bool mayComeLate = module.isGenerated && module.javaLibrary == 0;
    if (mayComeLate && lines.empty()) return module.nameless.add(address, segment);
    module.names.add(address, lines);
    if (mayComeLate) m_hasLate |= module.nameless.remove(address, m_firstWaiting);
}

void NameTable::recordFailure(const SymbolClient::FailedRequest& failed) {
    auto* module = m_named.findRequested(failed.module);
    if (!module) return;
    const auto& mapped = m_modules[module->number];
    if (m_suspects.recordFailure(mapped.file, failed.end) == SuspectFiles::Verdict::TryAgain) return;
    const bool hangs = module->javaLibrary != 0 && failed.end == SymbolClient::End::TookTooLong;
    module->giveUp();
    m_report(hangs ? candela::hangs({mapped.pid, 0, {}})
                   : fileRefused(mapped.path, FileContent::Symbols, failed.end));
}

void NameTable::childWasReplaced(const std::optional<SymbolClient::FailedRequest>& failed) {
    // A file whose code can't be read keeps its names.
    if (failed && m_code.isAsking(failed->module))
        m_code.refuse(failed->module);
    else if (failed)
        recordFailure(*failed);
    m_code.askAgain();
    m_busy.clear();
    m_named.forEach([&](NamedModule& module) {
        if (module.state == State::Unreadable) return;
        // If the child was still opening it, there is no answer about its file either.
        if (module.isBeingOpened()) module.isFileWanted = true;
        if (!module.isOpening()) module.openingTurn = 0; // debug files are searched again
        module.state = State::Closed;
        module.wanted.askAgain();
        if (module.wanted.hasQuestions() || module.isFileWanted) m_busy.push_back(module.number);
    });
    // The failed module is tried again before other modules are, so that these are not blamed if the next
    // child dies of it.
    if (!failed) return;
    const auto first = NamedModules::numberOf(failed->module);
    std::ranges::stable_partition(m_busy, [&](auto number) { return number == first; });
}

void NameTable::endSegment(std::uint64_t segment, std::int64_t now) {
    m_named.forEach([&](NamedModule& module) {
        if (!module.isGenerated || now - module.refreshedAt <= generatedNamesLast) return;
        module.refreshedAt = now;
        refreshGenerated(module);
    });
    m_named.setSegment(segment);
}

void NameTable::makeRoom(std::uint64_t firstWaiting) {
    m_firstWaiting = firstWaiting;
    m_named.makeRoom(firstWaiting);
}

void NameTable::refreshGenerated(NamedModule& module) {
    const bool isUsed = module.names.lastUse == m_named.segment();
    if (module.state == State::Unreadable && isUsed) m_sources.openAgain(module, NameSources::Generated::All);
    if (module.state == State::Unreadable) return;
    module.names.askAgain();
    module.measure();
}

void NameTable::askNamelessAgain(NamelessOf which) {
    m_named.forEach([&](NamedModule& module) {
        if (!module.isGenerated || !module.owner || module.isAskedAtEnd) return;
        module.isAskedAtEnd = module.owner->endTime != 0;
        const bool isUsed = module.names.lastUse == m_named.segment();
        if (isUsed || module.isAskedAtEnd || which == NamelessOf::AllModules) askNamelessAgain(module);
    });
    pumpGenerated();
}

void NameTable::askNamelessAgain(NamedModule& module) {
    if (module.state == State::Unreadable) m_sources.openAgain(module, NameSources::Generated::PerfMap);
    if (module.state == State::Unreadable && module.isAskedAtEnd) module.nameless = {};
    if (module.state == State::Unreadable || module.needsFile()) return;
    for (const auto address : module.nameless.addresses()) {
        if (waiting() >= maximumWaiting) break;
        if (!module.wanted.contains(address)) ask(module, address);
    }
}

std::vector<LateNames> NameTable::takeLateNames() {
    std::vector<LateNames> all;
    if (!std::exchange(m_hasLate, false)) return all;
    m_named.forEach([&](NamedModule& module) {
        if (!module.owner) return;
        auto addresses = module.nameless.takeLate();
        if (!addresses.empty())
            all.push_back({module.owner, module.number, module.serial, std::move(addresses)});
    });
    return all;
}

} // namespace candela
