/// Unwind rows for one blob of HotSpot's generated code. Where the frame is complete they are made from the
/// blob's own description, where it is set up or removed from the instructions.
#pragma once

#include "model/unwind/generated/hotspot_code.h"
#include "model/unwind/instructions/unwind_rows.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace candela {

enum class HotspotCodeKind : std::uint8_t {
    Interpreter, ///< its frames contain their callers' stack pointers
    Other,
};

/// Adds rows for `code`, which begins at `pc`, and an end after it.
void addHotspotRows(const HotspotBlob& blob, HotspotCodeKind kind, std::span<const std::byte> code,
                    std::uint32_t pc, UnwindRows& rows);

} // namespace candela
