#include "tests/workloads/fake_jvm.h"

#include <cstdint>

// Symbols and rows as HotSpot's vmStructs.hpp defines them for debuggers.
extern "C" {

char* fakeHeapList = nullptr;
char* fakeLowBound = nullptr;
char* fakeHighBound = nullptr;

struct Field {
    const char* structure;
    const char* name;
    const char* type;
    std::int32_t isStatic;
    std::uint64_t offset;
    void* address;
};
Field fakeFields[] = {
    {"GrowableArrayBase", "_len", "int", 0, lengthOffset, nullptr},
    {"GrowableArray<int>", "_data", "int*", 0, dataOffset, nullptr},
    {"CodeHeap", "_memory", "VirtualSpace", 0, memoryOffset, nullptr},
    {"CodeHeap", "_segmap", "VirtualSpace", 0, mapOffset, nullptr},
    {"CodeHeap", "_log2_segment_size", "int", 0, shiftOffset, nullptr},
    {"VirtualSpace", "_low", "char*", 0, lowOffset, nullptr},
    {"VirtualSpace", "_high", "char*", 0, highOffset, nullptr},
    {"HeapBlock", "_header", "HeapBlock::Header", 0, 0, nullptr},
    {"HeapBlock::Header", "_length", "size_t", 0, 0, nullptr},
    {"HeapBlock::Header", "_used", "bool", 0, 8, nullptr},
    {"CodeBlob", "_name", "const char*", 0, 96, nullptr},
    {"CodeBlob", "_frame_complete_offset", "int", 0, 20, nullptr},
    {"CodeBlob", "_frame_size", "int", 0, 28, nullptr},
    {"CodeBlob", "_code_begin", "address", 0, 32, nullptr},
    {"CodeBlob", "_code_end", "address", 0, 40, nullptr},
    {"CompiledMethod", "_method", "Method*", 0, 112, nullptr},
    {"nmethod", "_compile_id", "int", 0, 304, nullptr},
    {"nmethod", "_state", "volatile signed char", 0, 315, nullptr},
    {"Method", "_constMethod", "ConstMethod*", 0, 8, nullptr},
    {"ConstMethod", "_constants", "ConstantPool*", 0, 8, nullptr},
    {"ConstMethod", "_name_index", "u2", 0, 34, nullptr},
    {"ConstantPool", "_pool_holder", "InstanceKlass*", 0, 24, nullptr},
    {"Klass", "_name", "Symbol*", 0, 24, nullptr},
    {"Symbol", "_length", "u2", 0, 4, nullptr},
    {"Symbol", "_body", "u1", 0, 6, nullptr},
    {"CodeCache", "_heaps", "GrowableArray<CodeHeap*>*", 1, 0, &fakeHeapList},
    {"CodeCache", "_low_bound", "address", 1, 0, &fakeLowBound},
    {"CodeCache", "_high_bound", "address", 1, 0, &fakeHighBound},
    {nullptr, nullptr, nullptr, 0, 0, nullptr},
};
struct Type {
    const char* name;
    std::uint64_t size;
};
Type fakeTypes[] = {{"HeapBlock", 16}, {"ConstantPool", 72}, {nullptr, 0}};

Field* gHotSpotVMStructs = fakeFields;
std::uint64_t gHotSpotVMStructEntryTypeNameOffset = 0;
std::uint64_t gHotSpotVMStructEntryFieldNameOffset = 8;
std::uint64_t gHotSpotVMStructEntryTypeStringOffset = 16;
std::uint64_t gHotSpotVMStructEntryIsStaticOffset = 24;
std::uint64_t gHotSpotVMStructEntryOffsetOffset = 32;
std::uint64_t gHotSpotVMStructEntryAddressOffset = 40;
std::uint64_t gHotSpotVMStructEntryArrayStride = 48;
Type* gHotSpotVMTypes = fakeTypes;
std::uint64_t gHotSpotVMTypeEntryTypeNameOffset = 0;
std::uint64_t gHotSpotVMTypeEntrySizeOffset = 8;
std::uint64_t gHotSpotVMTypeEntryArrayStride = 16;
}
