#include "recorder/unwind/unwind_tables.h"

#include "model/base/text/model_text.h"
#include "recorder/base/clock.h"
#include "recorder/processes/module_opener.h"
#include "recorder/sandbox/sandbox_failures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <sys/epoll.h>
#include <utility>

namespace candela {

namespace {

constexpr unsigned minorBits = 20; // in the kernel's device numbers

FileIdentity identityOf(const file_identity& file) {
    return {file.device >> minorBits, file.device & ((1u << minorBits) - 1), file.inode, file.generation};
}

} // namespace

Result<std::unique_ptr<UnwindTables>> UnwindTables::create(const ModuleTable& modules, SymbolClient& client,
                                                           FileOpener& opener, EventLoop& loop,
                                                           std::function<void(recording::Failure)> report,
                                                           const UnwindTableStore::Limits& limits) {
    std::unique_ptr<UnwindTables> tables(new UnwindTables(modules, client, opener, loop, std::move(report)));
    auto* self = tables.get();
    tables->m_store = TRY(UnwindTableStore::create([self](const auto& event) { self->want(event); }, limits));
    tables->m_generated = std::make_unique<GeneratedCodeTables>(*tables->m_store, client, tables->m_files,
                                                                [self] { self->pump(); });
    client.setCallbacks({[self](const auto& answer) { self->takeAnswer(answer); },
                         [self](const auto& failed) { self->childWasReplaced(failed); }});
    TRY(loop.add(tables->m_store->descriptor(), EPOLLIN, [self](std::uint32_t) {
        self->m_store->takeWanted();
        self->pump();
    }));
    return tables;
}

UnwindTables::~UnwindTables() {
    if (m_store) m_loop.remove(m_store->descriptor());
    m_client.setCallbacks({[](const auto&) {}, [](const auto&) {}});
}

void UnwindTables::tick() {
    m_store->takeWanted();
    m_store->tick();
    const auto now = monotonicTime();
    endTurns(now);
    m_generated->tick(now);
    pump();
}

void UnwindTables::want(const file_wanted_event& event) {
    const bool isGenerated = event.file.device == UNWIND_GENERATED_DEVICE;
    if (isGenerated && m_generated->wantAgain(event.file)) return;
    // Without rows, generated code is unwound by frame pointers.
    if (m_suspects.isRefused(identityOf(event.file))) return m_store->insert(event.file, {});
    if (isGenerated) return m_generated->add(event);
    if (refuseForNow(event.file)) return;
    if (!hasRoom()) return m_store->forget(event.file);
    if (event.file.inode == unwind_vdso_inode && event.file.device == 0) {
        m_waiting.push_back({++m_lastNumber, event.file, copyVdso(), 0, 0, 0});
        return;
    }
    // Not if a walk in user space has requested the file already.
    const auto* module = m_modules.findFile(identityOf(event.file));
    if (findUnopenable(event.file.device, event.file.inode, module ? Path::Known : Path::Unknown) ||
        isComing(event.file.device, event.file.inode))
        return m_store->forget(event.file);
    open(event.file, {static_cast<std::int32_t>(event.pid),
                      0,
                      identityOf(event.file),
                      module ? module->path : std::string(),
                      {{event.start, event.end}}});
}

void UnwindTables::open(const file_identity& file, const MappedModule& module) {
    const auto number = ++m_lastNumber;
    m_opening.push_back({number, file, module.path.empty() ? Path::Unknown : Path::Known});
    std::uint64_t copied = 0;
    for (const auto& waiting : m_waiting)
        copied += waiting.copied;
    const auto room = ModuleFiles::maximumCopy - std::min(ModuleFiles::maximumCopy, copied);
    m_files.open(module, room,
                 [this, number](ModuleFiles::Module found) { takeFile(number, std::move(found)); });
}

void UnwindTables::takeFile(std::uint64_t number, ModuleFiles::Module found) {
    const auto asked = std::ranges::find_if(
        m_opening, [number](const Opening& opening) { return opening.number == number; });
    if (asked == m_opening.end()) return;
    auto file = asked->file;
    const auto path = asked->path;
    m_opening.erase(asked);
    auto& opened = found.opened;
    if (!opened.file.isOpen()) {
        setUnopenable(file, path);
        return m_store->forget(file);
    }
    m_unopenable.erase({file.device, file.inode});
    // The identity that kernel programs compute for the file (bpf/memory_areas.bpf.h), so that they find its
    // table, too.
    if (file.changed == 0)
        file.changed = static_cast<std::uint64_t>(opened.modifiedSeconds) << 32 ^ opened.modifiedNanoseconds;
    if (refuseForNow(file)) return;
    m_waiting.push_back({number, file, std::move(opened.file), static_cast<std::int64_t>(opened.size), 0,
                         opened.isCopy ? opened.size : 0});
    pump();
}

/// The entry of a file that could not be opened a moment ago, because its process ended or changed its
/// mappings. Kernel programs ask for a file before its mapping, and so its path, is read. Once the path is
/// known, the file is tried again at once.
const UnwindTables::Unopenable* UnwindTables::findUnopenable(std::uint32_t device, std::uint64_t inode,
                                                             Path path) const {
    const auto found = m_unopenable.find({device, inode});
    if (found == m_unopenable.end() || monotonicTime() >= found->second.until) return nullptr;
    return path == Path::Known && found->second.path == Path::Unknown ? nullptr : &found->second;
}

/// An opener may have ended, or a process may be changing its mappings. So the file is tried again soon, then
/// less and less often.
void UnwindTables::setUnopenable(const file_identity& file, Path path) {
    constexpr std::int64_t firstWait = 50'000'000;
    constexpr std::int64_t maximumWait = 1'000'000'000;
    if (m_unopenable.size() >= maximumUnopenable) m_unopenable.clear();
    auto& entry = m_unopenable[{file.device, file.inode}];
    constexpr int maximumDoublings = 5;
    const auto wait = std::min(maximumWait, firstWait << std::min(entry.tries++, maximumDoublings));
    entry.until = monotonicTime() + wait;
    entry.path = path;
}

bool UnwindTables::isComing(std::uint32_t device, std::uint64_t inode) const {
    const auto isIt = [&](const auto& waiting) {
        return waiting.file.device == device && waiting.file.inode == inode;
    };
    return std::any_of(m_opening.begin(), m_opening.end(), isIt) ||
           std::any_of(m_waiting.begin(), m_waiting.end(), isIt) ||
           std::any_of(m_asked.begin(), m_asked.end(), isIt);
}

UnwindTables::Answer UnwindTables::findRow(ModuleNumber number, const LiveProcess& process,
                                           std::uint64_t offset, unwind_row& row) {
    const auto& module = m_modules[number];
    const bool isVdso = module.kind == ModuleKind::Vdso;
    const auto device = isVdso ? 0 : module.file.deviceMajor << minorBits | module.file.deviceMinor;
    const auto inode = isVdso ? std::uint64_t{unwind_vdso_inode} : module.file.inode;
    switch (m_store->findRow(device, inode, offset, row)) {
    case UnwindTableStore::Answer::Row:
        return Answer::Row;
    case UnwindTableStore::Answer::NoRow:
        return Answer::NoRow;
    case UnwindTableStore::Answer::NoTable:
        break;
    }
    if (isComing(device, inode) || m_store->awaitsRoom(device, inode)) return Answer::Later;
    if (m_suspects.isRefused(module.file)) return Answer::NoRow;
    if (m_client.isUnavailable()) return Answer::Never;
    if (!hasRoom()) return Answer::Later;
    constexpr int triesBeforeNever = 3; // these take less than a second together: stacks wait longer than
                                        // that
    if (const auto* unopenable = findUnopenable(device, inode, Path::Known))
        return unopenable->tries < triesBeforeNever ? Answer::Later : Answer::Never;
    const file_identity file{.inode = inode,
                             .changed = 0,
                             .device = device,
                             .generation = static_cast<std::uint32_t>(module.file.generation)};
    if (!isVdso) {
        open(file, mappedModule(module, number, process));
        return Answer::Later;
    }
    if (refuseForNow(file)) return Answer::NoRow;
    m_waiting.push_back({++m_lastNumber, file, copyVdso(), 0, 0, 0});
    pump();
    return Answer::Later;
}

void UnwindTables::pump() {
    // The child always has one more request to work on. The others wait here, where small files overtake
    // large ones.
    constexpr std::size_t usefulInFlight = 2;
    while (!m_waiting.empty() && m_asked.size() < usefulInFlight && m_client.hasRoom()) {
        const auto smallest =
            std::min_element(m_waiting.begin(), m_waiting.end(),
                             [](const auto& left, const auto& right) { return left.size < right.size; });
        auto next = std::move(*smallest);
        m_waiting.erase(smallest);
        send(std::move(next));
    }
    askForGenerated(monotonicTime());
    if (!m_client.isUnavailable()) return;
    for (const auto& next : m_waiting)
        m_store->forget(next.file);
    m_waiting.clear();
}

void UnwindTables::send(Waiting next) {
    sandbox::Request request;
    request.set_module(next.number);
    request.mutable_unwind();
    const int descriptor = next.descriptor.get();
    m_client.send(request, std::span(&descriptor, 1));
    next.descriptor.reset();
    m_asked.push_back(std::move(next));
}

/// One look at a time, so that files that are requested meanwhile wait for no more than one.
void UnwindTables::askForGenerated(std::int64_t now) {
    if (!m_client.hasRoom()) return;
    if (std::ranges::any_of(m_asked, [](const auto& asked) { return asked.machine != 0; })) return;
    sandbox::Request request;
    const auto look = m_generated->beginLook(now, request);
    if (!look) return;
    request.set_module(++m_lastNumber);
    m_client.send(request, std::span(&look->memory, 1));
    m_asked.push_back({m_lastNumber, look->code, {}, 0, look->machine, 0});
}

/// Rows are stored in the kernel packet by packet. The child is not trusted, neither with their order nor
/// with their number: the store checks both.
void UnwindTables::takeAnswer(const sandbox::Answer& answer) {
    if (m_asked.empty() || answer.module() != m_asked.front().number) return;
    const auto& part = answer.unwind_rows();
    m_rows.resize(part.rows().size() / sizeof(unwind_row));
    if (!m_rows.empty()) std::memcpy(m_rows.data(), part.rows().data(), m_rows.size() * sizeof(unwind_row));
    const auto& asked = m_asked.front();
    const bool isOfMachine = asked.machine != 0;
    if (isOfMachine && (part.is_unchanged() || !m_generated->contains(asked.machine))) {
        abandonDraft();
        if (part.is_last()) finishLook(part);
        return;
    }
    if (!m_draft)
        m_draft = isOfMachine ? m_store->beginGenerated(asked.file, part.base(), part.rows_in_all())
                              : m_store->begin(asked.file, part.rows_in_all());
    m_store->append(*m_draft, m_rows);
    if (!part.is_last() && answer.has_unwind_rows()) return;
    m_store->finish(std::move(*m_draft));
    m_draft.reset();
    ++m_made;
    if (isOfMachine) return finishLook(part);
    if (part.rows_in_all() > 0 && m_store->contains(asked.file)) m_turns.made(asked.file, monotonicTime());
    m_asked.pop_front();
    pump();
}

/// Called with the last packet of the answer about the process that was requested first.
void UnwindTables::finishLook(const sandbox::UnwindRows& last) {
    const auto machine = m_asked.front().machine;
    m_asked.pop_front();
    m_generated->finishLook(machine, last);
    pump();
}

/// Whether a file gets no table for now: its table was made a moment ago and evicted since, so it has to wait
/// for its turn.
bool UnwindTables::refuseForNow(const file_identity& file) {
    if (m_store->contains(file) || m_turns.mayBeMade(file)) return false;
    m_store->insert(file, {});
    if (std::exchange(m_crowdIsReported, true)) return true;
    recording::Failure failure;
    failure.set_code(recording::Failure::NOT_POSSIBLE);
    failure.set_message(
        ModelText::tr("the programs that run use more unwind tables than there is room for ({} MB)",
                      m_store->limits().chunks * sizeof(unwind_chunk) / 1'000'000));
    failure.set_hint(
        ModelText::tr("their files take turns; stacks through those without a table may end early"));
    m_report(std::move(failure));
    return true;
}

void UnwindTables::endTurns(std::int64_t now) {
    for (const auto& file : m_turns.ended(now))
        m_store->remove(file);
}

void UnwindTables::abandonDraft() {
    if (m_draft) m_store->abandon(std::move(*m_draft));
    m_draft.reset();
}

/// The code of a file that ended children is unwound by frame pointers from then on.
void UnwindTables::recordFailure(const file_identity& file, SymbolClient::End end) {
    const auto identity = identityOf(file);
    if (m_suspects.recordFailure(identity, end) == SuspectFiles::Verdict::TryAgain)
        return m_store->forget(file);
    m_store->insert(file, {});
    const auto* module = m_modules.findFile(identity);
    const bool isGenerated = file.device == UNWIND_GENERATED_DEVICE;
    if (isGenerated && end == SymbolClient::End::TookTooLong) {
        m_generated->pause(monotonicTime()); // otherwise many such processes would take all of the child's
                                             // time
        return m_report(hangs({static_cast<std::int32_t>(file.inode), 0, {}}));
    }
    m_report(fileRefused(module        ? module->path
                         : isGenerated ? fmt::format("the code that process {} generated", file.inode)
                                       : "a file without a name",
                         FileContent::UnwindInformation, end));
}

void UnwindTables::childWasReplaced(const std::optional<SymbolClient::FailedRequest>& failed) {
    abandonDraft();
    for (const auto& asked : m_asked) {
        // The next sample requests the table again, unless it is refused.
        if (asked.machine != 0) m_generated->remove(asked.machine);
        if (failed && asked.number == failed->module)
            recordFailure(asked.file, failed->end);
        else
            m_store->forget(asked.file);
    }
    m_asked.clear();
    pump();
}

} // namespace candela
