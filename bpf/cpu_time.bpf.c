// The kernel's own account of CPU time, by thread: the scheduler's counts for running threads (read once a
// segment), for threads that exec, and for threads that end. Takes no samples.
#include "bpf/scheduler_clock.bpf.h"
#include "bpf/scope.bpf.h"

#include <bpf/bpf_tracing.h>

const char program_license[] SEC("license") = "Dual BSD/GPL";

// One ring for the whole machine, because events are rare. The recorder sets its size before it loads the
// programs.
struct {
    __uint(type, BPF_MAP_TYPE_RINGBUF);
    __uint(max_entries, 64 * 1024);
} cpu_time_ring SEC(".maps");

static __always_inline bool is_in_scope(const struct task_struct* task) {
    return (whole_machine || is_member(task->tgid)) && belongs_to_allowed_user(task);
}

// Read with a call: for each pointer that a program loads from a task itself, the verifier of Linux 6.4 and
// later searches the kernel's types by name several times.
static __always_inline __u64 process_start_of(const struct task_struct* task) {
    return BPF_CORE_READ(task, group_leader, start_time);
}

static __always_inline void describe(const struct task_struct* task, __u32 moment,
                                     struct cpu_time_event* event) {
    event->time = bpf_ktime_get_ns();
    event->cpu_time = task->se.sum_exec_runtime;
    event->process_start = process_start_of(task);
    event->thread_start = task->start_time;
    event->pid = task->tgid;
    event->tid = task->pid;
    event->moment = moment;
    event->since_look = 0;
}

static __always_inline void submit_event(const struct task_struct* task, __u32 moment) {
    struct cpu_time_event event;
    describe(task, moment, &event);
    // For a thread that exits, the exact time is counted when it is freed.
    if (moment == cpu_time_renamed && task == bpf_get_current_task_btf())
        event.since_look = (__u32)time_since_look(task, event.time);
    if (bpf_ringbuf_output(&cpu_time_ring, &event, sizeof(event), BPF_RB_NO_WAKEUP) != 0)
        count_loss(loss_cpu_time_ring_full);
}

SEC("iter/task")
int count_living(struct bpf_iter__task* ctx) {
    const struct task_struct* task = ctx->task;
    if (!task || !is_in_scope(task)) return 0;
    struct cpu_time_event event;
    describe(task, cpu_time_living, &event);
    bpf_seq_write(ctx->meta->seq, &event, sizeof(event));
    return 0;
}

// An exec gives its process a new name, at the moment from which it counts as another process. Threads that
// are only renamed are counted once more, which changes nothing.
SEC("tp_btf/task_rename")
int BPF_PROG(count_when_renamed, struct task_struct* task) {
    if (is_in_scope(task)) submit_event(task, cpu_time_renamed);
    return 0;
}

SEC("tp_btf/sched_process_exit")
int BPF_PROG(count_when_exiting, struct task_struct* task) {
    if (is_in_scope(task)) submit_event(task, cpu_time_exiting);
    return 0;
}

// Runs after the last switch away from the thread. Its process may no longer exist, so the scope can't be
// checked.
SEC("tp_btf/sched_process_free")
int BPF_PROG(count_when_freed, struct task_struct* task) {
    if (task->se.sum_exec_runtime != 0) submit_event(task, cpu_time_freed);
    return 0;
}
