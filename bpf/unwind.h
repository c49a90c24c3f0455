/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One step of unwinding a user stack: plain functions over plain structs, for the BPF programs, for perf.data
 * files and for tests. A row says how to find the caller's registers for a run of instructions; the rules are
 * DWARF's call frame information (DWARF 5, section 6.4), reduced to what compilers emit for x86-64. The one
 * who includes this defines UNWIND_READ(context, address, value): 0 if *value was read. */
#pragma once

#ifdef __bpf__
#define UNWIND_INLINE static __attribute__((always_inline)) inline
typedef __u64 unwind_u64;
typedef __u32 unwind_u32;
typedef __s32 unwind_s32;
typedef __s16 unwind_s16;
typedef __u8 unwind_u8;
#else
#include <stdint.h>
#define UNWIND_INLINE static inline
typedef uint64_t unwind_u64;
typedef uint32_t unwind_u32;
typedef int32_t unwind_s32;
typedef int16_t unwind_s16;
typedef uint8_t unwind_u8;
#endif

/* How the canonical frame address (the stack pointer before the call) is found. */
enum unwind_cfa_rule {
    UNWIND_CFA_NONE = 0,     /* no information about this code */
    UNWIND_CFA_SP = 1,       /* sp + offset */
    UNWIND_CFA_FP = 2,       /* fp + offset */
    UNWIND_CFA_PLT = 3,      /* sp + 8, and 8 more behind the push of a PLT entry: pc % 16 >= offset */
    UNWIND_CFA_DEREF_SP = 4, /* the word at sp + offset */
    UNWIND_CFA_DEREF_FP = 5, /* the word at fp + offset */
    UNWIND_CFA_REGISTER = 6, /* register fp_offset + offset: known in the innermost frame only */
    UNWIND_CFA_SIGNAL = 7,   /* a signal frame: all registers are in the ucontext at sp + offset */
    UNWIND_CFA_UNKNOWN = 8,  /* there is information, but of a kind that no row can hold */
};

/* How the caller's frame pointer is found; in the low bits of `rules`. */
enum unwind_fp_rule {
    UNWIND_FP_SAME = 0,  /* this function does not touch it */
    UNWIND_FP_CFA = 1,   /* saved at cfa + fp_offset */
    UNWIND_FP_DEREF = 2, /* saved at fp + fp_offset */
    UNWIND_FP_UNKNOWN = 3,
};

/* Where the return address is; in `rules` from bit UNWIND_RA_SHIFT on. */
enum unwind_ra_rule {
    UNWIND_RA_CFA = 0,  /* at cfa - 8 */
    UNWIND_RA_NONE = 1, /* there is none: the thread's start */
    UNWIND_RA_LINK = 2, /* still in the link register (arm64) */
    UNWIND_RA_FP = 3,   /* next to the saved frame pointer, 8 above it (arm64, interpreted Java) */
};
#define UNWIND_FP_MASK 0x03
#define UNWIND_RA_SHIFT 2

/* What holds from `pc` to the next row's pc. pc is an offset in the ELF file. */
struct unwind_row {
    unwind_u32 pc;
    unwind_s32 cfa_offset;
    unwind_s16 fp_offset;
    unwind_u8 cfa_rule;
    unwind_u8 rules;
};
#ifdef __cplusplus
static_assert(sizeof(struct unwind_row) == 12, "a row is 12 bytes");
#else
_Static_assert(sizeof(struct unwind_row) == 12, "a row is 12 bytes");
#endif

/* Where a walk stands. */
struct unwind_registers {
    unwind_u64 pc;
    unwind_u64 sp;
    unwind_u64 fp;
    unwind_u64 link; /* arm64 */
};

enum unwind_result {
    UNWIND_STEPPED = 0,    /* registers are the caller's; pc is a return address */
    UNWIND_STEPPED_SIGNAL, /* registers are the interrupted ones; pc is exact */
    UNWIND_COMPLETE,       /* there is no caller */
    UNWIND_NO_INFORMATION, /* the row does not say */
    UNWIND_UNREADABLE,     /* the stack's memory could not be read */
    UNWIND_NOT_GROWING,    /* the caller's frame would not lie above this one: damaged or misread */
};

/* x86-64: where the kernel's rt_sigframe keeps what was interrupted, from sp at the return trampoline on. */
#define UNWIND_SIGNAL_FP 120
#define UNWIND_SIGNAL_SP 160
#define UNWIND_SIGNAL_PC 168

#define UNWIND_PLT_ENTRY 16

#ifdef UNWIND_READ
UNWIND_INLINE enum unwind_result unwind_signal(struct unwind_registers* registers,
                                               const struct unwind_row* row, void* context) {
    unwind_u64 base = registers->sp + (unwind_u64)(long)row->cfa_offset;
    unwind_u64 pc = 0, sp = 0, fp = 0;

    (void)context;
    if (UNWIND_READ(context, base + UNWIND_SIGNAL_PC, &pc) ||
        UNWIND_READ(context, base + UNWIND_SIGNAL_SP, &sp) ||
        UNWIND_READ(context, base + UNWIND_SIGNAL_FP, &fp))
        return UNWIND_UNREADABLE;
    registers->pc = pc;
    registers->sp = sp;
    registers->fp = fp;
    return UNWIND_STEPPED_SIGNAL;
}

/* `other` is the value of register row->fp_offset where the rule asks for one and the frame is the innermost,
 * else 0. `isInnermost` frames may leave the stack pointer where it is (a leaf of arm64). */
UNWIND_INLINE enum unwind_result unwind_step(struct unwind_registers* registers, const struct unwind_row* row,
                                             unwind_u64 other, void* context) {
    unwind_u64 offset = (unwind_u64)(long)row->cfa_offset;
    unwind_u8 fp_rule = row->rules & UNWIND_FP_MASK;
    unwind_u8 ra_rule = row->rules >> UNWIND_RA_SHIFT;
    unwind_u64 cfa = 0, saved = 0, pc = 0, fp = registers->fp;

    (void)context;
    if (row->cfa_rule == UNWIND_CFA_SIGNAL) return unwind_signal(registers, row, context);
    if (ra_rule == UNWIND_RA_NONE) return UNWIND_COMPLETE;
    switch (row->cfa_rule) {
    case UNWIND_CFA_SP:
        cfa = registers->sp + offset;
        break;
    case UNWIND_CFA_FP:
        cfa = registers->fp + offset;
        break;
    case UNWIND_CFA_PLT:
        cfa = registers->sp + 8;
        if ((registers->pc & (UNWIND_PLT_ENTRY - 1)) >= offset) cfa += 8;
        break;
    case UNWIND_CFA_DEREF_SP:
        if (UNWIND_READ(context, registers->sp + offset, &cfa)) return UNWIND_UNREADABLE;
        break;
    case UNWIND_CFA_DEREF_FP:
        if (UNWIND_READ(context, registers->fp + offset, &cfa)) return UNWIND_UNREADABLE;
        break;
    case UNWIND_CFA_REGISTER:
        if (!other) return UNWIND_NO_INFORMATION;
        cfa = other + offset;
        break;
    default:
        return UNWIND_NO_INFORMATION;
    }
    if (cfa <= registers->sp) return UNWIND_NOT_GROWING;
    saved = (unwind_u64)(long)row->fp_offset + (fp_rule == UNWIND_FP_DEREF ? registers->fp : cfa);
    if (UNWIND_READ(context, ra_rule == UNWIND_RA_FP ? saved + 8 : cfa - 8, &pc)) return UNWIND_UNREADABLE;
    if (row->cfa_rule != UNWIND_CFA_REGISTER && fp_rule == UNWIND_FP_CFA) {
        /* GCC's rules go on to name the place behind the pop of an epilogue, where a copy of the stack does
         * not reach: the register has its value back there. */
        if (UNWIND_READ(context, saved, &fp)) {
            if (saved >= registers->sp) return UNWIND_UNREADABLE;
            fp = registers->fp;
        }
    } else if (row->cfa_rule != UNWIND_CFA_REGISTER && fp_rule == UNWIND_FP_DEREF) {
        if (UNWIND_READ(context, saved, &fp)) return UNWIND_UNREADABLE;
    }
    registers->pc = pc;
    registers->sp = cfa;
    registers->fp = fp;
    return pc ? UNWIND_STEPPED : UNWIND_COMPLETE;
}

/* Code without unwind information: the frame pointer's chain, which ends with a frame pointer of 0. What the
 * caller has in that register need not be one: it may go on by a row. */
UNWIND_INLINE enum unwind_result unwind_step_by_frame_pointer(struct unwind_registers* registers,
                                                              void* context) {
    unwind_u64 pc = 0, fp = 0;

    (void)context;
    if (!registers->fp) return UNWIND_COMPLETE;
    if (registers->fp < registers->sp) return UNWIND_NO_INFORMATION;
    if (UNWIND_READ(context, registers->fp, &fp) || UNWIND_READ(context, registers->fp + 8, &pc))
        return UNWIND_UNREADABLE;
    registers->pc = pc;
    registers->sp = registers->fp + 16;
    registers->fp = fp;
    return pc ? UNWIND_STEPPED : UNWIND_COMPLETE;
}
#endif
