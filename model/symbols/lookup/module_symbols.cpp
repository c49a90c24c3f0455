#include "model/symbols/lookup/module_symbols.h"

#include "model/symbols/dwarf/dwarf_symbols.h"
#include "model/symbols/elf/checksum.h"
#include "model/symbols/elf/compiler.h"
#include "model/symbols/elf/elf_file.h"
#include "model/symbols/elf/function_starts.h"
#include "model/symbols/elf/mini_debug_file.h"
#include "model/symbols/elf/plt_entries.h"
#include "model/symbols/elf/symbol_table.h"
#include "model/symbols/names/demangle.h"

#include <algorithm>
#include <numeric>

namespace candela {

namespace {

bool hasFullSymbolTable(const ElfFile& elf) {
    return std::any_of(elf.sections().begin(), elf.sections().end(), [&](const ElfFile::Section& section) {
        return section.type == SHT_SYMTAB && !elf.bytes(section).empty();
    });
}

/// Whether it is a library. A static position-independent program looks like one; then only the compiler in
/// its DWARF is missed.
bool isProgram(const ElfFile& elf) {
    return elf.type() == ET_EXEC || std::ranges::any_of(elf.segments(), [](const ElfFile::Segment& segment) {
               return segment.type == PT_INTERP;
           });
}

} // namespace

struct ModuleSymbols::Parts {
    explicit Parts(ElfFile file, const SymbolLimits& symbolLimits)
        : limits(symbolLimits), elf(std::move(file)) {}

    void useDwarfOf(ElfFile& file) {
        if (dwarf || !DwarfFile::isIn(file)) return;
        dwarf = std::make_unique<DwarfSymbols>(file, limits);
        supplementaryLink = file.supplementaryLink();
    }
    /// The packed file has the symbols that the dynamic symbols lack. The module still needs a debug file,
    /// because the packed file has no lines.
    void addMiniDebugFile() {
        auto file = readMiniDebugFile(elf, limits.expandedBytes);
        if (!file) return;
        miniDebugElf.emplace(std::move(*file));
        symbols.add(*miniDebugElf, limits.symbols);
    }
    bool belongs(const ElfFile& file) const {
        const auto id = file.buildId();
        if (!id.empty() && !buildId.empty()) return id == buildId;
        return debugLink && crc32(file.bytes()) == debugLink->checksum;
    }
    void resolve(std::uint64_t address, SymbolizedFrames& frames);
    std::optional<std::uint64_t> startOf(std::uint64_t address);
    std::optional<AddressRange> unwoundFunction(std::uint64_t address);
    bool isNamed(std::uint64_t address, const SymbolTable::Symbol& symbol);

    SymbolLimits limits;
    ElfFile elf;
    std::optional<ElfFile> miniDebugElf;
    std::optional<ElfFile> debugElf;
    std::optional<ElfFile> supplementaryElf;
    std::string buildId;
    std::optional<DebugLink> debugLink;
    std::optional<SupplementaryLink> supplementaryLink;
    bool hasFullTable = false;
    SymbolTable symbols;
    std::optional<FunctionStarts> starts; // none until they are requested
    std::unique_ptr<DwarfSymbols> dwarf;  // declared after the files that it reads
};

ModuleSymbols::ModuleSymbols(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) {}
ModuleSymbols::ModuleSymbols(ModuleSymbols&&) noexcept = default;
ModuleSymbols& ModuleSymbols::operator=(ModuleSymbols&&) noexcept = default;
ModuleSymbols::~ModuleSymbols() = default;

Result<ModuleSymbols> ModuleSymbols::create(int elfDescriptor, const SymbolLimits& limits) {
    auto parts = std::make_unique<Parts>(TRY(ElfFile::read(elfDescriptor, limits.fileBytes)), limits);
    if (parts->elf.type() == ET_REL) return failure("is an object file that was never linked");
    parts->buildId = parts->elf.buildId();
    parts->debugLink = parts->elf.debugLink();
    parts->hasFullTable = hasFullSymbolTable(parts->elf);
    parts->symbols.add(parts->elf, limits.symbols);
    if (!parts->hasFullTable) parts->addMiniDebugFile();
    for (auto& entry : pltEntries(parts->elf))
        parts->symbols.add(entry.start, entry.size, entry.name + "@plt");
    parts->symbols.finish();
    parts->useDwarfOf(parts->elf);
    return ModuleSymbols(std::move(parts));
}

const std::string& ModuleSymbols::buildId() const {
    return m_parts->buildId;
}

const std::optional<DebugLink>& ModuleSymbols::debugLink() const {
    return m_parts->debugLink;
}

const std::optional<SupplementaryLink>& ModuleSymbols::supplementaryLink() const {
    return m_parts->supplementaryLink;
}

std::string ModuleSymbols::compiler() const {
    const auto& elf = m_parts->elf;
    if (auto go = goCompiler(elf); !go.empty()) return go;
    // Not for a library: opening its DWARF only for this would be expensive.
    if (m_parts->dwarf && isProgram(elf)) {
        if (auto compiler = m_parts->dwarf->compiler(); !compiler.empty()) return compiler;
    }
    return compilerOfComments(elf);
}

bool ModuleSymbols::hasLayout() const {
    return m_parts->elf.hasLayout();
}

std::uint64_t ModuleSymbols::firstAddress() const {
    return m_parts->elf.firstAddress();
}

bool ModuleSymbols::wantsDebugFile() const {
    return !m_parts->dwarf || !m_parts->hasFullTable;
}

Result<void> ModuleSymbols::addDebugFile(int descriptor) {
    auto elf = TRY(ElfFile::read(descriptor, m_parts->limits.fileBytes));
    if (!m_parts->belongs(elf)) return failure("is not the debug file of this module");
    const bool hasTable = hasFullSymbolTable(elf);
    if (!hasTable && !DwarfFile::isIn(elf)) return failure("has no debug information");
    if (m_parts->debugElf) return failure("is a second debug file for this module");

    m_parts->debugElf.emplace(std::move(elf));
    if (hasTable && !m_parts->hasFullTable) {
        m_parts->symbols.add(*m_parts->debugElf, m_parts->limits.symbols);
        m_parts->symbols.finish();
        m_parts->hasFullTable = true;
    }
    m_parts->useDwarfOf(*m_parts->debugElf);
    return {};
}

Result<void> ModuleSymbols::addSupplementaryFile(int descriptor) {
    if (!m_parts->supplementaryLink) return failure("is not needed by this module");
    auto elf = TRY(ElfFile::read(descriptor, m_parts->limits.fileBytes));
    if (elf.buildId() != m_parts->supplementaryLink->buildId)
        return failure("is not the file that this module names");
    m_parts->supplementaryElf.emplace(std::move(elf));
    m_parts->dwarf->setSupplementary(*m_parts->supplementaryElf);
    m_parts->supplementaryLink.reset();
    return {};
}

std::optional<std::uint64_t> ModuleSymbols::addressOfFileOffset(std::uint64_t offset) const {
    return m_parts->elf.addressOfFileOffset(offset);
}

void ModuleSymbols::Parts::resolve(std::uint64_t address, SymbolizedFrames& frames) {
    if (dwarf) dwarf->resolve(address, symbols, frames);
    if (frames.empty()) {
        const auto symbol = symbols.find(address);
        if (symbol && isNamed(address, *symbol)) return setNames(frames.emplace_back(), symbol->name);
    }
    if (!frames.empty() && !frames.back().name.empty()) return;
    const auto start = startOf(address);
    if (!start) return;
    if (frames.empty()) frames.emplace_back();
    frames.back().start = *start;
}

std::optional<std::uint64_t> ModuleSymbols::Parts::startOf(std::uint64_t address) {
    const auto function = unwoundFunction(address);
    return function ? std::optional(function->begin) : std::nullopt;
}

/// The function around an address according to the unwind information.
std::optional<AddressRange> ModuleSymbols::Parts::unwoundFunction(std::uint64_t address) {
    if (!starts) starts.emplace(elf, limits.symbols);
    return starts->find(address);
}

/// Whether a symbol names the code at an address. In a stripped file, a symbol without a size would extend
/// over all following functions that lost their symbols.
bool ModuleSymbols::Parts::isNamed(std::uint64_t address, const SymbolTable::Symbol& symbol) {
    if (symbol.isSized || hasFullTable) return true;
    const auto start = startOf(address);
    return !start || *start <= symbol.start;
}

void ModuleSymbols::resolve(std::span<const std::uint64_t> addresses, std::vector<SymbolizedFrames>& out) {
    out.assign(addresses.size(), {});
    // Addresses are looked up in ascending order, so that each DWARF unit is read once.
    std::vector<std::size_t> order(addresses.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::sort(order.begin(), order.end(),
              [&](std::size_t left, std::size_t right) { return addresses[left] < addresses[right]; });
    for (std::size_t at = 0; at < order.size(); ++at) {
        if (at > 0 && addresses[order[at]] == addresses[order[at - 1]])
            out[order[at]] = out[order[at - 1]];
        else
            m_parts->resolve(addresses[order[at]], out[order[at]]);
    }
}

SymbolizedFrames ModuleSymbols::resolve(std::uint64_t address) {
    SymbolizedFrames frames;
    m_parts->resolve(address, frames);
    return frames;
}

bool ModuleSymbols::hasCode() const {
    return m_parts->elf.hasCode();
}

std::uint16_t ModuleSymbols::machine() const {
    return m_parts->elf.machine();
}

std::vector<AddressRange> ModuleSymbols::functionAround(std::uint64_t address) {
    std::vector<AddressRange> ranges;
    if (m_parts->dwarf) ranges = m_parts->dwarf->rangesAround(address);
    std::ranges::sort(ranges, {}, &AddressRange::begin);
    if (!ranges.empty()) return ranges;
    const auto symbol = m_parts->symbols.find(address);
    if (symbol && m_parts->isNamed(address, *symbol)) return {{symbol->start, symbol->end}};
    if (const auto function = m_parts->unwoundFunction(address)) return {*function};
    return {};
}

std::span<const std::byte> ModuleSymbols::codeOf(AddressRange range) const {
    if (!hasCode()) return {};
    const auto bytes = m_parts->elf.bytesAt(range.begin);
    return bytes.first(std::min<std::uint64_t>(bytes.size(), range.size()));
}

std::vector<std::uint64_t> ModuleSymbols::boundariesIn(AddressRange range) {
    std::vector<std::uint64_t> boundaries{range.begin};
    if (m_parts->dwarf) m_parts->dwarf->addBoundaries(range, boundaries);
    std::ranges::sort(boundaries);
    const auto repeated = std::ranges::unique(boundaries);
    boundaries.erase(repeated.begin(), repeated.end());
    return boundaries;
}

std::uint64_t ModuleSymbols::fileBytes() const {
    std::uint64_t sum = m_parts->elf.bytes().size();
    if (m_parts->debugElf) sum += m_parts->debugElf->bytes().size();
    if (m_parts->supplementaryElf) sum += m_parts->supplementaryElf->bytes().size();
    return sum;
}

void ModuleSymbols::releasePages() const {
    m_parts->elf.releasePages();
    if (m_parts->debugElf) m_parts->debugElf->releasePages();
    if (m_parts->supplementaryElf) m_parts->supplementaryElf->releasePages();
}

} // namespace candela
