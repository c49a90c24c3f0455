/// The state of call frame information at one address of a function, and the row of bpf/unwind.h made from
/// it.
#pragma once

#include "bpf/unwind.h"
#include "model/unwind/call_frames/call_frame_program.h"
#include "model/unwind/call_frames/saved_registers.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace candela {

struct CfaRule {
    enum class Kind { None, Register, Expression } kind = Kind::None;
    std::uint64_t reg = 0;
    std::int64_t offset = 0;
    std::span<const std::byte> expression;
};

struct RegisterRule {
    enum class Kind { Same, Offset, Undefined, Register, Expression, Other } kind = Kind::Same;
    std::int64_t offset = 0; // of a register: its number
    std::span<const std::byte> expression;
};

struct CallFrameState {
    CfaRule cfa;
    RegisterRule framePointer;
    RegisterRule returnAddress{RegisterRule::Kind::Offset, -8, {}};
    SavedRegisters saved;
    bool isStackElsewhere = false; // the caller's stack pointer is not the frame's address
    unwind_row row{};              // the whole state as a row, valid while rowIsMade
    bool rowIsMade = false;
    bool rowHasSaved = false; // row.saved is valid, too
};

/// The state as a row; UNWIND_CFA_UNKNOWN if a row can't express it.
unwind_row rowOf(const CallFrameState& state, const CommonEntry& common, const UnwindMachine& machine);

/// Sets the saved registers in a row of rowOf whose other rules are still those of the state.
void updateSaved(unwind_row& row, const SavedRegisters& saved);

} // namespace candela
