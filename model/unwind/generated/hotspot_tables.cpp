#include "model/unwind/generated/hotspot_tables.h"

#include <array>

namespace candela {

namespace {

constexpr unsigned maximumTableEntries = 20'000;
constexpr std::uint64_t maximumEntrySize = 512;
constexpr std::size_t maximumNameLength = 256;

/// A table of entries of equal size, with the offsets of their fields.
class EntryTable {
public:
    /// `name` is the variable that points to it, `entry` the prefix of the variables that describe its
    /// entries.
    static Result<EntryTable> open(ForeignMemory& memory, const HotspotTables::FindSymbol& findSymbol,
                                   const std::string& name, const std::string& entry) {
        EntryTable table(memory, findSymbol, entry);
        table.m_address = table.variable(name).value_or(0);
        table.m_stride = table.variable(entry + "ArrayStride").value_or(0);
        if (table.m_address == 0 || table.m_stride == 0 || table.m_stride > maximumEntrySize)
            return failure("the Java virtual machine does not describe its structures");
        return table;
    }
    /// The offset of a field in each entry; fails if it is missing.
    Result<std::uint64_t> offsetOf(const std::string& part) const {
        const auto offset = variable(m_entry + part + "Offset");
        if (!offset || *offset + sizeof(std::uint64_t) > m_stride + sizeof(std::uint32_t))
            return failure("the Java virtual machine describes its structures in an unknown way");
        return *offset;
    }

    template<typename T>
    T part(std::uint64_t offset) const {
        return m_memory.read<T>(m_address + offset).value_or(T{});
    }
    std::optional<std::string> text(std::uint64_t offset) const {
        const auto address = part<std::uint64_t>(offset);
        return address == 0 ? std::nullopt : m_memory.readText(address, maximumNameLength);
    }
    void next() { m_address += m_stride; }

private:
    EntryTable(ForeignMemory& memory, const HotspotTables::FindSymbol& findSymbol, std::string entry)
        : m_memory(memory), m_findSymbol(findSymbol), m_entry(std::move(entry)) {}
    std::optional<std::uint64_t> variable(const std::string& name) const {
        const auto address = m_findSymbol(name);
        return address ? m_memory.read<std::uint64_t>(*address) : std::nullopt;
    }

    ForeignMemory& m_memory;
    const HotspotTables::FindSymbol& m_findSymbol;
    std::string m_entry;
    std::uint64_t m_address = 0;
    std::uint64_t m_stride = 0;
};

} // namespace

Result<HotspotTables> HotspotTables::read(ForeignMemory& memory, const FindSymbol& findSymbol) {
    HotspotTables tables;
    auto fields = TRY(EntryTable::open(memory, findSymbol, "gHotSpotVMStructs", "gHotSpotVMStructEntry"));
    const auto structure = TRY(fields.offsetOf("TypeName"));
    const auto name = TRY(fields.offsetOf("FieldName"));
    const auto type = TRY(fields.offsetOf("TypeString"));
    const auto isStatic = TRY(fields.offsetOf("IsStatic"));
    const auto offset = TRY(fields.offsetOf("Offset"));
    const auto address = TRY(fields.offsetOf("Address"));
    for (unsigned row = 0; row < maximumTableEntries; ++row, fields.next()) {
        const auto structureName = fields.text(structure);
        const auto fieldName = fields.text(name);
        if (!structureName || !fieldName) break; // the last entry is empty
        Field field{fields.text(type).value_or(""), fields.part<std::uint64_t>(offset), 0};
        if (fields.part<std::int32_t>(isStatic) != 0) field.address = fields.part<std::uint64_t>(address);
        tables.m_fields.emplace(*structureName + "::" + *fieldName, std::move(field));
    }
    auto types = TRY(EntryTable::open(memory, findSymbol, "gHotSpotVMTypes", "gHotSpotVMTypeEntry"));
    const auto typeName = TRY(types.offsetOf("TypeName"));
    const auto size = TRY(types.offsetOf("Size"));
    for (unsigned row = 0; row < maximumTableEntries; ++row, types.next()) {
        const auto text = types.text(typeName);
        if (!text) break;
        tables.m_sizes.emplace(*text, types.part<std::uint64_t>(size));
    }
    return tables;
}

const HotspotTables::Field* HotspotTables::field(std::string_view name) const {
    const auto found = m_fields.find(std::string(name));
    return found == m_fields.end() ? nullptr : &found->second;
}

std::optional<std::uint64_t> HotspotTables::sizeOf(std::string_view type) const {
    const auto found = m_sizes.find(std::string(type));
    return found == m_sizes.end() ? std::nullopt : std::optional(found->second);
}

} // namespace candela
