#include "model/unwind/generated/hotspot_code.h"

#include "model/symbols/names/java_names.h"
#include "model/unwind/generated/loaded_library.h"

#include <algorithm>

namespace candela {

namespace {

constexpr std::uint64_t maximumCodeRange = std::uint64_t{1} << 32;
/// The maximum size of the map of one heap: 2 GB of code, the maximum, in segments of 64 bytes.
constexpr std::uint64_t maximumMapSize = 32 << 20;
constexpr int maximumHeaps = 16;
constexpr unsigned minimumShift = 5;
constexpr unsigned maximumShift = 16;
constexpr unsigned maximumHops = 100'000;
constexpr std::size_t maximumKinds = 10'000;
constexpr std::size_t maximumKindLength = 200;
constexpr std::size_t maximumSymbolLength = 2048;
/// The maximum number of words in a frame: more than any method's.
constexpr std::uint32_t maximumFrameSize = 1 << 20;
constexpr std::byte firstSegment{0};
constexpr std::int8_t notInstalled = -1; // nmethod::_state

std::uint64_t numberIn(std::span<const std::byte> bytes, const HotspotNumber& number) {
    switch (number.bytes) {
    case 8:
        return fieldOf<std::uint64_t>(bytes, number.offset);
    case 4:
        return fieldOf<std::uint32_t>(bytes, number.offset);
    default:
        return fieldOf<std::uint16_t>(bytes, number.offset);
    }
}

std::int32_t signedIn(std::span<const std::byte> bytes, const HotspotNumber& number) {
    return number.bytes == 2 ? fieldOf<std::int16_t>(bytes, number.offset)
                             : fieldOf<std::int32_t>(bytes, number.offset);
}

} // namespace

HotspotCode::HotspotCode(const HotspotLayout& layout) : m_layout(layout) {
    auto last = std::max({layout.blobName, layout.blobFrameComplete.offset, layout.blobFrameSize,
                          layout.codeMethod, layout.codeNumber, layout.codeState});
    for (const auto& range : {layout.codePointers, layout.codeOffsets}) {
        if (range) last = std::max({last, range->begin, range->end});
    }
    m_headBytes = static_cast<std::size_t>(layout.blockBytes + last + sizeof(std::uint64_t));
}

Result<HotspotCode> HotspotCode::open(ForeignMemory& memory, std::uint64_t library) {
    const auto loaded = TRY(LoadedLibrary::read(memory, library));
    return open(memory, [&](std::string_view name) { return loaded.find(memory, name); });
}

Result<HotspotCode> HotspotCode::open(ForeignMemory& memory, const HotspotTables::FindSymbol& findSymbol) {
    const auto tables = TRY(HotspotTables::read(memory, findSymbol));
    HotspotCode code(TRY(HotspotLayout::from(tables)));
    code.m_bounds.begin = memory.read<std::uint64_t>(code.m_layout.lowBound).value_or(0);
    code.m_bounds.end = memory.read<std::uint64_t>(code.m_layout.highBound).value_or(0);
    if (code.m_bounds.begin == 0 || code.m_bounds.begin >= code.m_bounds.end ||
        code.m_bounds.end - code.m_bounds.begin >= maximumCodeRange)
        return failure("the Java virtual machine has no room for code yet");
    return code;
}

std::optional<HotspotCode::Heap> HotspotCode::readHeap(ForeignMemory& memory, std::uint64_t address) const {
    const auto pointer = [&](std::uint64_t offset) {
        return memory.read<std::uint64_t>(address + offset).value_or(0);
    };
    Heap heap;
    heap.begin = pointer(m_layout.heapMemory + m_layout.spaceLow);
    const auto end = pointer(m_layout.heapMemory + m_layout.spaceHigh);
    heap.map = pointer(m_layout.heapSegments + m_layout.spaceLow);
    const auto mapEnd = pointer(m_layout.heapSegments + m_layout.spaceHigh);
    heap.shift = memory.read<std::uint32_t>(address + m_layout.heapSegmentShift).value_or(0);
    if (heap.begin < m_bounds.begin || end > m_bounds.end || heap.begin >= end || heap.map >= mapEnd ||
        heap.shift < minimumShift || heap.shift > maximumShift)
        return std::nullopt;
    heap.segments = std::min((end - heap.begin) >> heap.shift, mapEnd - heap.map);
    return heap;
}

std::vector<HotspotCode::Heap> HotspotCode::heaps(ForeignMemory& memory) const {
    std::vector<Heap> heaps;
    const auto array = memory.read<std::uint64_t>(m_layout.heaps).value_or(0);
    const auto length = memory.read<std::int32_t>(array + m_layout.arrayLength).value_or(0);
    const auto items = memory.read<std::uint64_t>(array + m_layout.arrayItems).value_or(0);
    for (int row = 0; row < std::min(length, maximumHeaps); ++row) {
        const auto address =
            memory.read<std::uint64_t>(items + sizeof(std::uint64_t) * static_cast<unsigned>(row));
        if (!address) break;
        const auto heap = readHeap(memory, *address);
        const auto overlaps = [&](const Heap& other) {
            return heap->begin < other.end() && other.begin < heap->end();
        };
        if (heap && std::ranges::none_of(heaps, overlaps)) heaps.push_back(*heap);
    }
    return heaps;
}

std::uint64_t HotspotCode::blockSegments(std::span<const std::byte> block) const {
    return numberIn(block, m_layout.blockLength);
}

/// Reads a blob. `bytes` are the first ones of the block; none if its memory is free, or does not look like a
/// blob.
std::optional<HotspotBlob> HotspotCode::readBlob(std::span<const std::byte> bytes, std::uint64_t block,
                                                 std::uint64_t end) const {
    if (fieldOf<std::uint8_t>(bytes, m_layout.blockUsed) == 0) return std::nullopt;
    const auto start = block + m_layout.blockBytes;
    const auto fields = bytes.subspan(std::min<std::size_t>(bytes.size(), m_layout.blockBytes));
    HotspotBlob blob;
    if (m_layout.codePointers) {
        blob.codeBegin = fieldOf<std::uint64_t>(fields, m_layout.codePointers->begin);
        blob.codeEnd = fieldOf<std::uint64_t>(fields, m_layout.codePointers->end);
    } else {
        blob.codeBegin = start + fieldOf<std::uint32_t>(fields, m_layout.codeOffsets->begin);
        blob.codeEnd = start + fieldOf<std::uint32_t>(fields, m_layout.codeOffsets->end);
    }
    if (blob.codeBegin < start || blob.codeBegin >= blob.codeEnd || blob.codeEnd > end) return std::nullopt;
    blob.name = fieldOf<std::uint64_t>(fields, m_layout.blobName);
    blob.frameComplete = signedIn(fields, m_layout.blobFrameComplete);
    blob.frameWords = fieldOf<std::uint32_t>(fields, m_layout.blobFrameSize);
    if (blob.frameWords > maximumFrameSize) blob.frameWords = 0;
    // The fields of methods are read from all blobs: in blobs of other kinds they also differ from blob to
    // blob.
    blob.method = fieldOf<std::uint64_t>(fields, m_layout.codeMethod);
    blob.number = fieldOf<std::int32_t>(fields, m_layout.codeNumber);
    blob.isWhole = fieldOf<std::int8_t>(fields, m_layout.codeState) != notInstalled;
    return blob;
}

void HotspotCode::addBlobs(ForeignMemory& memory, const Heap& heap, std::vector<HotspotBlob>& blobs) const {
    if (heap.segments > maximumMapSize) return;
    std::vector<std::byte> map(heap.segments);
    if (!memory.readOnce(heap.map, map)) return;
    std::vector<std::byte> head(m_headBytes);
    for (std::uint64_t segment = 0;
         segment < map.size() && blobs.size() < maximumBlobs && !memory.isExhausted();) {
        const auto next =
            std::find(map.begin() + static_cast<std::ptrdiff_t>(segment), map.end(), firstSegment);
        segment = static_cast<std::uint64_t>(next - map.begin());
        if (segment == map.size()) break;
        const auto block = heap.begin + (segment << heap.shift);
        const auto heapEnd = heap.begin + (heap.segments << heap.shift);
        const auto bytes = std::span(head).first(std::min<std::size_t>(head.size(), heapEnd - block));
        const auto length = memory.read(block, bytes) ? blockSegments(bytes) : 0;
        if (length == 0 || length > map.size() - segment) {
            ++segment;
            continue;
        }
        if (const auto blob = readBlob(bytes, block, block + (length << heap.shift))) blobs.push_back(*blob);
        segment += length;
    }
}

std::vector<HotspotBlob> HotspotCode::blobs(ForeignMemory& memory) const {
    std::vector<HotspotBlob> blobs;
    for (const auto& heap : heaps(memory))
        addBlobs(memory, heap, blobs);
    std::sort(blobs.begin(), blobs.end(),
              [](const auto& left, const auto& right) { return left.codeBegin < right.codeBegin; });
    std::uint64_t end = 0; // end of the last accepted blob: in a damaged heap blobs may overlap
    std::erase_if(blobs, [&](const HotspotBlob& blob) {
        if (blob.codeBegin < end) return true;
        end = blob.codeEnd;
        return false;
    });
    return blobs;
}

std::optional<HotspotBlob> HotspotCode::find(ForeignMemory& memory, std::uint64_t address) const {
    for (const auto& heap : heaps(memory)) {
        if (address < heap.begin || (address - heap.begin) >> heap.shift >= heap.segments) continue;
        auto segment = (address - heap.begin) >> heap.shift;
        for (unsigned hop = 0; hop < maximumHops; ++hop) {
            const auto back = memory.read<std::uint8_t>(heap.map + segment);
            if (!back || *back > segment) return std::nullopt;
            if (*back == 0) break;
            segment -= *back;
        }
        const auto block = heap.begin + (segment << heap.shift);
        const auto heapEnd = heap.begin + (heap.segments << heap.shift);
        std::vector<std::byte> head(std::min<std::size_t>(m_headBytes, heapEnd - block));
        if (!memory.read(block, head)) return std::nullopt;
        const auto length = blockSegments(head);
        if (length == 0 || length > heap.segments - segment) return std::nullopt;
        const auto blob = readBlob(head, block, block + (length << heap.shift));
        const bool isInside = blob && address >= blob->codeBegin && address < blob->codeEnd;
        return isInside ? blob : std::nullopt;
    }
    return std::nullopt;
}

const std::string& HotspotCode::kindOf(ForeignMemory& memory, const HotspotBlob& blob) {
    if (const auto known = m_kinds.find(blob.name); known != m_kinds.end()) return known->second;
    if (m_kinds.size() >= maximumKinds) m_kinds.clear();
    return m_kinds.emplace(blob.name, memory.readText(blob.name, maximumKindLength).value_or(""))
        .first->second;
}

bool HotspotCode::isMethod(ForeignMemory& memory, const HotspotBlob& blob) {
    const auto& kind = kindOf(memory, blob);
    return kind == "nmethod" || kind == "native nmethod";
}

std::string HotspotCode::readSymbol(ForeignMemory& memory, std::uint64_t address) const {
    const auto length = memory.read<std::uint16_t>(address + m_layout.symbolLength).value_or(0);
    std::string text(std::min<std::size_t>(length, maximumSymbolLength), '\0');
    if (address == 0 || !memory.read(address + m_layout.symbolBody, std::as_writable_bytes(std::span(text))))
        return {};
    return text;
}

std::string HotspotCode::methodName(ForeignMemory& memory, std::uint64_t method) const {
    const auto pointer = [&](std::uint64_t address) {
        return memory.read<std::uint64_t>(address).value_or(0);
    };
    const auto constants = pointer(method + m_layout.methodConstants);
    const auto pool = pointer(constants + m_layout.constantPool);
    const auto index = memory.read<std::uint16_t>(constants + m_layout.nameIndex).value_or(0);
    const auto name = readSymbol(memory, pointer(pool + m_layout.poolBytes + sizeof(std::uint64_t) * index));
    auto holder = readSymbol(memory, pointer(pointer(pool + m_layout.poolHolder) + m_layout.className));
    if (name.empty() || holder.empty()) return {};
    holder = stableClassName(holder);
    std::replace(holder.begin(), holder.end(), '/', '.');
    return holder + '.' + name;
}

std::string HotspotCode::nameOf(ForeignMemory& memory, const HotspotBlob& blob) {
    if (!isMethod(memory, blob)) return kindOf(memory, blob);
    return methodName(memory, blob.method);
}

} // namespace candela
