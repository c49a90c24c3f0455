// Samples what each processor runs: attached to one perf event a processor, hardware cycles or the CPU clock.
#include "bpf/sample.bpf.h"

#include <linux/bpf_perf_event.h>

const char program_license[] SEC("license") = "Dual BSD/GPL";

SEC("perf_event")
int sample_cpu(struct bpf_perf_event_data* ctx) {
    // The idle task: its time is accounted elsewhere.
    if (bpf_get_current_pid_tgid() == 0) return 0;
    take_sample(ctx, probe_cpu, ctx->sample_period);
    // No perf sample: the event's own ring carries only the kernel's news about processes.
    return 0;
}
