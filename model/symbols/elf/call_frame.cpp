#include "model/symbols/elf/call_frame.h"

#include "model/base/leb128.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>

namespace candela {

namespace {

// DW_EH_PE_…: the low four bits are the format, the next three the base that the value is relative to.
constexpr std::uint8_t omitted = 0xFF;
constexpr std::uint8_t formatMask = 0x0F;
constexpr std::uint8_t baseMask = 0x70;
constexpr std::uint8_t relativeToPointer = 0x10;
constexpr std::uint8_t relativeFourBytes = 0x1B; // signed

/// The size of a function's entry with a short program. The list grows for shorter ones, and beyond the
/// maximum, which a damaged file reaches for nothing.
constexpr std::size_t expectedEntry = 32;
constexpr std::size_t maximumReserved = 1 << 18;

/// What precedes an entry's instructions has to fit into this; real ones are some 30 bytes. The text and the
/// numbers in it can be as long as the file otherwise, which each lookup of an address would read again.
constexpr std::size_t maximumEntryStart = 256;

/// Makes the reader fail on data that can't be understood.
void giveUp(ByteReader& reader) {
    reader.skip(reader.remaining() + 1);
}

/// The number of an encoded pointer, without its base.
std::uint64_t readFormat(ByteReader& reader, std::uint8_t encoding, std::uint8_t addressSize) {
    switch (encoding & formatMask) {
    case 0x00:
        return addressSize == 4 ? reader.read<std::uint32_t>() : reader.read<std::uint64_t>();
    case 0x01:
        return readUnsignedLeb(reader);
    case 0x02:
        return reader.read<std::uint16_t>();
    case 0x03:
        return reader.read<std::uint32_t>();
    case 0x04:
        return reader.read<std::uint64_t>();
    case 0x09:
        return static_cast<std::uint64_t>(readSignedLeb(reader));
    case 0x0A:
        return static_cast<std::uint64_t>(std::int64_t{reader.read<std::int16_t>()});
    case 0x0B:
        return static_cast<std::uint64_t>(std::int64_t{reader.read<std::int32_t>()});
    case 0x0C:
        return static_cast<std::uint64_t>(reader.read<std::int64_t>());
    default:
        giveUp(reader);
        return 0;
    }
}

/// An entry of the section: its offsets and bytes.
struct EntryBytes {
    std::uint64_t idOffset = 0; // offset of its CIE id or pointer
    std::uint64_t id = 0;
    bool is64 = false;
    std::uint64_t bodyOffset = 0;
    std::span<const std::byte> body; // the bytes behind the id

    std::span<const std::byte> start() const { return body.first(std::min(body.size(), maximumEntryStart)); }
};

class FrameSectionReader {
public:
    explicit FrameSectionReader(const FrameSection& section) : m_section(section) {}

    FunctionEntries read() {
        m_entries.functions.reserve(std::min(m_section.bytes.size() / expectedEntry, maximumReserved));
        std::uint64_t offset = 0;
        for (;;) {
            while (addUsual(offset)) {
            }
            const auto entry = entryAt(offset);
            if (!entry) break;
            offset = entry->bodyOffset + entry->body.size();
            if (isCommon(*entry)) continue;
            if (const auto function = functionOf(*entry))
                m_entries.functions.push_back(*function);
            else
                ++m_entries.damaged;
        }
        return std::move(m_entries);
    }
    FunctionEntries readAt(std::uint64_t offset) {
        const auto entry = entryAt(offset);
        const auto function = entry && !isCommon(*entry) ? functionOf(*entry) : std::nullopt;
        if (function) m_entries.functions.push_back(*function);
        return std::move(m_entries);
    }

private:
    bool isEh() const { return m_section.kind == FrameSectionKind::EhFrame; }

    /// Adds the function of the entry at an offset, and moves the offset behind it, if the entry has the form
    /// that nearly all have: numbers of four bytes, few bytes of augmentation, and the last entry's common
    /// entry. Else false.
    bool addUsual(std::uint64_t& offset) {
        struct Start {
            std::uint32_t length;
            std::uint32_t id;
            std::int32_t distance;
            std::int32_t size;
            std::uint8_t augmentation;
        };
        constexpr std::size_t startBytes = offsetof(Start, augmentation) + 1;
        const auto bytes = m_section.bytes.subspan(offset);
        Start start;
        if (!m_isLastUsual || bytes.size() < startBytes) return false;
        std::memcpy(&start, bytes.data(), startBytes);
        const auto end = start.length + sizeof start.length;
        const auto programOffset = startBytes + start.augmentation;
        const auto begin = m_section.address + offset + offsetof(Start, distance) +
                           static_cast<std::uint64_t>(std::int64_t{start.distance});
        if (start.length == 0xFFFFFFFF || start.id == 0 || end > bytes.size() || start.augmentation >= 0x80 ||
            programOffset > end || start.size < 0 || static_cast<std::uint64_t>(start.size) > ~begin ||
            offset + offsetof(Start, id) - start.id != m_lastCommonOffset)
            return false;
        m_entries.functions.push_back({begin, begin + static_cast<std::uint64_t>(start.size),
                                       bytes.subspan(programOffset, end - programOffset), m_lastCommon});
        offset += end;
        return true;
    }

    std::optional<EntryBytes> entryAt(std::uint64_t offset) const {
        ByteReader reader(m_section.bytes);
        reader.seek(offset);
        if (reader.remaining() < 4) return {};
        EntryBytes entry;
        std::uint64_t length = reader.read<std::uint32_t>();
        if (length == 0) return {}; // the terminator
        if (length == 0xFFFFFFFF) {
            length = reader.read<std::uint64_t>();
            entry.is64 = true;
        }
        entry.idOffset = reader.offset();
        const bool hasWideId = entry.is64 && !isEh();
        const std::uint64_t idSize = hasWideId ? 8 : 4;
        if (reader.failed() || length > reader.remaining() || length < idSize) return {};
        entry.id = hasWideId ? reader.read<std::uint64_t>() : reader.read<std::uint32_t>();
        entry.bodyOffset = reader.offset();
        entry.body = reader.bytes(length - idSize);
        return entry;
    }

    bool isCommon(const EntryBytes& entry) const {
        if (isEh()) return entry.id == 0;
        return entry.id == (entry.is64 ? ~std::uint64_t{0} : 0xFFFFFFFF);
    }

    /// The common entry of a function's entry; parsed once, null if it is damaged.
    const CommonEntry* commonOf(const EntryBytes& entry) {
        if (isEh() && entry.id > entry.idOffset) return nullptr;
        const auto offset = isEh() ? entry.idOffset - entry.id : entry.id;
        if (offset == m_lastCommonOffset) return m_lastCommon;
        const auto [found, isNew] = m_commons.try_emplace(offset);
        if (isNew) {
            if (const auto bytes = entryAt(offset); bytes && isCommon(*bytes)) {
                m_entries.commons.push_back(parseCommon(*bytes));
                found->second = m_entries.commons.back().get();
            }
        }
        m_lastCommonOffset = offset;
        m_lastCommon = found->second;
        m_isLastUsual = isEh() && m_lastCommon && m_lastCommon->pointerEncoding == relativeFourBytes &&
                        m_lastCommon->hasAugmentation && m_section.addressSize == 8;
        return m_lastCommon;
    }

    std::unique_ptr<CommonEntry> parseCommon(const EntryBytes& entry) const {
        ByteReader reader(entry.start());
        auto common = std::make_unique<CommonEntry>();
        const auto version = reader.read<std::uint8_t>();
        if (version != 1 && version != 3 && version != 4) return {};
        const auto augmentation = reader.terminatedText();
        if (version == 4) {
            const auto addressSize = reader.read<std::uint8_t>();
            const auto segmentSize = reader.read<std::uint8_t>();
            if (addressSize != m_section.addressSize || segmentSize != 0) return {};
        }
        common->codeAlignment = readUnsignedLeb(reader);
        common->dataAlignment = readSignedLeb(reader);
        common->returnRegister = version == 1 ? reader.read<std::uint8_t>() : readUnsignedLeb(reader);
        if (!augmentation.empty() && !parseAugmentation(augmentation, reader, entry, *common)) return {};
        if (reader.failed()) return {};
        common->instructions = entry.body.subspan(reader.offset());
        return common;
    }

    /// Parses an augmentation; false if it can't be skipped (GCC 2's "eh").
    bool parseAugmentation(std::string_view letters, ByteReader& reader, const EntryBytes& entry,
                           CommonEntry& common) const {
        if (letters[0] != 'z') return false;
        common.hasAugmentation = true;
        const auto length = readUnsignedLeb(reader);
        if (reader.failed() || length > reader.remaining()) return false;
        const auto end = reader.offset() + length;
        for (const char letter : letters.substr(1)) {
            if (letter == 'R')
                common.pointerEncoding = reader.read<std::uint8_t>();
            else if (letter == 'S')
                common.isSignalFrame = true;
            else if (letter == 'L')
                reader.skip(1);
            else if (letter == 'P')
                readPointer(reader, reader.read<std::uint8_t>(), entry);
            else if (letter != 'B' && letter != 'G')
                break; // data after such a letter can't be parsed
        }
        reader.seek(end);
        return !reader.failed();
    }

    /// An encoded pointer at the reader's offset in the entry's body.
    std::optional<std::uint64_t> readPointer(ByteReader& reader, std::uint8_t encoding,
                                             const EntryBytes& entry) const {
        if (encoding == omitted) return {};
        const auto pointerAddress = m_section.address + entry.bodyOffset + reader.offset();
        auto value = readFormat(reader, encoding, m_section.addressSize);
        if (reader.failed()) return {};
        const auto base = encoding & baseMask;
        if (base == relativeToPointer)
            value += pointerAddress;
        else if (base != 0)
            return {}; // relative to text, data or function, which linkers do not use for code
        return m_section.addressSize == 4 ? value & 0xFFFFFFFF : value;
    }

    std::optional<FunctionEntry> functionOf(const EntryBytes& entry) {
        const auto* common = commonOf(entry);
        if (!common) return {};
        ByteReader reader(entry.start());
        const auto begin = readPointer(reader, common->pointerEncoding, entry);
        const auto size = readFormat(reader, common->pointerEncoding & formatMask, m_section.addressSize);
        if (!begin || reader.failed()) return {};
        if (common->hasAugmentation) reader.skip(readUnsignedLeb(reader));
        if (reader.failed() || size > ~*begin) return {};
        return FunctionEntry{*begin, *begin + size, entry.body.subspan(reader.offset()), common};
    }

    FrameSection m_section;
    FunctionEntries m_entries;
    absl::flat_hash_map<std::uint64_t, const CommonEntry*> m_commons; // key: offset; null: damaged
    std::uint64_t m_lastCommonOffset = ~std::uint64_t{0};
    const CommonEntry* m_lastCommon = nullptr;
    bool m_isLastUsual = false; // entries of its functions may have the form of addUsual()
};

} // namespace

FunctionEntries readFunctionEntries(const FrameSection& section) {
    return FrameSectionReader(section).read();
}

FunctionEntries readFunctionEntryAt(const FrameSection& section, std::uint64_t offset) {
    return FrameSectionReader(section).readAt(offset);
}

} // namespace candela
