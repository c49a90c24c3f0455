#include "model/unwind/generated/hotspot_layout.h"

#include <fmt/format.h>

#include <initializer_list>

namespace candela {

namespace {

/// No structure of the virtual machine is larger.
constexpr std::uint64_t maximumOffset = 4096;

/// The first of these names that exists: structures were renamed between versions.
Result<const HotspotTables::Field*> fieldOf(const HotspotTables& tables,
                                            std::initializer_list<std::string_view> names) {
    for (const auto name : names) {
        if (const auto* field = tables.field(name); field && field->offset <= maximumOffset) return field;
    }
    return failure(
        fmt::format("this version of Java keeps its code in an unknown way: it has no {}", *names.begin()));
}

Result<std::uint64_t> offsetOf(const HotspotTables& tables, std::initializer_list<std::string_view> names) {
    return TRY(fieldOf(tables, names))->offset;
}

Result<std::uint64_t> addressOf(const HotspotTables& tables, std::string_view name) {
    const auto address = TRY(fieldOf(tables, {name}))->address;
    if (address == 0)
        return failure(fmt::format("this version of Java does not publish the address of {}", name));
    return address;
}

Result<HotspotNumber> numberOf(const HotspotTables& tables, std::string_view name) {
    const auto* field = TRY(fieldOf(tables, {name}));
    for (const auto& [type, bytes] :
         {std::pair{"size_t", 8U}, {"uint32_t", 4U}, {"int", 4U}, {"int16_t", 2U}}) {
        if (field->type == type) return HotspotNumber{field->offset, bytes};
    }
    return failure(fmt::format("this version of Java keeps {} in an unknown way", name));
}

} // namespace

Result<HotspotLayout> HotspotLayout::from(const HotspotTables& tables) {
    HotspotLayout layout;
    layout.heaps = TRY(addressOf(tables, "CodeCache::_heaps"));
    layout.lowBound = TRY(addressOf(tables, "CodeCache::_low_bound"));
    layout.highBound = TRY(addressOf(tables, "CodeCache::_high_bound"));
    layout.arrayLength = TRY(offsetOf(tables, {"GrowableArrayBase::_len", "GenericGrowableArray::_len"}));
    layout.arrayItems = TRY(offsetOf(tables, {"GrowableArray<int>::_data"}));
    layout.heapMemory = TRY(offsetOf(tables, {"CodeHeap::_memory"}));
    layout.heapSegments = TRY(offsetOf(tables, {"CodeHeap::_segmap"}));
    layout.heapSegmentShift = TRY(offsetOf(tables, {"CodeHeap::_log2_segment_size"}));
    layout.spaceLow = TRY(offsetOf(tables, {"VirtualSpace::_low"}));
    layout.spaceHigh = TRY(offsetOf(tables, {"VirtualSpace::_high"}));
    const auto header = TRY(offsetOf(tables, {"HeapBlock::_header"}));
    layout.blockLength = TRY(numberOf(tables, "HeapBlock::Header::_length"));
    layout.blockLength.offset += header;
    layout.blockUsed = header + TRY(offsetOf(tables, {"HeapBlock::Header::_used"}));
    layout.blockBytes = tables.sizeOf("HeapBlock").value_or(0);
    layout.blobName = TRY(offsetOf(tables, {"CodeBlob::_name"}));
    layout.blobFrameComplete = TRY(numberOf(tables, "CodeBlob::_frame_complete_offset"));
    layout.blobFrameSize = TRY(offsetOf(tables, {"CodeBlob::_frame_size"}));
    if (tables.field("CodeBlob::_code_begin")) {
        layout.codePointers = {TRY(offsetOf(tables, {"CodeBlob::_code_begin"})),
                               TRY(offsetOf(tables, {"CodeBlob::_code_end"}))};
    } else {
        layout.codeOffsets = {TRY(offsetOf(tables, {"CodeBlob::_code_offset"})),
                              TRY(offsetOf(tables, {"CodeBlob::_data_offset"}))};
    }
    layout.codeMethod = TRY(offsetOf(tables, {"nmethod::_method", "CompiledMethod::_method"}));
    layout.codeNumber = TRY(offsetOf(tables, {"nmethod::_compile_id"}));
    layout.codeState = TRY(offsetOf(tables, {"nmethod::_state"}));
    layout.methodConstants = TRY(offsetOf(tables, {"Method::_constMethod"}));
    layout.constantPool = TRY(offsetOf(tables, {"ConstMethod::_constants"}));
    layout.nameIndex = TRY(offsetOf(tables, {"ConstMethod::_name_index"}));
    layout.poolHolder = TRY(offsetOf(tables, {"ConstantPool::_pool_holder"}));
    layout.poolBytes = tables.sizeOf("ConstantPool").value_or(0);
    layout.className = TRY(offsetOf(tables, {"Klass::_name"}));
    layout.symbolLength = TRY(offsetOf(tables, {"Symbol::_length"}));
    layout.symbolBody = TRY(offsetOf(tables, {"Symbol::_body", "Symbol::_body[0]"}));
    if (layout.blockBytes == 0 || layout.blockBytes > maximumOffset || layout.poolBytes == 0 ||
        layout.poolBytes > maximumOffset)
        return failure("this version of Java does not publish the sizes of its structures");
    return layout;
}

} // namespace candela
