/// The code that CPython (3.12 and later, -X perf) generates for each Python function, identified by the
/// recorded names: recordings of other tools do not contain the code itself.
#pragma once

#include "bpf/unwind.h"

#include <cstdint>
#include <string_view>

namespace candela {

/// The row for code at that offset in a function of that name; null if it is other code. From
/// Python/asm_trampoline.S: sub $8,%rsp; call *%rcx; add $8,%rsp; ret, after endbr64 or without it.
inline const unwind_row* pythonTrampolineRow(std::string_view name, std::uint64_t offset) {
    static constexpr unwind_row afterCall{.pc = 0,
                                          .cfa_offset = 16,
                                          .cfa_rule = UNWIND_CFA_SP,
                                          .fp_rule = UNWIND_FP_SAME,
                                          .ra_rule = UNWIND_RA_CFA,
                                          .reg = 0,
                                          .saved = 0,
                                          .fp_words = 0};
    constexpr std::uint64_t endOfCall = 6, endbranchBytes = 4;
    const bool isCall = offset == endOfCall - 1 || offset == endbranchBytes + endOfCall - 1;
    return name.starts_with("py::") && isCall ? &afterCall : nullptr;
}

} // namespace candela
