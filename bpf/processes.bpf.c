// Maintains the table of processes in scope: children of members are added before they run, processes that
// end are removed. Takes no samples. Attached only if the scope is not the whole machine.
#include "bpf/scope.bpf.h"

#include <bpf/bpf_tracing.h>

const char program_license[] SEC("license") = "Dual BSD/GPL";

SEC("tp_btf/sched_process_fork")
int BPF_PROG(join_with_parent, struct task_struct* parent, struct task_struct* child) {
    const __u32 parent_pid = BPF_CORE_READ(parent, tgid);
    const __u32 pid = BPF_CORE_READ(child, tgid);
    if (pid == parent_pid || !is_member(parent_pid)) return 0;
    const __u64 start = BPF_CORE_READ(child, start_time);
    if (bpf_map_update_elem(&members, &pid, &start, BPF_ANY) != 0) count_loss(loss_scope_full);
    return 0;
}

// Runs when the kernel frees the last thread of a process. Another process may have the pid by now, so the
// start time decides.
SEC("tp_btf/sched_process_free")
int BPF_PROG(leave_when_freed, struct task_struct* task) {
    const __u32 pid = BPF_CORE_READ(task, pid);
    if (pid != (__u32)BPF_CORE_READ(task, tgid)) return 0;
    const __u64* start = bpf_map_lookup_elem(&members, &pid);
    if (!start) return 0;
    if (*start != 0 && *start != BPF_CORE_READ(task, start_time)) return 0;
    bpf_map_delete_elem(&members, &pid);
    return 0;
}
