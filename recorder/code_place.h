/// A place in code, as a recording names it: one that stays the same when a file is mapped elsewhere.
#pragma once

#include "recorder/address_space.h"

#include <cstdint>
#include <utility>

namespace candela {

enum class CodeKind : std::uint8_t {
    Module,   ///< in a module: the address is a file offset (generated code: absolute)
    Kernel,   ///< absolute
    Unmapped, ///< in no known mapping: absolute
};

/// Of a return address it is the last byte of the call.
struct CodePlace {
    CodeKind kind = CodeKind::Unmapped;
    ModuleNumber module;
    std::uint64_t address = 0;

    bool operator==(const CodePlace&) const = default;

    template<typename H>
    friend H AbslHashValue(H state, const CodePlace& place) {
        return H::combine(std::move(state), place.kind, place.module, place.address);
    }
};

} // namespace candela
