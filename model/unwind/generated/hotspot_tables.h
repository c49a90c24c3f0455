/// The tables with which a HotSpot virtual machine describes its own structures to debuggers:
/// gHotSpotVMStructs and gHotSpotVMTypes (hotspot/share/runtime/vmStructs.hpp). Offsets differ between
/// versions, so only these tables are relied on.
#pragma once

#include "model/base/result.h"
#include "model/unwind/generated/foreign_memory.h"

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace candela {

class HotspotTables {
public:
    /// The address of an exported symbol; none if there is no such symbol.
    using FindSymbol = std::function<std::optional<std::uint64_t>(std::string_view)>;
    static Result<HotspotTables> read(ForeignMemory& memory, const FindSymbol& findSymbol);

    struct Field {
        std::string type;          ///< "size_t"
        std::uint64_t offset = 0;  ///< offset in the structure
        std::uint64_t address = 0; ///< address of a static field, else 0
    };
    /// The field "Type::field"; null if this virtual machine does not have it.
    const Field* field(std::string_view name) const;
    /// The size of a type in bytes; none if this virtual machine does not have it.
    std::optional<std::uint64_t> sizeOf(std::string_view type) const;

private:
    absl::flat_hash_map<std::string, Field> m_fields;
    absl::flat_hash_map<std::string, std::uint64_t> m_sizes;
};

} // namespace candela
