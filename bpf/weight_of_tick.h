// How much time a tick of the CPU clock stands for.
//
// A tick of a processor that was busy since the previous tick stands for all the time that passed: more than
// a period if interrupts were disabled, or if the timer was restarted with another period in between.
//
// Some kernels deliver no ticks while a processor is idle. The time since the last tick is then mostly idle
// time, so a tick after idle time stands for one period, like ticks during that time would.
//
// A plain function with a plain struct, for the kernel program and for tests.
#pragma once

#include "bpf/events.h"

#ifdef __bpf__
#define TICK_INLINE static __attribute__((always_inline)) inline
#else
#define TICK_INLINE static inline
#endif

// The part of the previous period that had passed when the timer was restarted.
TICK_INLINE __u64 unfinished_period(const struct tick_timer* timer, __u64 last) {
    if (timer->period_before == 0) return 0;
    const __u64 since = last > timer->begin_before ? last : timer->begin_before;
    return timer->begin > since ? (timer->begin - since) % timer->period_before : 0;
}

// Nanoseconds. `was_idle`: at some time since the previous tick. `period` is used for a timer that the
// recorder has stored nothing about. If more than `too_long` has passed, the event was closed and opened
// again.
TICK_INLINE __u64 weight_of_tick(struct tick_timer* timer, int was_idle, __u64 period, __u64 too_long,
                                 __u64 now) {
    const __u64 last = timer->last;
    timer->last = now;
    if (timer->period != 0) period = timer->period;
    if (!was_idle && last != 0) {
        const __u64 passed = now - last;
        return passed < too_long ? passed : period;
    }
    // The first tick after a restart also represents the part of the period that was broken off.
    const int is_first = last < timer->begin && now - timer->begin < period + period / 2;
    return is_first ? period + unfinished_period(timer, last) : period;
}
