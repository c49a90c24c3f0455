// How much time a tick of the CPU clock stands for. That of a processor that was busy since the tick before
// stands for all that passed: more than a period where interrupts were off, or where the timer began anew
// with another period in between.
//
// Some kernels deliver no ticks while a processor is idle. What passed since the last tick is then mostly
// idle time, so a tick behind idle time stands for a period, as ticks would that fall into it.
#include "bpf/events.h"
#include "bpf/scheduler_clock.bpf.h"

#include <linux/bpf.h>

#include <bpf/bpf_helpers.h>

// Nanoseconds: an event was closed and opened again meanwhile.
const volatile __u64 too_long = 1000000000;

// Key: processor. The recorder makes it, and writes down when a timer begins anew.
struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(map_flags, BPF_F_MMAPABLE);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, struct tick_timer);
} tick_timers SEC(".maps");

// Whether this processor was idle since it was asked last; true where the kernel does not say. The scheduler
// counts each switch away from the idle task as one that the task did not ask for.
static __always_inline bool was_idle(struct tick_timer* timer) {
    const struct rq* scheduler = scheduler_of(bpf_get_current_task_btf());
    if (!scheduler) return true;
    const __u64 count = scheduler->idle->nivcsw;
    const bool is_more = count != timer->idle_count;
    timer->idle_count = count;
    return is_more;
}

// The part of the timer's period before the present one that was lost when it began anew.
static __always_inline __u64 unfinished_period(const struct tick_timer* timer, __u64 last) {
    if (timer->period_before == 0) return 0;
    const __u64 since = last > timer->begin_before ? last : timer->begin_before;
    return timer->begin > since ? (timer->begin - since) % timer->period_before : 0;
}

// Nanoseconds. `period` is for a timer that the recorder has written nothing about.
static __always_inline __u64 tick_weight(__u64 period, __u64 now) {
    const __u32 cpu = bpf_get_smp_processor_id();
    struct tick_timer* timer = bpf_map_lookup_elem(&tick_timers, &cpu);
    if (!timer) return period;
    const __u64 last = timer->last;
    timer->last = now;
    if (timer->period != 0) period = timer->period;
    if (!was_idle(timer) && last != 0) {
        const __u64 passed = now - last;
        return passed < too_long ? passed : period;
    }
    // The first tick since the timer began anew has the rest of the period that it broke off.
    const bool is_first = last < timer->begin && now - timer->begin < period + period / 2;
    return is_first ? period + unfinished_period(timer, last) : period;
}
