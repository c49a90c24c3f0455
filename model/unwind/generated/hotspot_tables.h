/// What a HotSpot virtual machine publishes about its own structures, for debuggers of its kind: the tables
/// gHotSpotVMStructs and gHotSpotVMTypes (hotspot/share/runtime/vmStructs.hpp). Offsets differ from version
/// to version, so nothing about them is known but what stands there.
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
    /// Where an exported symbol lies; none if there is no such.
    using FindSymbol = std::function<std::optional<std::uint64_t>(std::string_view)>;
    static Result<HotspotTables> read(ForeignMemory& memory, const FindSymbol& findSymbol);

    struct Field {
        std::string type;          ///< "size_t"
        std::uint64_t offset = 0;  ///< in the structure
        std::uint64_t address = 0; ///< of a static one, else 0
    };
    /// By "Type::field"; null where the machine does not have it.
    const Field* field(std::string_view name) const;
    /// Bytes of a type; none where the machine does not have it.
    std::optional<std::uint64_t> sizeOf(std::string_view type) const;

private:
    absl::flat_hash_map<std::string, Field> m_fields;
    absl::flat_hash_map<std::string, std::uint64_t> m_sizes;
};

} // namespace candela
