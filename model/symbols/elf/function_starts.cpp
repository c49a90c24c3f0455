#include "model/symbols/elf/function_starts.h"

#include "model/base/byte_reader.h"
#include "model/symbols/elf/call_frame.h"

#include <algorithm>

namespace candela {

namespace {

// The encodings that linkers use in .eh_frame_hdr (Linux Standard Base, .eh_frame_hdr): relative to the
// number's own position, four bytes, signed.
constexpr std::uint8_t relativeToItself = 0x1b;

/// .eh_frame of a file without section headers: .eh_frame_hdr has its start, and a terminator marks its end.
FrameSection sectionOfSegments(const ElfFile& elf) {
    for (const auto& segment : elf.segments()) {
        if (segment.type != PT_GNU_EH_FRAME) continue;
        ByteReader reader(elf.bytesAt(segment.address));
        const auto version = reader.read<std::uint8_t>();
        const auto encoding = reader.read<std::uint8_t>();
        reader.skip(2); // skips the encodings of the table that follows
        const auto distance = reader.read<std::int32_t>();
        if (reader.failed() || version != 1 || encoding != relativeToItself) return {};
        const auto address = segment.address + 4 + static_cast<std::uint64_t>(std::int64_t{distance});
        return {FrameSectionKind::EhFrame, elf.bytesAt(address), address, 8};
    }
    return {};
}

} // namespace

FunctionStarts::FunctionStarts(const ElfFile& elf, std::size_t maximum) {
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
        add(sectionOfSegments(elf));
    const auto* debugFrames = elf.find(".debug_frame");
    if (debugFrames && (debugFrames->flags & SHF_COMPRESSED) == 0)
        add({FrameSectionKind::DebugFrame, elf.bytes(*debugFrames), 0, addressSize});

    std::ranges::stable_sort(m_functions, {}, &AddressRange::begin);
    const auto repeated = std::ranges::unique(m_functions, {}, &AddressRange::begin);
    m_functions.erase(repeated.begin(), repeated.end());
    m_functions.shrink_to_fit();
}

std::optional<AddressRange> FunctionStarts::find(std::uint64_t address) const {
    const auto after = std::ranges::upper_bound(m_functions, address, {}, &AddressRange::begin);
    if (after == m_functions.begin() || !std::prev(after)->covers(address)) return {};
    return *std::prev(after);
}

} // namespace candela
