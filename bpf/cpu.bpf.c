// Samples what each processor runs: attached to the perf event of each processor: cycles or the CPU clock.
#include "bpf/sample.bpf.h"
#include "bpf/scheduler_clock.bpf.h"
#include "bpf/tick_weight.bpf.h"

#include <linux/bpf_perf_event.h>

const char program_license[] SEC("license") = "Dual BSD/GPL";

// Whether ticks weigh the time that passed, and come from two timers in turns. An event's own period can't be
// used for that, because the recorder restarts the timers with other periods.
const volatile bool weighs_by_time = true;

SEC("perf_event")
int sample_cpu(struct bpf_perf_event_data* ctx) {
    const __u64 now = bpf_ktime_get_ns();
    const struct rq* scheduler = scheduler_of(bpf_get_current_task_btf());
    const __u64 weight =
        weighs_by_time ? tick_weight((__u32)bpf_get_attach_cookie(ctx), scheduler, now) : ctx->sample_period;
    if (weight == 0) return 0;
    // The idle task, whose time is counted elsewhere.
    if (bpf_get_current_pid_tgid() == 0) return 0;
    compare_clocks(scheduler, now);
    struct sample_scratch* room = begin_sample(first_value, weight, now);
    if (room) end_sample(ctx, &ctx->regs, room);
    // Zero: no perf sample, because the event's own ring carries only sideband events.
    return 0;
}
