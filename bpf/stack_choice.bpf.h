// Chooses the waits that get a stack, so that each processor takes stacks at a limited rate.
#pragma once

#include "bpf/kernel_types.bpf.h"

#include <bpf/bpf_helpers.h>

// How many stacks a processor takes in a window, on average, if it has more waits than that.
const volatile __u32 stacks_per_window = 100;

enum {
    stack_window = 100000000,        // nanoseconds
    rare_stack_interval = 100000000, // a thread without a stack for this long has its own probability
};

// How the waits that get a stack are chosen in a processor's current window.
struct stack_choice {
    __u64 window_end;
    __u32 seen; // waits
    __u32 taken;
    __u32 taken_rarely;
    __u32 threshold; // a wait is chosen if its random number is not larger
};
struct {
    __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, struct stack_choice);
} stack_choices SEC(".maps");

// Each wait is chosen with the same probability, which follows from the number of waits in the previous
// window. A fixed time between two stacks would select threads that wait after a long run more often than
// threads that wait shortly after another one.
static __always_inline void begin_window(struct stack_choice* choice, __u64 now) {
    const bool is_next = now - choice->window_end < stack_window;
    const __u64 all = 0xffffffff;
    choice->threshold =
        is_next && choice->seen > stacks_per_window ? all * stacks_per_window / choice->seen : all;
    choice->window_end = now + stack_window;
    choice->seen = choice->taken = choice->taken_rarely = 0;
}

// `last_stack`: when the thread's last stack was taken.
static __always_inline bool may_take_stack(__u64 last_stack, __u64 now) {
    const __u32 zero = 0;
    struct stack_choice* choice = bpf_map_lookup_elem(&stack_choices, &zero);
    if (!choice) return false;
    if (now >= choice->window_end) begin_window(choice, now);
    ++choice->seen;
    const __u32 number = bpf_get_prandom_u32();
    if (number <= choice->threshold && choice->taken < 2 * stacks_per_window) {
        ++choice->taken;
        return true;
    }
    const bool is_rare = now - last_stack >= rare_stack_interval && number % 4 == 0;
    if (!is_rare || choice->taken_rarely * 4 >= stacks_per_window) return false;
    ++choice->taken_rarely;
    return true;
}
