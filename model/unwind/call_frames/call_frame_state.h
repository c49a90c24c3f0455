/// The state of call frame information at one address of a function, and the row of bpf/unwind.h made from
/// it.
#pragma once

#include "bpf/unwind.h"
#include "model/unwind/call_frames/call_frame_program.h"
#include "model/unwind/call_frames/saved_registers.h"
#include "model/unwind/instructions/unwind_rows.h"

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
    UnwindRule rule;               // the whole state as a row's rule, valid while ruleIsMade
    bool ruleIsMade = false;
    bool ruleHasSaved = false;   // the saved registers in `rule` are valid, too
    bool isPlain = false;        // of `rule`: sp or fp plus an offset, with the return address below it
    bool mayHaveSaved = false;   // of `rule`: it has saved registers
    std::int32_t frameWords = 0; // of `rule`: SavedRegisters::mask()
};

/// Sets the rule that the frame pointer is saved at an offset from the canonical frame address.
void saveFramePointer(CallFrameState& state, std::int64_t offset);
/// Makes the state's rule valid; UNWIND_CFA_UNKNOWN if a row can't express the state.
void makeRule(CallFrameState& state, const CommonEntry& common, const UnwindMachine& machine);

} // namespace candela
