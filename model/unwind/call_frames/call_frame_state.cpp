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

/// The rule for the canonical frame address, with its offset and register; UNWIND_CFA_UNKNOWN if a row can't
/// express it.
UnwindRule ruleOfCfa(const FrameExpression& cfa, const UnwindMachine& machine) {
    constexpr std::uint64_t maximumAddend = 255 * 8;
    constexpr std::int64_t maximumOffset = 1 << 23; // the bits of cfa_offset that remain beside the addend
    const auto kind = cfaRuleOf(cfa, machine);
    if (kind == UNWIND_CFA_UNKNOWN || cfa.offset < std::numeric_limits<std::int32_t>::min() ||
        cfa.offset > std::numeric_limits<std::int32_t>::max())
        return UnwindRule::unknown();
    UnwindRule rule;
    rule.setCfa(kind);
    rule.cfaOffset = static_cast<std::int32_t>(cfa.offset);
    if (cfa.kind == FrameExpression::Kind::WordAt || cfa.kind == FrameExpression::Kind::WordAtIndex) {
        if (cfa.addend > maximumAddend || cfa.addend % 8 != 0 || cfa.offset < -maximumOffset ||
            cfa.offset >= maximumOffset)
            return UnwindRule::unknown();
        rule.cfaOffset = UNWIND_DEREF(rule.cfaOffset, cfa.addend / 8);
    }
    if (kind == UNWIND_CFA_REGISTER) rule.setRegister(static_cast<std::uint32_t>(cfa.reg));
    if (kind == UNWIND_CFA_DEREF_INDEXED) rule.setRegister(static_cast<std::uint32_t>(cfa.index));
    return rule;
}

/// Sets the position of the return address; false if a row can't express it.
bool setReturnAddress(UnwindRule& rule, const RegisterRule& returnAddress, const UnwindMachine& machine) {
    if (returnAddress.kind == RegisterRule::Kind::Offset) return returnAddress.offset == -8;
    const auto reg = static_cast<std::uint64_t>(returnAddress.offset);
    const bool isRegisterUsed = rule.cfa() == UNWIND_CFA_REGISTER || rule.cfa() == UNWIND_CFA_DEREF_INDEXED;
    if (returnAddress.kind != RegisterRule::Kind::Register || isRegisterUsed ||
        !isOtherRegister(reg, machine))
        return false;
    rule.setReturnAddress(UNWIND_RA_REGISTER);
    rule.setRegister(static_cast<std::uint32_t>(reg));
    return true;
}

/// What fp_words can hold.
bool fitsFramePointer(std::int64_t offset) {
    constexpr std::int64_t maximumOffset = 8 << 13;
    return offset % 8 == 0 && offset >= -maximumOffset && offset < maximumOffset;
}

/// Returns the position of the saved frame pointer as in SavedRegisters::mask().
std::int32_t setFramePointer(UnwindRule& rule, const RegisterRule& framePointer,
                             const UnwindMachine& machine) {
    if (framePointer.kind == RegisterRule::Kind::Same) return 0;
    auto offset = framePointer.offset;
    bool isKnown = framePointer.kind == RegisterRule::Kind::Offset;
    if (framePointer.kind == RegisterRule::Kind::Expression) {
        const auto expression = frameExpression(framePointer.expression, machine);
        isKnown =
            expression.kind == FrameExpression::Kind::RegisterPlus && expression.reg == machine.framePointer;
        offset = expression.offset;
    }
    if (!isKnown || !fitsFramePointer(offset)) {
        rule.setFramePointer(UNWIND_FP_UNKNOWN);
        return 0;
    }
    const auto words = static_cast<std::int32_t>(offset / 8);
    const bool isInFrame = framePointer.kind == RegisterRule::Kind::Offset;
    rule.setFramePointer(isInFrame ? UNWIND_FP_CFA : UNWIND_FP_DEREF, words);
    return isInFrame ? words : 0;
}

/// Makes the state's rule, without the saved registers.
void makeFrameRule(CallFrameState& state, const CommonEntry& common, const UnwindMachine& machine) {
    state.isPlain = state.mayHaveSaved = false;
    state.frameWords = 0;
    state.rule = UnwindRule();
    if (common.isSignalFrame) return state.rule.setCfa(UNWIND_CFA_SIGNAL);
    if (state.returnAddress.kind == RegisterRule::Kind::Undefined) {
        state.rule.setCfa(UNWIND_CFA_SP);
        return state.rule.setReturnAddress(UNWIND_RA_NONE);
    }
    state.rule = UnwindRule::unknown();
    if (state.cfa.kind == CfaRule::Kind::None || state.isStackElsewhere) return;
    const auto cfa =
        state.cfa.kind == CfaRule::Kind::Expression
            ? frameExpression(state.cfa.expression, machine)
            : FrameExpression{FrameExpression::Kind::RegisterPlus, state.cfa.reg, state.cfa.offset, 0, 0};
    auto rule = ruleOfCfa(cfa, machine);
    if (rule.isUnknown() || !setReturnAddress(rule, state.returnAddress, machine)) return;
    state.frameWords = setFramePointer(rule, state.framePointer, machine);
    state.isPlain = (rule.cfa() == UNWIND_CFA_SP || rule.cfa() == UNWIND_CFA_FP) &&
                    state.returnAddress.kind == RegisterRule::Kind::Offset;
    state.mayHaveSaved = true;
    state.rule = rule;
}

} // namespace

void saveFramePointer(CallFrameState& state, std::int64_t offset) {
    state.framePointer = {RegisterRule::Kind::Offset, offset, {}};
    if (!state.ruleIsMade || !state.mayHaveSaved || !fitsFramePointer(offset)) {
        state.ruleIsMade = false;
        return;
    }
    state.frameWords = static_cast<std::int32_t>(offset / 8);
    state.rule.setFramePointer(UNWIND_FP_CFA, state.frameWords);
    state.ruleHasSaved = false;
}

void makeRule(CallFrameState& state, const CommonEntry& common, const UnwindMachine& machine) {
    if (!state.ruleIsMade) {
        makeFrameRule(state, common, machine);
        state.ruleIsMade = true;
        state.ruleHasSaved = false;
    }
    if (state.ruleHasSaved) return;
    if (state.mayHaveSaved) state.rule.setSaved(state.saved.mask(state.frameWords));
    state.ruleHasSaved = true;
}

} // namespace candela
