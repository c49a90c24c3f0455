#include "model/symbols/elf/function_starts.h"

#include "model/base/byte_reader.h"

#include <algorithm>
#include <cstring>
#include <ranges>

namespace candela {

namespace {

// The encodings that linkers use in .eh_frame_hdr (Linux Standard Base, .eh_frame_hdr): relative to the
// number's own position, or to the section's start; four bytes.
constexpr std::uint8_t relativeToItself = 0x1b;
constexpr std::uint8_t relativeToSection = 0x3b;
constexpr std::uint8_t unsignedNumber = 0x03;
constexpr std::size_t bytesOfPair = 8;
/// Entries without code before the one that is looked for; a table has hardly any.
constexpr int maximumEmpty = 8;

/// The bytes of .eh_frame_hdr and their address. Where no section has that name, as in a file without section
/// headers or without their names, they extend to the end of the segment.
struct HeaderBytes {
    std::uint64_t address = 0;
    std::span<const std::byte> bytes;
};

HeaderBytes frameHeader(const ElfFile& elf) {
    // One without bytes is that of a debug file, whose segments have other bytes.
    const auto section = std::ranges::find(elf.sections(), ".eh_frame_hdr", &ElfFile::Section::name);
    if (section != elf.sections().end()) return {section->address, elf.bytes(*section)};
    for (const auto& segment : elf.segments()) {
        if (segment.type == PT_GNU_EH_FRAME) return {segment.address, elf.bytesAt(segment.address)};
    }
    return {};
}

/// .eh_frame, also where no section has that name: .eh_frame_hdr has its start, and a terminator marks its
/// end.
FrameSection sectionOfHeader(const ElfFile& elf, const HeaderBytes& header) {
    ByteReader reader(header.bytes);
    const auto version = reader.read<std::uint8_t>();
    const auto encoding = reader.read<std::uint8_t>();
    reader.skip(2); // skips the encodings of the table that follows
    const auto distance = reader.read<std::int32_t>();
    if (reader.failed() || version != 1 || encoding != relativeToItself) return {};
    const auto address = header.address + 4 + static_cast<std::uint64_t>(std::int64_t{distance});
    return {FrameSectionKind::EhFrame, elf.bytesAt(address), address, 8};
}

/// .debug_frame, if it can be read.
const ElfFile::Section* debugFrames(const ElfFile& elf) {
    const auto* section = elf.find(".debug_frame");
    return section && (section->flags & SHF_COMPRESSED) == 0 ? section : nullptr;
}

} // namespace

std::uint64_t FunctionStarts::LinkersTable::number(std::size_t index) const {
    std::int32_t number = 0;
    std::memcpy(&number, pairs.data() + index * sizeof number, sizeof number);
    return address + static_cast<std::uint64_t>(std::int64_t{number});
}

/// The function with the last start up to an address, if it extends to there. The table is untrusted: one
/// that is not sorted, or does not fit to the entries, finds less or other functions.
std::optional<AddressRange> FunctionStarts::LinkersTable::find(std::uint64_t wanted) {
    if (wanted < from || wanted >= until) {
        const auto rows = std::views::iota(std::size_t(0), pairs.size() / bytesOfPair);
        const auto startOf = [this](std::size_t row) { return number(2 * row); };
        const auto after = std::ranges::upper_bound(rows, wanted, {}, startOf);
        from = after == rows.begin() ? 0 : startOf(*(after - 1));
        until = after == rows.end() ? ~std::uint64_t{0} : startOf(*after);
        found = functionBefore(static_cast<std::size_t>(after - rows.begin()));
    }
    return found && found->covers(wanted) ? found : std::nullopt;
}

/// The function of the last entry before a row that has code.
std::optional<AddressRange> FunctionStarts::LinkersTable::functionBefore(std::size_t row) const {
    for (int tries = 0; row > 0 && tries < maximumEmpty; ++tries) {
        const auto entry = number(2 * --row + 1) - frames.address;
        const auto entries = readFunctionEntryAt(frames, entry);
        if (entries.functions.empty()) continue;
        const AddressRange range{entries.functions.front().begin, entries.functions.front().end};
        if (range.begin != 0 && range.begin < range.end) return range;
    }
    return {};
}

/// The table, if it has all entries of the file.
std::optional<FunctionStarts::LinkersTable> FunctionStarts::tableOf(const ElfFile& elf) {
    if (!elf.is64Bit() || debugFrames(elf)) return {};
    const auto header = frameHeader(elf);
    LinkersTable table;
    table.address = header.address;
    table.frames = sectionOfHeader(elf, header);
    ByteReader reader(header.bytes);
    reader.skip(2);
    const auto countEncoding = reader.read<std::uint8_t>();
    const auto tableEncoding = reader.read<std::uint8_t>();
    reader.skip(4);
    const std::uint64_t count = reader.read<std::uint32_t>();
    if (reader.failed() || countEncoding != unsignedNumber || tableEncoding != relativeToSection) return {};
    table.pairs = reader.bytes(count * bytesOfPair);
    if (table.pairs.empty() || table.frames.bytes.empty()) return {};
    return table;
}

FunctionStarts::FunctionStarts(const ElfFile& elf, std::size_t maximum) : m_table(tableOf(elf)) {
    if (!m_table) readAll(elf, maximum);
}

void FunctionStarts::readAll(const ElfFile& elf, std::size_t maximum) {
    const std::uint8_t addressSize = elf.is64Bit() ? 8 : 4;
    const auto add = [&](FrameSection section) {
        section.addressSize = addressSize;
        for (const auto& function : readFunctionEntries(section).functions) {
            // Linkers leave the entries of discarded code at 0.
            if (function.begin != 0 && function.begin < function.end && m_functions.size() < maximum)
                m_functions.push_back({function.begin, function.end});
        }
    };
    const auto* frames = elf.find(".eh_frame");
    if (frames)
        add({FrameSectionKind::EhFrame, elf.bytes(*frames), frames->address, addressSize});
    else
        add(sectionOfHeader(elf, frameHeader(elf)));
    if (const auto* section = debugFrames(elf))
        add({FrameSectionKind::DebugFrame, elf.bytes(*section), 0, addressSize});

    std::ranges::stable_sort(m_functions, {}, &AddressRange::begin);
    const auto repeated = std::ranges::unique(m_functions, {}, &AddressRange::begin);
    m_functions.erase(repeated.begin(), repeated.end());
    m_functions.shrink_to_fit();
}

std::optional<AddressRange> FunctionStarts::find(std::uint64_t address) {
    if (m_table) return m_table->find(address);
    const auto after = std::ranges::upper_bound(m_functions, address, {}, &AddressRange::begin);
    if (after == m_functions.begin() || !std::prev(after)->covers(address)) return {};
    return *std::prev(after);
}

} // namespace candela
