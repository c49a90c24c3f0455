/// Runs the instructions of one function's call frame information (DWARF 5, section 6.4.2) and reduces each
/// state to an unwind_row of bpf/unwind.h.
#pragma once

#include "bpf/unwind.h"
#include "model/symbols/elf/call_frame.h"
#include "model/unwind/instructions/unwind_rows.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace candela {

/// The DWARF numbers of the registers that are used.
struct UnwindMachine {
    std::uint64_t stackPointer = 7;
    std::uint64_t framePointer = 6;
    std::uint64_t returnAddress = 16;
};

struct CallFrameState;

/// Runs the programs of functions, one after the other, and keeps the state that several functions share.
class CallFramePrograms {
public:
    CallFramePrograms(const UnwindMachine& machine, UnwindRows& rows);
    CallFramePrograms(const CallFramePrograms&) = delete;
    CallFramePrograms& operator=(const CallFramePrograms&) = delete;
    ~CallFramePrograms();

    /// Adds the function's rows and its end. `shift` converts its addresses to file offsets, all of which
    /// must be below 4 GiB. Damaged instructions end the function early with an UNWIND_CFA_UNKNOWN row.
    void run(const FunctionEntry& function, std::uint64_t shift);

private:
    bool findInitialState(const FunctionEntry& function);

    UnwindMachine m_machine;
    UnwindRows& m_rows;
    const CommonEntry* m_common = nullptr;     // the entry to which the initial state belongs
    std::unique_ptr<CallFrameState> m_initial; // null: damaged
    std::vector<CallFrameState> m_remembered;
};

} // namespace candela
