#include "model/unwind/call_frames/call_frame_state.h"

#include "model/unwind/call_frames/frame_expression.h"

#include <limits>

namespace candela {

namespace {

/// Registers that a row's `reg` may contain: not sp, fp or pc.
bool isOtherRegister(std::uint64_t reg, const UnwindMachine& machine) {
    return reg < UNWIND_REGISTERS && reg != machine.stackPointer && reg != machine.framePointer;
}

unwind_cfa_rule cfaRuleOf(const FrameExpression& cfa, const UnwindMachine& machine) {
    using Kind = FrameExpression::Kind;
    const bool isStackPointer = cfa.reg == machine.stackPointer;
    const bool isFramePointer = cfa.reg == machine.framePointer;
    switch (cfa.kind) {
    case Kind::ProcedureLinkage:
        return UNWIND_CFA_PLT;
    case Kind::RegisterPlus:
        if (isStackPointer || isFramePointer) return isStackPointer ? UNWIND_CFA_SP : UNWIND_CFA_FP;
        return isOtherRegister(cfa.reg, machine) ? UNWIND_CFA_REGISTER : UNWIND_CFA_UNKNOWN;
    case Kind::WordAt:
        if (isStackPointer || isFramePointer)
            return isStackPointer ? UNWIND_CFA_DEREF_SP : UNWIND_CFA_DEREF_FP;
        return UNWIND_CFA_UNKNOWN;
    case Kind::WordAtIndex:
        return isStackPointer && isOtherRegister(cfa.index, machine) ? UNWIND_CFA_DEREF_INDEXED
                                                                     : UNWIND_CFA_UNKNOWN;
    case Kind::Unknown:
        break;
    }
    return UNWIND_CFA_UNKNOWN;
}

/// Sets rule, offset and register; the rule is UNWIND_CFA_UNKNOWN if a row can't express it.
void setCfa(unwind_row& row, const FrameExpression& cfa, const UnwindMachine& machine) {
    constexpr std::uint64_t maximumAddend = 255 * 8;
    constexpr std::int64_t maximumOffset = 1 << 23; // the bits of cfa_offset that remain beside the addend
    const auto rule = cfaRuleOf(cfa, machine);
    row.cfa_rule = UNWIND_CFA_UNKNOWN;
    if (cfa.offset < std::numeric_limits<std::int32_t>::min() ||
        cfa.offset > std::numeric_limits<std::int32_t>::max())
        return;
    row.cfa_offset = static_cast<std::int32_t>(cfa.offset);
    if (cfa.kind == FrameExpression::Kind::WordAt || cfa.kind == FrameExpression::Kind::WordAtIndex) {
        if (cfa.addend > maximumAddend || cfa.addend % 8 != 0 || cfa.offset < -maximumOffset ||
            cfa.offset >= maximumOffset)
            return;
        row.cfa_offset = UNWIND_DEREF(row.cfa_offset, cfa.addend / 8);
    }
    if (rule == UNWIND_CFA_REGISTER) row.reg = cfa.reg & (UNWIND_REGISTERS - 1);
    if (rule == UNWIND_CFA_DEREF_INDEXED) row.reg = cfa.index & (UNWIND_REGISTERS - 1);
    row.cfa_rule = rule;
}

/// Sets the position of the return address; false if a row can't express it.
bool setReturnAddress(unwind_row& row, const RegisterRule& rule, const UnwindMachine& machine) {
    if (rule.kind == RegisterRule::Kind::Offset) return rule.offset == -8;
    const auto reg = static_cast<std::uint64_t>(rule.offset);
    const bool isRegisterUsed =
        row.cfa_rule == UNWIND_CFA_REGISTER || row.cfa_rule == UNWIND_CFA_DEREF_INDEXED;
    if (rule.kind != RegisterRule::Kind::Register || isRegisterUsed || !isOtherRegister(reg, machine))
        return false;
    row.ra_rule = UNWIND_RA_REGISTER;
    row.reg = reg & (UNWIND_REGISTERS - 1);
    return true;
}

void setFramePointer(unwind_row& row, const RegisterRule& rule, const UnwindMachine& machine) {
    constexpr std::int64_t maximumOffset = 8 << 13; // what fp_words can hold
    auto offset = rule.offset;
    row.fp_rule = rule.kind == RegisterRule::Kind::Same ? UNWIND_FP_SAME : UNWIND_FP_UNKNOWN;
    if (rule.kind == RegisterRule::Kind::Expression) {
        const auto expression = frameExpression(rule.expression, machine);
        if (expression.kind != FrameExpression::Kind::RegisterPlus || expression.reg != machine.framePointer)
            return;
        offset = expression.offset;
    } else if (rule.kind != RegisterRule::Kind::Offset) {
        return;
    }
    if (offset % 8 != 0 || offset < -maximumOffset || offset >= maximumOffset) return;
    row.fp_rule = rule.kind == RegisterRule::Kind::Expression ? UNWIND_FP_DEREF : UNWIND_FP_CFA;
    row.fp_words = static_cast<std::int16_t>(offset / 8);
}

/// The state as a row, without the saved registers; UNWIND_CFA_UNKNOWN if a row can't express it.
unwind_row frameRow(const CallFrameState& state, const CommonEntry& common, const UnwindMachine& machine) {
    unwind_row row{};
    unwind_row unknown{};
    unknown.cfa_rule = UNWIND_CFA_UNKNOWN;
    if (common.isSignalFrame) {
        row.cfa_rule = UNWIND_CFA_SIGNAL;
        return row;
    }
    if (state.returnAddress.kind == RegisterRule::Kind::Undefined) {
        row.cfa_rule = UNWIND_CFA_SP;
        row.ra_rule = UNWIND_RA_NONE;
        return row;
    }
    if (state.cfa.kind == CfaRule::Kind::None || state.isStackElsewhere) return unknown;
    const auto cfa =
        state.cfa.kind == CfaRule::Kind::Expression
            ? frameExpression(state.cfa.expression, machine)
            : FrameExpression{FrameExpression::Kind::RegisterPlus, state.cfa.reg, state.cfa.offset, 0, 0};
    setCfa(row, cfa, machine);
    if (row.cfa_rule == UNWIND_CFA_UNKNOWN || !setReturnAddress(row, state.returnAddress, machine))
        return unknown;
    setFramePointer(row, state.framePointer, machine);
    return row;
}

} // namespace

void makeRule(CallFrameState& state, const CommonEntry& common, const UnwindMachine& machine) {
    if (!state.ruleIsMade) {
        const auto row = frameRow(state, common, machine);
        state.rule = UnwindRule(row);
        state.isPlain =
            (row.cfa_rule == UNWIND_CFA_SP || row.cfa_rule == UNWIND_CFA_FP) && row.ra_rule == UNWIND_RA_CFA;
        state.mayHaveSaved = row.cfa_rule != UNWIND_CFA_SIGNAL && row.cfa_rule != UNWIND_CFA_UNKNOWN &&
                             row.ra_rule != UNWIND_RA_NONE;
        state.frameWords = row.fp_rule == UNWIND_FP_CFA ? row.fp_words : 0;
        state.ruleIsMade = true;
        state.ruleHasSaved = false;
    }
    if (state.ruleHasSaved) return;
    if (state.mayHaveSaved) state.rule.setSaved(state.saved.mask(state.frameWords));
    state.ruleHasSaved = true;
}

} // namespace candela
