/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The data for unwinding user stacks: a row describes how to find the caller's registers from a run of
 * instructions. The rules are those of DWARF's call frame information (DWARF 5, section 6.4), reduced to what
 * compilers and OpenSSL's assembly use on x86-64. unwind_step.h takes the steps. */
#pragma once

#ifdef __bpf__
#include <linux/types.h>
typedef __u64 unwind_u64;
typedef __u32 unwind_u32;
typedef __s32 unwind_s32;
typedef __u16 unwind_u16;
typedef __u8 unwind_u8;
#else
#include <stdint.h>
typedef uint64_t unwind_u64;
typedef uint32_t unwind_u32;
typedef int32_t unwind_s32;
typedef uint16_t unwind_u16;
typedef uint8_t unwind_u8;
#endif

/* How the canonical frame address (the stack pointer before the call) is found. */
enum unwind_cfa_rule {
    UNWIND_CFA_NONE = 0,          /* no information about this code */
    UNWIND_CFA_SP = 1,            /* sp + offset */
    UNWIND_CFA_FP = 2,            /* fp + offset */
    UNWIND_CFA_PLT = 3,           /* sp + 8, and 8 more after the push of a PLT entry: pc % 16 >= offset */
    UNWIND_CFA_DEREF_SP = 4,      /* the word at sp + offset, plus a number: see UNWIND_DEREF */
    UNWIND_CFA_DEREF_FP = 5,      /* the word at fp + offset, plus a number */
    UNWIND_CFA_REGISTER = 6,      /* register `reg` + offset */
    UNWIND_CFA_SIGNAL = 7,        /* a signal frame: all registers are in the ucontext at sp + offset */
    UNWIND_CFA_UNKNOWN = 8,       /* there is information, but of a kind that no row can hold */
    UNWIND_CFA_DEREF_INDEXED = 9, /* the word at sp + 8 * register `reg` + offset, plus a number */
    UNWIND_CFA_RULES
};

/* cfa_offset of the rules that read a word: where the word is, and how many words to add to it (0 to 255). */
#define UNWIND_DEREF(offset, words) ((unwind_s32)((unwind_u32)(offset) << 8 | (unwind_u32)(words)))
#define UNWIND_DEREF_OFFSET(cfa_offset) ((cfa_offset) >> 8)
#define UNWIND_DEREF_BYTES(cfa_offset) (((cfa_offset)&0xff) * 8)

/* How the caller's frame pointer is found. */
enum unwind_fp_rule {
    UNWIND_FP_SAME = 0,  /* this function does not change it */
    UNWIND_FP_CFA = 1,   /* saved at cfa + 8 * fp_words */
    UNWIND_FP_DEREF = 2, /* saved at fp + 8 * fp_words */
    UNWIND_FP_UNKNOWN = 3,
};

/* Where the return address is. */
enum unwind_ra_rule {
    UNWIND_RA_CFA = 0,      /* at cfa - 8 */
    UNWIND_RA_NONE = 1,     /* there is none: the thread's start */
    UNWIND_RA_REGISTER = 2, /* in register `reg`; the frame may be empty (vfork) */
    UNWIND_RA_FP = 3,       /* next to the saved frame pointer, 8 above it (interpreted Java) */
};

/* Which of rbx and r12 to r15 are saved. They are adjacent, from cfa - 16 downwards, in the order in which
 * compilers push them: a bit each for r15, r14, r13, r12, rbx. A frame pointer that is saved among them
 * (fp_rule is UNWIND_FP_CFA) has a word there, too. */
#define UNWIND_SAVED_REGISTERS 5
#define UNWIND_SAVED_ALL 0x1f
#define UNWIND_SAVED_REVERSED 0x20 /* the bits stand for rbx, r12, r13, r14, r15: OpenSSL's assembly */
#define UNWIND_SAVED_UNKNOWN UNWIND_SAVED_REVERSED /* if no bit is set: saved in another way */

/* The rules from `pc` to the next row's pc. pc is an offset in the ELF file. */
struct unwind_row {
    unwind_u32 pc;
    unwind_s32 cfa_offset;
    unwind_u32 cfa_rule : 4;
    unwind_u32 fp_rule : 2;
    unwind_u32 ra_rule : 2;
    unwind_u32 reg : 4; /* DWARF's number */
    unwind_u32 saved : 6;
    unwind_s32 fp_words : 14;
};
#define UNWIND_ROW_RULES (sizeof(struct unwind_row) - 4) /* offset of the last word, which has all rules */
#ifdef __cplusplus
static_assert(sizeof(struct unwind_row) == 12, "a row is 12 bytes");
#else
_Static_assert(sizeof(struct unwind_row) == 12, "a row is 12 bytes");
#endif

/* The registers besides sp, fp and pc, by DWARF's numbers for x86-64: rax, rdx, rcx, rbx, rsi, rdi, two that
 * are not used here, r8 to r15. */
#define UNWIND_REGISTERS 16
#define UNWIND_RBX 3
#define UNWIND_ALL_REGISTERS 0xffff

/* What a frame saved: where its registers are follows from it if a later rule needs one, which few rules do.
 */
struct unwind_saved_frame {
    unwind_u64 cfa;
    unwind_u32 size;  /* bytes from its stack pointer to the CFA, at most 2^32 - 1 */
    unwind_u32 rules; /* the last word of its row */
};
/* The frames of a walk by the number of steps before. Not a part of the registers, which are copied; it needs
 * no initial values. */
#define UNWIND_SAVED_FRAMES 2048
struct unwind_saved_frames {
    struct unwind_saved_frame of[UNWIND_SAVED_FRAMES];
};

/* The state of a walk. A register that a callee does not save counts as unchanged: a row uses a register that
 * functions may change only if the writer of the unwind information knows that this one does not. */
struct unwind_registers {
    unwind_u64 pc;
    unwind_u64 sp;
    unwind_u64 fp;
    unwind_u64 start_stack; /* where the program's first thread began; 0: not known */
    unwind_u64 others[UNWIND_REGISTERS];
    unwind_u16 known;     /* a bit for each of `others` */
    unwind_u16 in_memory; /* a bit for each: others[] is the address at which the value was saved */
    unwind_u16 steps;     /* number of steps so far */
    unwind_u16 settled;   /* what frames of this many first steps saved is in `others` */
    unwind_u8 is_chained; /* the frame pointer is part of a chain, and not another value */
    unwind_u8 unused[7];
};

enum unwind_result {
    UNWIND_STEPPED = 0,    /* registers are the caller's; pc is a return address */
    UNWIND_STEPPED_SIGNAL, /* registers are the interrupted ones; pc is exact */
    UNWIND_COMPLETE,       /* there is no caller */
    UNWIND_NO_INFORMATION, /* the row has no rule, or it can't be applied */
    UNWIND_UNREADABLE,     /* the stack's memory could not be read */
    UNWIND_NOT_GROWING,    /* the caller's frame would not be above this one: damaged or misread */
};

/* The kind of code that has no row. */
enum unwind_code { UNWIND_CODE_OF_FILE, UNWIND_CODE_GENERATED };

/* x86-64: offsets of the interrupted registers in the kernel's rt_sigframe, from sp at the return
 * trampoline. */
#define UNWIND_SIGNAL_R8 40 /* r9 to r15 follow */
#define UNWIND_SIGNAL_RDI 104
#define UNWIND_SIGNAL_RSI 112
#define UNWIND_SIGNAL_FP 120
#define UNWIND_SIGNAL_RBX 128
#define UNWIND_SIGNAL_RDX 136
#define UNWIND_SIGNAL_RAX 144
#define UNWIND_SIGNAL_RCX 152
#define UNWIND_SIGNAL_SP 160
#define UNWIND_SIGNAL_PC 168

#define UNWIND_PLT_ENTRY 16

/* The kernel reserves at least 128 MiB for the first thread's stack. */
#define UNWIND_FIRST_STACK (1 << 27)
/* The maximum that a program's first function pushes before it calls another function. */
#define UNWIND_FIRST_FRAME 256
/* A chain with this many steps is not there by chance. */
#define UNWIND_PLAUSIBLE_STEPS 2
