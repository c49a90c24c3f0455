// How much time a tick of the CPU clock represents, from the kernel's idle count of its processor.
#include "bpf/events.h"
#include "bpf/scheduler_clock.bpf.h"
#include "bpf/weight_of_tick.h"

#include <linux/bpf.h>

#include <bpf/bpf_helpers.h>

// The maximum time between two ticks, in nanoseconds: if more has passed, the event was closed and opened
// again.
const volatile __u64 too_long = 1000000000;

// Key: processor. The recorder creates it, and stores when a timer was restarted.
struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(map_flags, BPF_F_MMAPABLE);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, struct tick_timer);
} tick_timers SEC(".maps");

// Whether this processor was idle since the last call; true if the kernel does not show it. The scheduler
// counts each switch away from the idle task as involuntary.
static __always_inline bool was_idle(struct tick_timer* timer) {
    const struct rq* scheduler = scheduler_of(bpf_get_current_task_btf());
    if (!scheduler) return true;
    const __u64 count = scheduler->idle->nivcsw;
    const bool is_more = count != timer->idle_count;
    timer->idle_count = count;
    return is_more;
}

// The weight in nanoseconds. `period` is used for a timer that the recorder has stored nothing about.
static __always_inline __u64 tick_weight(__u64 period, __u64 now) {
    const __u32 cpu = bpf_get_smp_processor_id();
    struct tick_timer* timer = bpf_map_lookup_elem(&tick_timers, &cpu);
    if (!timer) return period;
    return weight_of_tick(timer, was_idle(timer), period, too_long, now);
}
