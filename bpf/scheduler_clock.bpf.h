// How far the scheduler's clock is behind CLOCK_MONOTONIC.
//
// At ticks, wakeups and switches, the scheduler adds up the CPU time of a running thread, and stores the time
// of that update by its own clock. A thread that calls exec was often not updated since it began, so the time
// after the last update matters. Samples compare the two clocks: the smallest difference is that of a sample
// just after an update. The compared clock continues while a host takes the processor away; the clock of
// tasks stands still then.
#pragma once

#include "bpf/events.h"
#include "bpf/kernel_types.bpf.h"
#include "bpf/scheduler.bpf.h"

#include <linux/bpf.h>

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

// Key: processor. Shared by the programs of a recording; the recorder creates it.
struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, struct clock_difference);
} clock_differences SEC(".maps");

enum {
    clock_window = 1000000000,          // nanoseconds: clocks drift
    longest_time_since_look = 10000000, // nanoseconds: one tick at a hundred ticks a second
};

// `scheduler`: the state of this processor's, or null.
static __always_inline void compare_clocks(const struct rq* scheduler, __u64 now) {
    const __u32 cpu = bpf_get_smp_processor_id();
    struct clock_difference* known = bpf_map_lookup_elem(&clock_differences, &cpu);
    if (!known || !scheduler) return;
    const __s64 difference = now - scheduler->clock;
    if (now - known->begin >= clock_window) {
        known->smallest_before = now - known->begin < 2 * clock_window ? known->smallest : difference;
        known->smallest = difference;
        known->begin = now;
    } else if (difference < known->smallest) {
        known->smallest = difference;
    }
}

// The CPU time of the thread on this processor since the scheduler's last update: nanoseconds, estimated; 0
// if the clocks were not compared for a while.
static __always_inline __u64 time_since_look(const struct task_struct* task, __u64 now) {
    const __u32 cpu = bpf_get_smp_processor_id();
    const struct clock_difference* known = bpf_map_lookup_elem(&clock_differences, &cpu);
    const struct rq* scheduler = scheduler_of(task);
    if (!known || !scheduler || known->begin == 0 || now - known->begin >= 4ULL * clock_window) return 0;
    const __s64 difference =
        known->smallest < known->smallest_before ? known->smallest : known->smallest_before;
    const __u64 since_reading = now - difference - scheduler->clock;
    const __u64 until_reading = scheduler->clock_task - task->se.exec_start;
    // Negative values wrap to very large numbers.
    return (since_reading <= longest_time_since_look ? since_reading : 0) +
           (until_reading <= longest_time_since_look ? until_reading : 0);
}
