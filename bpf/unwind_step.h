/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One step of unwinding a user stack: plain functions over plain structs, for the BPF programs, for perf.data
 * files and for tests. A file defines UNWIND_READ(context, address, value) before it includes this: 0 if
 * *value was read. */
#pragma once

#include "bpf/unwind.h"

#ifdef __bpf__
#define UNWIND_INLINE static __attribute__((always_inline)) inline
#define UNWIND_RARELY __attribute__((noinline)) /* global, so that the verifier checks it once */
/* The verifier checks the body of the kernel's loop once. */
#define UNWIND_LOOP(count, body, context) bpf_loop(count, body, context, 0)
#else
#define UNWIND_INLINE static inline
#define UNWIND_RARELY static __attribute__((noinline, cold))
#define UNWIND_LOOP(count, body, context)                                                                    \
    for (unwind_u32 index = 0; index < (count); ++index)                                                     \
    body(index, context)
#endif

/* A register other than sp, fp and pc. Returns 0 if it is known. */
UNWIND_INLINE int unwind_register(const struct unwind_registers* registers, unwind_u32 number, void* context,
                                  unwind_u64* value) {
    unwind_u64 known = registers->others[number & (UNWIND_REGISTERS - 1)];

    (void)context;
    if (!(registers->known >> number & 1)) return -1;
    *value = known;
    return registers->in_memory >> number & 1 ? UNWIND_READ(context, known, value) : 0;
}

UNWIND_INLINE void unwind_saved_at(struct unwind_registers* registers, unwind_u32 number,
                                   unwind_u64 address) {
    registers->others[number & (UNWIND_REGISTERS - 1)] = address;
    registers->in_memory = (unwind_u16)(registers->in_memory | 1u << number);
    registers->known = (unwind_u16)(registers->known | 1u << number);
}

/* Stores in `others` where this frame saved registers. */
UNWIND_INLINE void unwind_take_saved(struct unwind_registers* registers,
                                     const struct unwind_saved_frame* frame) {
    struct unwind_row row;
    unwind_u64 address = frame->cfa - 16;
    unwind_u64 fp;
    unwind_u32 bit;

    __builtin_memcpy((char*)&row + UNWIND_ROW_RULES, &frame->rules, sizeof(frame->rules));
    if (!row.saved) return;
    fp = row.fp_rule == UNWIND_FP_CFA ? frame->cfa + (unwind_u64)((long)row.fp_words * 8) : 0;
    if (row.saved == UNWIND_SAVED_UNKNOWN)
        registers->known = (unwind_u16)(registers->known & ~(0xf000u | 1u << UNWIND_RBX));
    for (bit = 0; bit < UNWIND_SAVED_REGISTERS; ++bit) {
        const unwind_u32 normal = bit == 4 ? UNWIND_RBX : 15 - bit;
        const unwind_u32 reversed = bit == 0 ? UNWIND_RBX : 11 + bit;
        if (!(row.saved >> bit & 1)) continue;
        if (address == fp) address -= 8;
        /* A value below the stack pointer has been popped: the register has its value back. */
        if (frame->cfa - address <= frame->size)
            unwind_saved_at(registers, row.saved & UNWIND_SAVED_REVERSED ? reversed : normal, address);
        address -= 8;
    }
}

struct unwind_settling {
    struct unwind_registers* registers;
    const struct unwind_saved_frames* frames;
};

/* Takes what the next frame saved. Returns 0. */
static long unwind_settle_frame(unwind_u32 index, void* context) {
    struct unwind_settling* settling = (struct unwind_settling*)context;
    struct unwind_registers* registers = settling->registers;

    (void)index;
    unwind_take_saved(registers, &settling->frames->of[registers->settled & (UNWIND_SAVED_FRAMES - 1)]);
    ++registers->settled;
    return 0;
}

/* Stores in `others` where the frames so far saved registers. Returns 0. */
UNWIND_RARELY int unwind_settle_saved(struct unwind_registers* registers,
                                      const struct unwind_saved_frames* frames) {
    struct unwind_settling settling = {registers, frames};
    unwind_u16 count;

    if (!registers) return 0;
    count = (unwind_u16)(registers->steps - registers->settled);
    if (!count) return 0;
    if (frames)
        UNWIND_LOOP(count, unwind_settle_frame, &settling);
    else /* a walk that began with them: where they are is no longer known */
        registers->known = (unwind_u16)(registers->known & ~(0xf000u | 1u << UNWIND_RBX));
    registers->settled = registers->steps;
    return 0;
}

/* Records which of its caller's registers this frame saved. registers->sp must still be that of this frame.
 */
UNWIND_INLINE void unwind_note_saved(struct unwind_registers* registers, struct unwind_saved_frames* frames,
                                     const struct unwind_row* row, unwind_u64 cfa) {
    const unwind_u64 size = cfa - registers->sp;
    struct unwind_saved_frame alone;
    struct unwind_saved_frame* frame = &alone;

    /* Walks of so many steps, of which there are none today, settle as soon as the oldest note is needed. */
    if (!frames || (unwind_u16)(registers->steps - registers->settled) >= UNWIND_SAVED_FRAMES)
        unwind_settle_saved(registers, frames);
    if (frames) frame = &frames->of[registers->steps & (UNWIND_SAVED_FRAMES - 1)];
    frame->cfa = cfa;
    frame->size = size >> 32 ? ~0u : (unwind_u32)size;
    __builtin_memcpy(&frame->rules, (const char*)row + UNWIND_ROW_RULES, sizeof(frame->rules));
    if (frames) return;
    unwind_take_saved(registers, &alone);
    ++registers->settled; /* together with the step */
}

/* The result if there is a 0 at `address` instead of a return address or frame pointer. Stacks begin with a
 * 0, but other memory has zeros, too. So on the first thread's stack, a 0 counts only at the stack's
 * beginning; on other stacks (threads, fibers), only if frames were found before. */
UNWIND_INLINE enum unwind_result unwind_zero(const struct unwind_registers* registers, unwind_u64 address) {
    const unwind_u64 below = registers->start_stack - address;

    if (registers->start_stack && below <= UNWIND_FIRST_STACK)
        return below <= UNWIND_FIRST_FRAME ? UNWIND_COMPLETE : UNWIND_NO_INFORMATION;
    return registers->steps >= UNWIND_PLAUSIBLE_STEPS ? UNWIND_COMPLETE : UNWIND_NO_INFORMATION;
}

UNWIND_INLINE enum unwind_result unwind_signal(struct unwind_registers* registers,
                                               const struct unwind_row* row, void* context) {
    unwind_u64 base = registers->sp + (unwind_u64)(long)row->cfa_offset;
    unwind_u64 pc = 0, sp = 0, fp = 0;
    unwind_u32 number;

    (void)context;
    if (UNWIND_READ(context, base + UNWIND_SIGNAL_PC, &pc) ||
        UNWIND_READ(context, base + UNWIND_SIGNAL_SP, &sp) ||
        UNWIND_READ(context, base + UNWIND_SIGNAL_FP, &fp))
        return UNWIND_UNREADABLE;
    registers->pc = pc;
    registers->sp = sp;
    registers->fp = fp;
    registers->others[0] = base + UNWIND_SIGNAL_RAX;
    registers->others[1] = base + UNWIND_SIGNAL_RDX;
    registers->others[2] = base + UNWIND_SIGNAL_RCX;
    registers->others[3] = base + UNWIND_SIGNAL_RBX;
    registers->others[4] = base + UNWIND_SIGNAL_RSI;
    registers->others[5] = base + UNWIND_SIGNAL_RDI;
    for (number = 8; number < UNWIND_REGISTERS; ++number)
        registers->others[number] = base + UNWIND_SIGNAL_R8 + 8 * (unwind_u64)(number - 8);
    registers->known = registers->in_memory = UNWIND_ALL_REGISTERS;
    registers->settled = ++registers->steps;
    return UNWIND_STEPPED_SIGNAL;
}

/* Stores the canonical frame address in *cfa. Returns UNWIND_STEPPED if it was found. */
UNWIND_INLINE enum unwind_result unwind_cfa(const struct unwind_registers* registers,
                                            const struct unwind_row* row, void* context, unwind_u64* cfa) {
    unwind_u64 offset = (unwind_u64)(long)row->cfa_offset;
    unwind_u64 other = 0;

    switch (row->cfa_rule) {
    case UNWIND_CFA_SP:
        *cfa = registers->sp + offset;
        return UNWIND_STEPPED;
    case UNWIND_CFA_FP:
        *cfa = registers->fp + offset;
        return UNWIND_STEPPED;
    case UNWIND_CFA_PLT:
        *cfa = registers->sp + 8;
        if ((registers->pc & (UNWIND_PLT_ENTRY - 1)) >= offset) *cfa += 8;
        return UNWIND_STEPPED;
    case UNWIND_CFA_REGISTER:
        if (unwind_register(registers, row->reg, context, &other)) return UNWIND_NO_INFORMATION;
        *cfa = other + offset;
        return UNWIND_STEPPED;
    case UNWIND_CFA_DEREF_INDEXED:
        if (unwind_register(registers, row->reg, context, &other)) return UNWIND_NO_INFORMATION;
        other = registers->sp + 8 * other;
        break;
    case UNWIND_CFA_DEREF_SP:
        other = registers->sp;
        break;
    case UNWIND_CFA_DEREF_FP:
        other = registers->fp;
        break;
    default:
        return UNWIND_NO_INFORMATION;
    }
    other += (unwind_u64)(long)UNWIND_DEREF_OFFSET(row->cfa_offset);
    if (UNWIND_READ(context, other, cfa)) return UNWIND_UNREADABLE;
    *cfa += (unwind_u64)UNWIND_DEREF_BYTES(row->cfa_offset);
    return UNWIND_STEPPED;
}

/* Steps to the caller with a row of an unwind table. `frames` belongs to `registers` for the whole walk; with
 * null, each step takes longer. */
UNWIND_INLINE enum unwind_result unwind_step(struct unwind_registers* registers,
                                             struct unwind_saved_frames* frames, const struct unwind_row* row,
                                             void* context) {
    unwind_u64 cfa = 0, saved = 0, pc = 0, fp = registers->fp;
    enum unwind_result result;

    (void)context;
    registers->is_chained = 0;
    if (row->cfa_rule == UNWIND_CFA_SIGNAL) return unwind_signal(registers, row, context);
    if (row->ra_rule == UNWIND_RA_NONE) return UNWIND_COMPLETE;
    if (row->cfa_rule >= UNWIND_CFA_REGISTER || row->ra_rule == UNWIND_RA_REGISTER)
        unwind_settle_saved(registers, frames);
    result = unwind_cfa(registers, row, context, &cfa);
    if (result != UNWIND_STEPPED) return result;
    if (row->ra_rule == UNWIND_RA_REGISTER) {
        if (cfa < registers->sp) return UNWIND_NOT_GROWING;
        if (unwind_register(registers, row->reg, context, &pc) || !pc) return UNWIND_NO_INFORMATION;
        /* The register does not have the caller's value: a walk can use this rule only once. */
        registers->known = (unwind_u16)(registers->known & ~(1u << row->reg));
    } else if (cfa <= registers->sp) {
        return UNWIND_NOT_GROWING;
    }
    saved = (unwind_u64)((long)row->fp_words * 8) + (row->fp_rule == UNWIND_FP_DEREF ? registers->fp : cfa);
    if (row->ra_rule != UNWIND_RA_REGISTER) {
        const unwind_u64 slot = row->ra_rule == UNWIND_RA_FP ? saved + 8 : cfa - 8;
        if (UNWIND_READ(context, slot, &pc)) return UNWIND_UNREADABLE;
        if (!pc) return unwind_zero(registers, slot);
    }
    if (row->fp_rule == UNWIND_FP_CFA) {
        /* After the pop in an epilogue, GCC's rules still name the slot, which a copy of the stack does not
         * contain any more: the register has its value back there. */
        if (UNWIND_READ(context, saved, &fp)) {
            if (saved >= registers->sp) return UNWIND_UNREADABLE;
            fp = registers->fp;
        }
    } else if (row->fp_rule == UNWIND_FP_DEREF) {
        if (UNWIND_READ(context, saved, &fp)) return UNWIND_UNREADABLE;
    }
    unwind_note_saved(registers, frames, row, cfa);
    registers->pc = pc;
    registers->sp = cfa;
    registers->fp = fp;
    ++registers->steps;
    return UNWIND_STEPPED;
}

/* Steps to the caller of code without a row, by the chain of frame pointers, which ends with a frame pointer
 * of 0. The caller may have another value in that register, if the next step uses a row. Generated code may
 * use the register for anything, so there a 0 ends the walk only in a chain. */
UNWIND_INLINE enum unwind_result unwind_step_without_row(struct unwind_registers* registers,
                                                         enum unwind_code code, void* context) {
    unwind_u64 pc = 0, fp = 0;

    (void)context;
    if (registers->start_stack && registers->sp == registers->start_stack) return UNWIND_COMPLETE;
    if (!registers->fp) {
        if (code == UNWIND_CODE_GENERATED && !registers->is_chained) return UNWIND_NO_INFORMATION;
        return unwind_zero(registers, registers->sp);
    }
    registers->is_chained = 1;
    if (registers->fp < registers->sp) return UNWIND_NO_INFORMATION;
    if (UNWIND_READ(context, registers->fp, &fp) || UNWIND_READ(context, registers->fp + 8, &pc))
        return UNWIND_UNREADABLE;
    if (!pc) return unwind_zero(registers, registers->fp + 8);
    registers->pc = pc;
    registers->sp = registers->fp + 16;
    registers->fp = fp;
    /* Callees may have saved any of the registers. */
    registers->known = 0;
    registers->settled = ++registers->steps;
    return UNWIND_STEPPED;
}
