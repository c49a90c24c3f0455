// How much time a tick of the CPU clock stands for.
//
// A tick of a processor that was busy since the previous tick stands for all the time that passed: more than
// a period if interrupts were disabled, or if another timer ticks from now on.
//
// Some kernels deliver no ticks while a processor is idle. The time since the last tick is then mostly idle
// time, so a tick after idle time stands for one period, like ticks during that time would.
//
// Time that the host stole is not part of the weight: the kernel does not count it as CPU time either.
//
// Plain functions with a plain struct, for the kernel program and for tests.
#pragma once

#include "bpf/events.h"

#ifdef __bpf__
#define TICK_INLINE static __attribute__((always_inline)) inline
#else
#define TICK_INLINE static inline
#endif

// Whether a tick of this timer, 0 or 1, is used: of the timers whose time has come, the later one is.
TICK_INLINE int is_used(const struct processor_ticks* ticks, __u32 timer, __u64 now) {
    const __u64 since = ticks->timers[timer & 1].since;
    const __u64 since_of_other = ticks->timers[~timer & 1].since;
    return since != 0 && since <= now && (since_of_other < since || since_of_other > now);
}

// After a time that has no weight: the scheduler may learn later that the host stole much of it.
#define STOLEN_UNKNOWN (~0ull)

// The part of the time since the last tick that the host stole, if it had stolen this much in all. The
// scheduler may learn of it after a tick that it delayed: what is more than the time that passed is left to
// the following ticks.
TICK_INLINE __u64 stolen_since_tick(struct processor_ticks* ticks, __u64 stolen, __u64 too_long,
                                    __u64 passed) {
    if (ticks->stolen == STOLEN_UNKNOWN) {
        ticks->stolen = stolen;
        return 0;
    }
    const __u64 more = stolen - ticks->stolen;
    // Negative values wrap to very large numbers: the count began again.
    if (more >= too_long) {
        ticks->stolen = stolen;
        return 0;
    }
    const __u64 lost = more < passed ? more : passed;
    ticks->stolen += lost;
    return lost;
}

// Nanoseconds, not 0, for a tick that is used. `was_idle`: at some time since the previous tick. `stolen`:
// how much the host has stolen in all. If `too_long` has passed, the event was closed and opened again; it is
// less than 4.29 s.
TICK_INLINE __u64 weight_of_tick(struct processor_ticks* ticks, __u32 timer, int was_idle, __u64 stolen,
                                 __u64 too_long, __u64 now) {
    const __u64 period = ticks->timers[timer & 1].period;
    const __u64 last = ticks->last;
    const __u64 passed = now - last;
    ticks->last = now;
    if (last == 0 || passed == 0 || passed >= too_long) {
        ticks->stolen = STOLEN_UNKNOWN;
        return period;
    }
    const __u64 lost = stolen_since_tick(ticks, stolen, too_long, passed);
    const __u64 weight = (was_idle ? period : passed) * (passed - lost) / passed;
    return weight != 0 ? weight : 1;
}
