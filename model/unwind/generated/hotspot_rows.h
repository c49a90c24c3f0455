/// How to get from any address in one blob of HotSpot's generated code to the caller: from the blob's own
/// description where its frame is whole, from the instructions where it is made or taken down.
#pragma once

#include "model/unwind/generated/hotspot_code.h"
#include "model/unwind/instructions/unwind_rows.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace candela {

enum class HotspotCodeKind : std::uint8_t {
    Interpreter, ///< its frames hold their callers' stack pointers
    Other,
};

/// Rows for `code`, which begins at `pc`, and an end behind it.
void addHotspotRows(const HotspotBlob& blob, HotspotCodeKind kind, std::span<const std::byte> code,
                    std::uint32_t pc, UnwindRows& rows);

} // namespace candela
