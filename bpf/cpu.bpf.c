// Samples what each processor runs: attached to one perf event a processor, hardware cycles or the CPU clock.
#include "bpf/sample.bpf.h"
#include "bpf/scheduler_clock.bpf.h"

#include <linux/bpf_perf_event.h>

const char program_license[] SEC("license") = "Dual BSD/GPL";

// Whether a tick stands for the time since the one before. That is more than a period where interrupts were
// off, or the kernel held the event back, and the event does not know the periods that the recorder draws for
// it.
const volatile bool weighs_by_time = true;
// Nanoseconds: an event was closed and opened again meanwhile.
const volatile __u64 too_long = 1000000000;

// Key: processor. Value: when it ticked last, idle or not.
struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, __u64);
} last_ticks SEC(".maps");

static __always_inline __u64 tick_weight(const struct bpf_perf_event_data* ctx, __u64 now) {
    const __u32 cpu = bpf_get_smp_processor_id();
    __u64* last = bpf_map_lookup_elem(&last_ticks, &cpu);
    if (!weighs_by_time || !last) return ctx->sample_period;
    const __u64 passed = now - *last;
    *last = now;
    return passed < too_long ? passed : ctx->sample_period;
}

SEC("perf_event")
int sample_cpu(struct bpf_perf_event_data* ctx) {
    const __u64 now = bpf_ktime_get_ns();
    const __u64 weight = tick_weight(ctx, now);
    // The idle task: its time is accounted elsewhere.
    if (bpf_get_current_pid_tgid() == 0) return 0;
    compare_clocks(bpf_get_current_task_btf(), now);
    take_sample(ctx, probe_cpu, weight);
    // No perf sample: the event's own ring carries only the kernel's news about processes.
    return 0;
}
