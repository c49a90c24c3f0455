// How far the scheduler's clock is behind CLOCK_MONOTONIC. The scheduler adds up what a running thread used
// when it looks at it (at ticks, wakeups and switches) and remembers when that was, by its own clock. A
// thread that exits or starts a program was often not looked at since it began, so what came after the last
// look matters. Samples compare the two clocks: the smallest difference is that of a sample just behind a
// look.
#pragma once

#include "bpf/events.h"
#include "bpf/kernel_types.bpf.h"

#include <linux/bpf.h>

#include <bpf/bpf_helpers.h>

// Key: processor. Shared by the programs of a recording; the recorder makes it.
struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, struct clock_difference);
} clock_differences SEC(".maps");

enum {
    clock_window = 1000000000, // nanoseconds: clocks drift, and time that a host takes moves one of them
    longest_time_since_look = 10000000, // nanoseconds: a tick, where there are a hundred a second
};

static __always_inline void compare_clocks(const struct task_struct* task, __u64 now) {
    const __u32 cpu = bpf_get_smp_processor_id();
    struct clock_difference* known = bpf_map_lookup_elem(&clock_differences, &cpu);
    if (!known) return;
    const __s64 difference = now - task->se.exec_start;
    if (now - known->begin >= clock_window) {
        known->smallest_before = now - known->begin < 2 * clock_window ? known->smallest : difference;
        known->smallest = difference;
        known->begin = now;
    } else if (difference < known->smallest) {
        known->smallest = difference;
    }
}

// What a thread that runs on this processor used since the scheduler looked at it last: nanoseconds, rather
// too little than too much; 0 where the clocks were not compared for a while.
static __always_inline __u64 time_since_look(const struct task_struct* task, __u64 now) {
    const __u32 cpu = bpf_get_smp_processor_id();
    const struct clock_difference* known = bpf_map_lookup_elem(&clock_differences, &cpu);
    if (!known || known->begin == 0 || now - known->begin >= 4ULL * clock_window) return 0;
    const __s64 difference =
        known->smallest < known->smallest_before ? known->smallest : known->smallest_before;
    const __u64 passed = now - difference - task->se.exec_start;
    return passed <= longest_time_since_look ? passed : 0; // below zero it is a very large number
}
