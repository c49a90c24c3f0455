// Whether the current code runs in an interrupt.
#pragma once

#include "bpf/sample.bpf.h"

#include <bpf/bpf_tracing.h>

// The kernel's entry code for interrupts; 0 if it is not known.
const volatile __u64 interrupt_entries_begin = 0;
const volatile __u64 interrupt_entries_end = 0;

// Whether an interrupt runs, whichever thread it interrupted: its entry code is among the frames of the
// kernel's stack. If that code is not known, interrupts of user space are recognized by the missing system
// call number.
static __always_inline bool is_in_interrupt(void* ctx, __u32 waker) {
    enum { maximum_depth = 48 };
    if (waker == 0) return true; // zero is the idle thread
    if (interrupt_entries_end == 0) {
#if defined(__TARGET_ARCH_x86)
        struct pt_regs entered;
        const void* saved = (const void*)bpf_task_pt_regs(bpf_get_current_task_btf());
        return bpf_probe_read_kernel(&entered, sizeof(entered), saved) == 0 && (__s64)entered.orig_rax == -1;
#else
        return false;
#endif
    }
    const __u32 cpu = bpf_get_smp_processor_id();
    struct sample_scratch* room = bpf_map_lookup_elem(&scratch, &cpu);
    if (!room) return false;
    __u64* frames = room->stack.frames;
    const long size = bpf_get_stack(ctx, frames, maximum_depth * sizeof(__u64), 0);
    for (__u32 i = 0; i < maximum_depth && (long)(i * sizeof(__u64)) < size; ++i) {
        if (frames[i] >= interrupt_entries_begin && frames[i] < interrupt_entries_end) return true;
    }
    return false;
}
