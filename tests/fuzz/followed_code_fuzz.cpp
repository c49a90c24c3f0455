/// Code whose instructions are followed: the first byte selects how, the rest is code.
#include "model/unwind/instructions/followed_code.h"

#include "tests/fuzz/required.h"

#include <algorithm>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using candela::require;
    if (size == 0) return 0;
    const auto code = std::as_bytes(std::span(bytes, size)).subspan(1);
    candela::CodeEntries entries;
    if ((bytes[0] & 1) != 0) entries.functions = {0, 3, 16};
    if ((bytes[0] & 2) != 0) entries.starts = {0};
    candela::FollowedCode followed(code, entries);
    if ((bytes[0] & 4) != 0)
        followed.followFirst();
    else
        followed.followAll();
    candela::UnwindRows made;
    followed.addRows(0x1000, made);
    const auto rows = made.take();
    require(rows.size() <= code.size() + 1, "rows are bounded by the code");
    require(std::is_sorted(rows.begin(), rows.end(),
                           [](const auto& left, const auto& right) { return left.pc < right.pc; }),
            "rows are sorted");
    for (const auto& row : rows) {
        require(row.cfa_rule == UNWIND_CFA_NONE || row.cfa_rule == UNWIND_CFA_SP ||
                    row.cfa_rule == UNWIND_CFA_FP || row.cfa_rule == UNWIND_CFA_REGISTER,
                "a rule that instructions tell");
        require(row.cfa_rule == UNWIND_CFA_NONE || row.ra_rule == UNWIND_RA_NONE || row.cfa_offset >= 8,
                "a frame has a return address");
    }
    return 0;
}
