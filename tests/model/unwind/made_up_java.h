/// The parts of a Java virtual machine's memory that Candela reads, as in version 17, built in a buffer.
#pragma once

#include "model/unwind/generated/hotspot_code.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace candela {

class MadeUpJava : public ForeignMemory {
public:
    static constexpr std::uint64_t start = 0x7000'0000'0000;
    static constexpr std::uint64_t heapBytes = 256 << 10;
    static constexpr unsigned segmentShift = 7;
    static constexpr std::uint64_t blockBytes = 16;
    static constexpr std::uint64_t blobBytes = 352;

    MadeUpJava() : m_bytes(1 << 20) {
        addFields();
        addTypes();
        addHeap();
    }

    /// The address of a symbol's variable.
    std::optional<std::uint64_t> find(std::string_view name) const {
        const auto found = m_symbols.find(std::string(name));
        return found == m_symbols.end() ? std::nullopt : std::optional(found->second);
    }
    Result<HotspotCode> open() {
        return HotspotCode::open(*this, [this](std::string_view name) { return find(name); });
    }

    /// A compiled method; returns the start of its code.
    std::uint64_t addMethod(const std::string& holder, const std::string& name,
                            const std::vector<std::uint8_t>& code, std::int32_t frameComplete,
                            std::int32_t frameWords) {
        const auto begin = addBlob("nmethod", code, frameComplete, frameWords);
        const auto pool = allocate(72 + 8 * 10);
        put(pool + 24, allocate(100)); // the class
        put(read64(pool + 24) + 24, symbol(holder));
        put(pool + 72 + 8 * 7, symbol(name));
        const auto constants = allocate(64);
        put(constants + 8, pool);
        put<std::uint16_t>(constants + 34, 7);
        const auto method = allocate(88);
        put(method + 8, constants);
        put(begin - blobBytes + 112, method);
        put<std::int32_t>(begin - blobBytes + 304, ++m_compilations);
        return begin;
    }
    std::uint64_t addBlob(const std::string& kind, const std::vector<std::uint8_t>& code,
                          std::int32_t frameComplete, std::int32_t frameWords) {
        const auto bytes = blockBytes + blobBytes + code.size();
        const auto segments = (bytes + (1 << segmentShift) - 1) >> segmentShift;
        const auto block = heap + (m_nextSegment << segmentShift);
        put(block, segments);
        put<std::uint8_t>(block + 8, 1);
        for (std::uint64_t segment = 0; segment < segments; ++segment)
            put<std::uint8_t>(map + m_nextSegment + segment,
                              static_cast<std::uint8_t>(segment < 0xfe ? segment : 1 + (segment - 1) % 0xfd));
        m_nextSegment += segments;
        const auto blob = block + blockBytes;
        const auto begin = blob + blobBytes;
        put(blob + 96, text(kind));
        put(blob + 20, frameComplete);
        put(blob + 28, frameWords);
        put(blob + 32, begin);
        put(blob + 40, begin + code.size());
        std::memcpy(at(begin), code.data(), code.size());
        return begin;
    }
    /// Marks its memory as free.
    void removeBlob(std::uint64_t begin) { put<std::uint8_t>(begin - blobBytes - blockBytes + 8, 0); }

    template<typename T>
    void put(std::uint64_t address, T value) {
        std::memcpy(at(address), &value, sizeof value);
    }
    std::span<std::byte> bytes() { return m_bytes; }

    std::uint64_t heap = 0; ///< where its blocks begin
    std::uint64_t map = 0;  ///< the map of its segments
    std::size_t reads = 0;

private:
    std::size_t fetch(std::uint64_t address, std::span<std::byte> bytes) override {
        ++reads;
        if (address < start || address - start > m_bytes.size() ||
            m_bytes.size() - (address - start) < bytes.size())
            return 0;
        std::copy_n(m_bytes.begin() + static_cast<std::ptrdiff_t>(address - start), bytes.size(),
                    bytes.begin());
        return bytes.size();
    }

    std::byte* at(std::uint64_t address) { return m_bytes.data() + (address - start); }
    std::uint64_t read64(std::uint64_t address) {
        std::uint64_t value = 0;
        std::memcpy(&value, at(address), sizeof value);
        return value;
    }
    std::uint64_t allocate(std::size_t bytes) {
        const auto address = start + m_used;
        m_used += (bytes + 15) / 16 * 16;
        return address;
    }
    std::uint64_t text(const std::string& text) {
        auto& address = m_texts[text];
        if (address == 0) {
            address = allocate(text.size() + 1);
            std::memcpy(at(address), text.c_str(), text.size() + 1);
        }
        return address;
    }
    std::uint64_t symbol(const std::string& text) {
        const auto address = allocate(6 + text.size());
        put<std::uint16_t>(address + 4, static_cast<std::uint16_t>(text.size()));
        std::memcpy(at(address + 6), text.data(), text.size());
        return address;
    }
    std::uint64_t variable(const std::string& name, std::uint64_t value) {
        const auto address = allocate(8);
        put(address, value);
        m_symbols[name] = address;
        return address;
    }

    void addFields() {
        struct Row {
            const char* structure;
            const char* field;
            const char* type;
            std::uint64_t offset;
        };
        constexpr Row rows[] = {{"GrowableArrayBase", "_len", "int", 0},
                                {"GrowableArray<int>", "_data", "int*", 8},
                                {"CodeHeap", "_memory", "VirtualSpace", 8},
                                {"CodeHeap", "_segmap", "VirtualSpace", 120},
                                {"CodeHeap", "_log2_segment_size", "int", 256},
                                {"VirtualSpace", "_low", "char*", 16},
                                {"VirtualSpace", "_high", "char*", 24},
                                {"HeapBlock", "_header", "HeapBlock::Header", 0},
                                {"HeapBlock::Header", "_length", "size_t", 0},
                                {"HeapBlock::Header", "_used", "bool", 8},
                                {"CodeBlob", "_name", "const char*", 96},
                                {"CodeBlob", "_frame_complete_offset", "int", 20},
                                {"CodeBlob", "_frame_size", "int", 28},
                                {"CodeBlob", "_code_begin", "address", 32},
                                {"CodeBlob", "_code_end", "address", 40},
                                {"CompiledMethod", "_method", "Method*", 112},
                                {"nmethod", "_compile_id", "int", 304},
                                {"nmethod", "_state", "volatile signed char", 315},
                                {"Method", "_constMethod", "ConstMethod*", 8},
                                {"ConstMethod", "_constants", "ConstantPool*", 8},
                                {"ConstMethod", "_name_index", "u2", 34},
                                {"ConstantPool", "_pool_holder", "InstanceKlass*", 24},
                                {"Klass", "_name", "Symbol*", 24},
                                {"Symbol", "_length", "u2", 4},
                                {"Symbol", "_body", "u1", 6}};
        const auto table = allocate(48 * (std::size(rows) + 4));
        auto entry = table;
        const auto add = [&](const char* structure, const char* field, const char* type, std::uint64_t offset,
                             std::uint64_t address) {
            put(entry, text(structure));
            put(entry + 8, text(field));
            put(entry + 16, text(type));
            put<std::int32_t>(entry + 24, address != 0);
            put(entry + 32, offset);
            put(entry + 40, address);
            entry += 48;
        };
        for (const auto& row : rows)
            add(row.structure, row.field, row.type, row.offset, 0);
        add("CodeCache", "_heaps", "GrowableArray<CodeHeap*>*", 0, m_heaps = allocate(8));
        add("CodeCache", "_low_bound", "address", 0, m_lowBound = allocate(8));
        add("CodeCache", "_high_bound", "address", 0, m_highBound = allocate(8));
        variable("gHotSpotVMStructs", table);
        variable("gHotSpotVMStructEntryArrayStride", 48);
        const char* parts[] = {"TypeName", "FieldName", "TypeString", "IsStatic", "Offset", "Address"};
        for (std::uint64_t part = 0; part < std::size(parts); ++part)
            variable(std::string("gHotSpotVMStructEntry") + parts[part] + "Offset", 8 * part);
    }
    void addTypes() {
        const auto table = allocate(16 * 3);
        put(table, text("HeapBlock"));
        put(table + 8, blockBytes);
        put(table + 16, text("ConstantPool"));
        put(table + 24, std::uint64_t{72});
        variable("gHotSpotVMTypes", table);
        variable("gHotSpotVMTypeEntryArrayStride", 16);
        variable("gHotSpotVMTypeEntryTypeNameOffset", 0);
        variable("gHotSpotVMTypeEntrySizeOffset", 8);
    }
    void addHeap() {
        heap = start + m_bytes.size() - heapBytes;
        map = allocate(heapBytes >> segmentShift);
        std::fill_n(at(map), heapBytes >> segmentShift, std::byte{0xff});
        const auto object = allocate(300);
        put(object + 8 + 16, heap);
        put(object + 8 + 24, heap + heapBytes);
        put(object + 120 + 16, map);
        put(object + 120 + 24, map + (heapBytes >> segmentShift));
        put<std::uint32_t>(object + 256, segmentShift);
        const auto items = allocate(8);
        put(items, object);
        const auto array = allocate(24);
        put<std::int32_t>(array, 1);
        put(array + 8, items);
        put(m_heaps, array);
        put(m_lowBound, heap);
        put(m_highBound, heap + heapBytes);
    }

    std::vector<std::byte> m_bytes;
    std::size_t m_used = 4096;
    std::uint64_t m_nextSegment = 0;
    std::int32_t m_compilations = 0;
    std::uint64_t m_heaps = 0, m_lowBound = 0, m_highBound = 0;
    std::map<std::string, std::uint64_t> m_symbols;
    std::map<std::string, std::uint64_t> m_texts;
};

/// Code as the machine's compilers emit it for a method: stack bang, frame, body, the poll before the return,
/// and the poll's exit path.
inline std::vector<std::uint8_t> madeUpMethod() {
    return {0x89, 0x84, 0x24, 0x00, 0xc0, 0xfe, 0xff, //  0 mov [rsp-0x14000],eax
            0x55,                                     //  7 push rbp
            0x48, 0x83, 0xec, 0x20,                   //  8 sub rsp,0x20
            0xff, 0xd0,                               // 12 call rax
            0x48, 0x83, 0xc4, 0x20,                   // 14 add rsp,0x20
            0x5d,                                     // 18 pop rbp
            0x49, 0x3b, 0xa7, 0x38, 0x03, 0x00, 0x00, // 19 cmp rsp,[r15+0x338]
            0x0f, 0x87, 0x06, 0x00, 0x00, 0x00,       // 26 ja 38
            0xc3,                                     // 32 ret
            0xe8, 0x00, 0x00, 0x00, 0x00,             // 33 call, with the complete frame again
            0x90,                                     // 38 nop, reached from 26
            0xff, 0xe0};                              // 39 jmp rax
}

} // namespace candela
