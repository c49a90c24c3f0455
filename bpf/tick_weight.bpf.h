// How much time a tick of the CPU clock represents, from what the kernel counts of its processor.
#include "bpf/events.h"
#include "bpf/scheduler_clock.bpf.h"
#include "bpf/weight_of_tick.h"

#include <linux/bpf.h>

#include <bpf/bpf_helpers.h>

// The maximum time between two ticks, in nanoseconds: if more has passed, the event was closed and opened
// again.
const volatile __u64 too_long = 1000000000;

// Key: processor. The recorder creates it, and stores which timer's ticks are used.
struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(map_flags, BPF_F_MMAPABLE);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, struct processor_ticks);
} tick_timers SEC(".maps");

// Whether this processor was idle since the last call; true if the kernel does not show it. The scheduler
// counts each switch away from the idle task as involuntary.
static __always_inline bool was_idle(struct processor_ticks* ticks, const struct rq* scheduler) {
    if (!scheduler) return true;
    const __u64 count = scheduler->idle->nivcsw;
    const bool is_more = count != ticks->idle_count;
    ticks->idle_count = count;
    return is_more;
}

// Nanoseconds up to the scheduler's last update; 0 if the kernel does not count this time, or counts it as
// CPU time.
static __always_inline __u64 stolen_time(const struct rq* scheduler) {
    if (!scheduler || !bpf_core_field_exists(scheduler->prev_steal_time_rq)) return 0;
    return scheduler->prev_steal_time_rq;
}

// The weight in nanoseconds of a tick of this timer; 0: the other timer's ticks are used at this time.
// `scheduler`: the state of this processor's, or null.
static __always_inline __u64 tick_weight(__u32 timer, const struct rq* scheduler, __u64 now) {
    const __u32 cpu = bpf_get_smp_processor_id();
    struct processor_ticks* ticks = bpf_map_lookup_elem(&tick_timers, &cpu);
    if (!ticks || !is_used(ticks, timer, now)) return 0;
    // A processor that was idle, and no longer is or is again, ran something. The idle task has no number.
    const bool had_idle_time = was_idle(ticks, scheduler);
    ticks->active += had_idle_time || bpf_get_current_pid_tgid() != 0;
    return weight_of_tick(ticks, timer, had_idle_time, stolen_time(scheduler), too_long, now);
}
