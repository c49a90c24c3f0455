#include "recorder/sandbox/symbol_worker.h"

#include "model/base/byte_reader.h"
#include "model/code/disassembly.h"
#include "model/symbols/elf/elf_file.h"
#include "model/symbols/names/java_names.h"
#include "model/unwind/call_frames/unwind_table.h"
#include "recorder/base/clock.h"
#include "recorder/sandbox/code_packer.h"
#include "recorder/sandbox/decoded_code.h"
#include "recorder/sandbox/names_packer.h"

#include <algorithm>
#include <ctime>
#include <ranges>
#include <utility>

namespace candela {

namespace {

constexpr int maximumParts = 64;
/// Twice the number in the largest programs of today; building each row takes some 40 bytes.
constexpr std::size_t maximumUnwindRows = 4'000'000;
constexpr std::size_t rowsOfPacket = 8192;
static_assert(rowsOfPacket * sizeof(unwind_row) < PacketSocket::maximumPacket - 1024);

constexpr std::size_t bytesOfCodePacket = PacketSocket::maximumPacket - 1024;

/// Reading pages of files again costs time, keeping them costs memory.
constexpr std::chrono::seconds timeBetweenReleases{20};
constexpr std::size_t maximumTouched = 40;
constexpr std::uint64_t maximumTouchedBytes = 16 << 20;
/// An estimate of what a request reads of a module's files. Opening one reads all of its symbol tables; debug
/// sections, which the first request for names reads, are not counted.
constexpr std::uint64_t touchedBytesOfRequest = 1 << 20;

/// Less than a window with one capture may keep, because many modules are open at the same time here.
SymbolLimits limits() {
    SymbolLimits limits;
    limits.expandedBytes = 256 << 20;
    limits.cachedBytes = 8 << 20;
    limits.symbols = 2'000'000;
    limits.inlineDepth = 60;
    return limits;
}

void describeParts(int descriptor, sandbox::Opened& opened) {
    const auto elf = ElfFile::read(descriptor, limits().fileBytes);
    if (!elf) return;
    for (const auto& segment : elf->segments()) {
        if (segment.type != PT_LOAD || opened.parts_size() >= maximumParts) continue;
        auto& part = *opened.add_parts();
        part.set_file_offset(segment.offset);
        part.set_size(segment.fileSize);
        part.set_address(segment.address);
    }
}

void describe(const ModuleSymbols& symbols, sandbox::Opened& opened) {
    opened.set_build_id(symbols.buildId());
    opened.set_compiler(symbols.compiler());
    opened.set_wants_debug_file(symbols.wantsDebugFile());
    if (const auto& link = symbols.debugLink()) {
        opened.set_debug_link(link->fileName);
        opened.set_debug_checksum(link->checksum);
    }
    if (const auto& link = symbols.supplementaryLink()) {
        opened.set_supplementary_path(link->path);
        opened.set_supplementary_build_id(link->buildId);
    }
}

void addNames(PerfMapFile& file, std::span<const std::uint64_t> addresses,
              std::vector<SymbolizedFrames>& names) {
    file.refresh();
    for (std::size_t row = 0; row < addresses.size(); ++row) {
        const auto symbol = file.map().find(addresses[row]);
        if (!symbol) continue;
        for (const auto method : inlinedMethods(symbol->name) | std::views::reverse)
            names[row].emplace_back().name = method;
    }
}

void addNames(JitDumpFile& file, std::span<const std::uint64_t> addresses,
              std::vector<SymbolizedFrames>& names) {
    file.refresh();
    for (std::size_t row = 0; row < addresses.size(); ++row) {
        if (names[row].empty()) names[row] = file.dump().find(addresses[row]);
    }
}

std::vector<SymbolizedFrames> namesInFile(ModuleSymbols& symbols, std::span<const std::uint64_t> offsets) {
    std::vector<SymbolizedFrames> names(offsets.size());
    std::vector<std::uint64_t> addresses;
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < offsets.size(); ++row) {
        if (const auto address = symbols.addressOfFileOffset(offsets[row])) {
            addresses.push_back(*address);
            rows.push_back(row);
        }
    }
    std::vector<SymbolizedFrames> found;
    symbols.resolve(addresses, found);
    for (std::size_t i = 0; i < rows.size() && i < found.size(); ++i)
        names[rows[i]] = std::move(found[i]);
    return names;
}

} // namespace

int SymbolWorker::run() {
    std::string packet;
    std::vector<FileDescriptor> descriptors;
    sandbox::Request request;
    while (true) {
        auto outcome = m_recorder.receive(packet, descriptors, PacketSocket::Wait::No);
        if (outcome == PacketSocket::Outcome::NotNow) {
            if (Clock::now() - m_releasedAt >= timeBetweenReleases) releasePages();
            outcome = m_recorder.receive(packet, descriptors, PacketSocket::Wait::Yes);
        }
        if (outcome != PacketSocket::Outcome::Done) return 0;
        if (!request.ParseFromString(packet)) return 1;
        if (!answer(request, descriptors)) return 1;
        noteTouched(request);
        if (m_touched.size() >= maximumTouched || m_touchedBytes >= maximumTouchedBytes) releasePages();
    }
}

void SymbolWorker::noteTouched(const sandbox::Request& request) {
    const auto module = m_modules.find(request.module());
    const bool isUnwind = request.has_unwind() || request.has_unwind_java() || request.has_unwind_generated();
    if (isUnwind || module == m_modules.end() || !module->second.symbols) return;
    m_touched.insert(request.module());
    const bool isWhole = request.has_open() || request.has_add_debug_files();
    const auto bytes = module->second.symbols->fileBytes();
    m_touchedBytes += isWhole ? bytes : std::min(bytes, touchedBytesOfRequest);
}

void SymbolWorker::releasePages() {
    for (const auto number : m_touched) {
        const auto module = m_modules.find(number);
        if (module != m_modules.end() && module->second.symbols) module->second.symbols->releasePages();
    }
    m_touched.clear();
    m_touchedBytes = 0;
    m_releasedAt = Clock::now();
}

bool SymbolWorker::answer(const sandbox::Request& request, std::vector<FileDescriptor>& descriptors) {
    switch (request.what_case()) {
    case sandbox::Request::kOpen:
        return open(request, descriptors);
    case sandbox::Request::kAddDebugFiles:
        return addDebugFiles(request.module(), descriptors);
    case sandbox::Request::kAddSupplementaryFile:
        return addSupplementaryFile(request.module(), descriptors);
    case sandbox::Request::kResolve:
        return resolve(request.module(), request.resolve());
    case sandbox::Request::kReadCode:
        return readCode(request.module(), request.read_code());
    case sandbox::Request::kUnwind:
        return unwind(request.module(), descriptors);
    case sandbox::Request::kUnwindJava:
        return unwindJava(request, descriptors);
    case sandbox::Request::kUnwindGenerated:
        return unwindGenerated(request, descriptors);
    case sandbox::Request::kClose:
        m_modules.erase(request.module());
        return true;
    case sandbox::Request::WHAT_NOT_SET:
        break;
    }
    return false;
}

bool SymbolWorker::open(const sandbox::Request& request, std::vector<FileDescriptor>& descriptors) {
    sandbox::Answer reply;
    reply.set_module(request.module());
    auto& opened = *reply.mutable_opened();
    auto& module = m_modules[request.module()];
    module = {};
    if (descriptors.empty()) {
        opened.set_problem("no file");
    } else if (const auto& what = request.open();
               what.java_library() != 0 || what.is_perf_map() || what.is_jit_dump()) {
        openGenerated(module, what, descriptors);
    } else {
        const int file = descriptors.front().get();
        describeParts(file, opened);
        if (auto symbols = ModuleSymbols::create(file, limits()); !symbols) {
            opened.set_problem(symbols.error().message);
        } else {
            module.symbols = std::move(*symbols);
            describe(*module.symbols, opened);
        }
    }
    return send(reply);
}

bool SymbolWorker::addDebugFiles(std::uint64_t number, const std::vector<FileDescriptor>& descriptors) {
    sandbox::Answer reply;
    reply.set_module(number);
    auto& opened = *reply.mutable_opened();
    auto& module = m_modules[number];
    if (module.symbols) {
        for (const auto& descriptor : descriptors) {
            if (module.symbols->addDebugFile(descriptor.get())) break;
        }
        describe(*module.symbols, opened);
    }
    return send(reply);
}

bool SymbolWorker::addSupplementaryFile(std::uint64_t number,
                                        const std::vector<FileDescriptor>& descriptors) {
    sandbox::Answer reply;
    reply.set_module(number);
    auto& opened = *reply.mutable_opened();
    auto& module = m_modules[number];
    if (module.symbols && !descriptors.empty()) { // a file that does not match adds no names
        static_cast<void>(module.symbols->addSupplementaryFile(descriptors.front().get()));
        opened.set_compiler(module.symbols->compiler());
    }
    return send(reply);
}

void SymbolWorker::openGenerated(OpenModule& module, const sandbox::Open& request,
                                 std::vector<FileDescriptor>& descriptors) {
    if (request.is_jit_dump()) {
        module.jitDump.emplace(std::move(descriptors.back()));
        descriptors.pop_back();
    }
    if (descriptors.empty()) return;
    if (request.java_library() != 0)
        module.java = std::make_unique<JavaNames>(std::move(descriptors.front()), request.java_library());
    else if (request.is_perf_map())
        module.perfMap.emplace(std::move(descriptors.front()));
}

std::vector<SymbolizedFrames> SymbolWorker::namesIn(OpenModule& module,
                                                    std::span<const std::uint64_t> offsets) {
    if (module.symbols) return namesInFile(*module.symbols, offsets);
    auto names = module.java ? module.java->resolve(offsets) : std::vector<SymbolizedFrames>(offsets.size());
    if (module.perfMap) addNames(*module.perfMap, offsets, names);
    if (module.jitDump) addNames(*module.jitDump, offsets, names);
    return names;
}

bool SymbolWorker::resolve(std::uint64_t number, const sandbox::Resolve& request) {
    auto& module = m_modules[number];
    const std::vector<std::uint64_t> offsets(request.offsets().begin(), request.offsets().end());
    const auto names = namesIn(module, offsets);
    NamesPacker packer(number);
    for (std::size_t row = 0; row < offsets.size(); ++row) {
        if (!packer.hasRoomFor(names[row]) && !send(packer.take(NamesPacker::Packet::More))) return false;
        packer.add(offsets[row], names[row]);
    }
    return send(packer.take(NamesPacker::Packet::Last));
}

/// Functions that are not found are left out, and those behind the one that fills the answer.
bool SymbolWorker::readCode(std::uint64_t number, const sandbox::ReadCode& request) {
    const auto begin = clockTime(CLOCK_PROCESS_CPUTIME_ID);
    CodePacker packer;
    bool isFull = false;
    auto& symbols = m_modules[number].symbols;
    for (const auto& wanted : request.functions()) {
        std::vector<std::uint64_t> addresses;
        for (const auto offset : wanted.offsets()) {
            if (const auto address = symbols ? symbols->addressOfFileOffset(offset) : std::nullopt)
                addresses.push_back(*address);
        }
        if (addresses.empty() || packer.covers(addresses.front())) continue;
        isFull = packer.isFull();
        if (isFull) break;
        auto code = readCodeAround(*symbols, addresses,
                                   std::min<std::size_t>(wanted.maximum_bytes(), CodePacker::limits.bytes),
                                   decodedStarts, CodePacker::limits);
        if (!code) continue;
        nameTargets(*code, decodedTargets(*code), *symbols);
        packer.add(*code);
    }
    const auto bytes = packer.take();
    sandbox::Answer reply;
    reply.set_module(number);
    reply.mutable_code()->set_is_full(isFull);
    reply.mutable_code()->set_cost(clockTime(CLOCK_PROCESS_CPUTIME_ID) - begin);
    for (std::size_t first = 0;; first += bytesOfCodePacket) {
        const auto part = std::string_view(bytes).substr(first, bytesOfCodePacket);
        reply.mutable_code()->set_part(std::string(part));
        reply.mutable_code()->set_is_last(first + part.size() == bytes.size());
        if (!send(reply)) return false;
        if (reply.code().is_last()) return true;
    }
}

/// The answer for a file that can't be parsed has no rows.
bool SymbolWorker::unwind(std::uint64_t number, const std::vector<FileDescriptor>& descriptors) {
    std::vector<unwind_row> rows;
    if (!descriptors.empty()) {
        if (auto file = MappedFile::map(descriptors.front().get());
            file && makeSectionHeadersWritable(*file)) {
            if (auto table = buildUnwindTable(file->writableBytes(), maximumUnwindRows))
                rows = std::move(table->rows);
        }
    }
    sandbox::Answer reply;
    reply.set_module(number);
    return sendRows(reply, rows);
}

bool SymbolWorker::unwindJava(const sandbox::Request& request, std::vector<FileDescriptor>& descriptors) {
    const auto begin = clockTime(CLOCK_PROCESS_CPUTIME_ID);
    JavaTables::Table table;
    if (!descriptors.empty())
        table = m_javaTables.make(request.unwind_java(), std::move(descriptors.front()));
    sandbox::Answer reply;
    reply.set_module(request.module());
    reply.mutable_unwind_rows()->set_base(table.base);
    reply.mutable_unwind_rows()->set_is_unchanged(table.isUnchanged);
    reply.mutable_unwind_rows()->set_cost(clockTime(CLOCK_PROCESS_CPUTIME_ID) - begin);
    return sendRows(reply, table.rows);
}

bool SymbolWorker::unwindGenerated(const sandbox::Request& request,
                                   std::vector<FileDescriptor>& descriptors) {
    const auto begin = clockTime(CLOCK_PROCESS_CPUTIME_ID);
    GeneratedTables::Table table;
    if (!descriptors.empty())
        table = m_generatedTables.make(request.unwind_generated(), std::move(descriptors.front()));
    sandbox::Answer reply;
    reply.set_module(request.module());
    reply.mutable_unwind_rows()->set_base(table.base);
    reply.mutable_unwind_rows()->set_cost(clockTime(CLOCK_PROCESS_CPUTIME_ID) - begin);
    return sendRows(reply, table.rows);
}

/// Sends rows in as many packets as they need; the other fields of the answer are in each packet.
bool SymbolWorker::sendRows(sandbox::Answer& reply, const std::vector<unwind_row>& rows) {
    for (std::size_t first = 0;; first += rowsOfPacket) {
        const auto count = std::min(rowsOfPacket, rows.size() - std::min(first, rows.size()));
        auto& part = *reply.mutable_unwind_rows();
        part.set_rows(rows.data() + first, count * sizeof(unwind_row));
        part.set_rows_in_all(rows.size());
        part.set_is_last(first + count >= rows.size());
        if (!send(reply)) return false;
        if (part.is_last()) return true;
    }
}

bool SymbolWorker::send(const sandbox::Answer& answer) {
    const auto packet = answer.SerializeAsString();
    return m_recorder.send(asBytes(packet), {}, PacketSocket::Wait::Yes) == PacketSocket::Outcome::Done;
}

} // namespace candela
