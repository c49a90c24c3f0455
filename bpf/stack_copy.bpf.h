// Copies the rest of a stack whose walk has to wait for an unwind table; the recorder walks the copy later.
#pragma once

#include "bpf/user_stack.bpf.h"

enum { stack_behind_start = 64 };

#if defined(__TARGET_ARCH_x86)
// The destination of a copy of stack memory. The progress is stored in the walk, so that the verifier does
// not track it.
struct stack_copy {
    struct user_walk* walk;
    void* destination;
};

// Copies up to the next page. Returns 1 at the end.
static long copy_page(__u32 page, void* context) {
    const struct stack_copy* copy = context;
    struct user_walk* walk = copy->walk;
    const __u64 from = walk->copy_from;
    const __u32 copied = walk->copied;
    __u64 size = stack_page_bytes - (from & (stack_page_bytes - 1));

    if (from >= walk->copy_end || copied >= maximum_stack_copy) return 1;
    if (size > walk->copy_end - from) size = walk->copy_end - from;
    if (size > maximum_stack_copy - copied) size = maximum_stack_copy - copied;
    barrier_var(size); // keeps the compiler from removing the check, which the verifier needs
    if (size > stack_page_bytes) return 1;
    // A page that was never written to does not exist: it
    // reads as zeros, and the stack continues after it.
    bpf_probe_read_user(copy->destination + copied, size, (const void*)from);
    walk->copy_from = from + size;
    walk->copied = copied + size;
    return 0;
}

// Reads registers that callees saved below the stack pointer, which the copy does not contain.
static __always_inline void fetch_registers(struct unwind_registers* registers,
                                            const struct unwind_saved_frames* saved) {
    unwind_settle_saved(registers, saved);
    for (__u32 number = 0; number < UNWIND_REGISTERS; ++number) {
        if (!(registers->in_memory >> number & 1)) continue;
        __u64 value = 0;
        if (bpf_probe_read_user(&value, sizeof(value), (const void*)registers->others[number]) != 0)
            registers->known &= ~(1u << number);
        registers->others[number] = value;
    }
    registers->in_memory = 0;
}

// Stores the data that the recorder needs to continue the walk: registers, and the stack from the stack
// pointer on. Returns the number of bytes, which begin `offset` bytes into the sample's stack. Global, so
// that the verifier checks it once, not for each way to a walk's end.
__noinline int copy_unfinished(struct user_walk* walk, struct sample_stack* stack, __u32 offset) {
    if (!walk || !stack || offset > sizeof(stack->frames)) return 0;
    void* destination = (void*)stack + offset;
    struct unfinished_walk* unfinished = destination;
    const __u64 start_stack = walk->registers.start_stack;
    const __u64 sp = walk->registers.sp;
    const int area = find_walked_area(walk, sp);

    if (area < 0) return 0;
    walk->copied = 0;
    walk->copy_from = sp;
    walk->copy_end = walk->areas[area & (remembered_areas - 1)].area.end;
    // The first thread's stack is followed by arguments and environment.
    if (sp <= start_stack && start_stack + stack_behind_start < walk->copy_end)
        walk->copy_end = start_stack + stack_behind_start;
    fetch_registers(&walk->registers, &walk->saved);
    bpf_probe_read_kernel(&unfinished->registers, sizeof(unfinished->registers), &walk->registers);
    unfinished->pc_is_exact = walk->pc_is_exact;

    struct stack_copy copy = {.walk = walk, .destination = destination + sizeof(*unfinished)};
    bpf_loop(maximum_stack_copy / stack_page_bytes + 2, copy_page, &copy, 0);
    const __u32 copied = walk->copied;
    return (int)(sizeof(*unfinished) + (copied > maximum_stack_copy ? 0 : copied));
}
#endif
