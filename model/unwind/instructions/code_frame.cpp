#include "model/unwind/instructions/code_frame.h"

namespace candela {

namespace {

constexpr std::int32_t maximumDepth = 1 << 24;
constexpr std::int32_t maximumSaved = wordBytes << 13; // what unwind_row::fp_words can hold

} // namespace

bool CodeFrame::apply(const X86Instruction& instruction) {
    using enum StackEffect;
    const auto before = depth;
    const auto moveTo = [&](std::int64_t to) {
        depth = to >= wordBytes && to <= maximumDepth ? static_cast<std::int32_t>(to) : unknown;
        return depth != unknown || isStart;
    };
    const auto moveBy = [&](std::int64_t bytes) { return before == unknown || moveTo(before + bytes); };
    switch (instruction.effect) {
    case Push:
        return moveBy(wordBytes);
    case Pop:
        // This pops the return address: the code that follows moves it elsewhere, as V8 does, or drops it.
        if (before == atEntry && !isStart) *this = {};
        return before == atEntry || moveBy(-wordBytes);
    case PushFrame:
        if (saved == unknown && before != unknown) saved = before + wordBytes;
        return moveBy(wordBytes);
    case PopFrame:
        if (saved == before) saved = frame = unknown;
        return moveBy(-wordBytes);
    case Add:
        return moveBy(-std::int64_t{instruction.value});
    case SetFrame:
        // Otherwise rbp points to data of the function.
        frame = before != unknown && before - instruction.value == saved ? saved : unknown;
        return true;
    case StoreFrame:
        if (saved == unknown && before != unknown && before - instruction.value > wordBytes)
            saved = before - instruction.value;
        return true;
    case LoadFrame:
        if (before != unknown && before - instruction.value == saved) saved = unknown;
        frame = unknown;
        return true;
    case StackFromFrame:
        if (frame != unknown) return moveTo(std::int64_t{frame} - instruction.value);
        depth = unknown;
        return true;
    case CopyStack:
        copy = before;
        copyRegister = instruction.reg;
        return true;
    case StackFromCopy:
        if (copy != unknown && copyRegister == instruction.reg) return moveTo(copy);
        depth = unknown;
        return true;
    case Leave: {
        if (frame == unknown) return isStart;
        const auto to = std::int64_t{frame} - wordBytes;
        saved = frame = unknown;
        return moveTo(to);
    }
    case ClearFrame:
        // A function that can return saves its caller's rbp; in the outermost frame rbp is zero (System V ABI
        // for AMD64, section 3.4.1).
        if (saved == unknown && depth == atEntry) isStart = true;
        return true;
    case Unpredictable:
        depth = unknown;
        return true;
    default:
        return true;
    }
}

unwind_row CodeFrame::row() const {
    unwind_row row{};
    if (isStart) {
        row.cfa_rule = UNWIND_CFA_SP;
        row.ra_rule = UNWIND_RA_NONE;
        return row;
    }
    if (depth == unknown && frame == unknown && copy == unknown) return row;
    row.cfa_rule = frame != unknown ? UNWIND_CFA_FP : depth != unknown ? UNWIND_CFA_SP : UNWIND_CFA_REGISTER;
    row.cfa_offset = frame != unknown ? frame : depth != unknown ? depth : copy;
    if (row.cfa_rule == UNWIND_CFA_REGISTER) row.reg = copyRegister;
    if (saved != unknown) {
        row.fp_rule = saved < maximumSaved && saved % wordBytes == 0 ? UNWIND_FP_CFA : UNWIND_FP_UNKNOWN;
        if (row.fp_rule == UNWIND_FP_CFA) row.fp_words = static_cast<std::int16_t>(-saved / wordBytes);
    }
    // Pushed registers are not tracked.
    if (depth != atEntry) row.saved = UNWIND_SAVED_UNKNOWN;
    return row;
}

} // namespace candela
