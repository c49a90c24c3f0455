// Measures the time that threads do not run. A thread's stack is taken when it leaves its processor, and its
// waiting time is known when it runs again: two records, which the recorder joins (sample_begins,
// sample_ended).
//
// A busy machine switches hundreds of thousands of times a second, too often to take each stack. So each
// processor takes stacks at a limited rate. The time of waits without a stack is kept with the thread, by
// state and length, and is added to the thread's next wait with a stack, of the same state and about the same
// length. So each thread's waiting time adds up, whatever was sampled. This is a stratified ratio estimator,
// with lengths as strata.
//
// Kernel threads are left out: they wait by design.
#include "bpf/offcpu.h"

#define SAMPLE_LABELS offcpu_labels_of_sample

#include "bpf/interrupts.bpf.h"
#include "bpf/sample.bpf.h"
#include "bpf/scheduler.bpf.h"
#include "bpf/stack_choice.bpf.h"

#include <bpf/bpf_tracing.h>

const char program_license[] SEC("license") = "Dual BSD/GPL";

// Waits shorter than this (nanoseconds) get no sample of their own.
const volatile __u64 minimum_wait = 0;
// Whether the stacks of threads that wake others are taken, too.
const volatile __u32 records_wakers = 0;

// Classes of waits by length: each covers four times the length of the previous one, from 4 us on. The last
// one is for waits below the minimum.
enum { wait_classes = 10, class_of_short = wait_classes, all_classes };

struct waiting_thread {
    __u64 since;       // when it left its processor, CLOCK_MONOTONIC nanoseconds; 0: it runs
    __u64 since_clock; // the same by the scheduler's clock; 0: not known
    __u64 cpu_time;    // its CPU time by then, nanoseconds
    __u64 woken;       // time of its wakeup; 0: it was not woken
    __u64 last_stack;
    __u32 state; // enum offcpu_state
    __u32 has_stack;
    __u32 waker_thread; // 0: an interrupt
    char waker[offcpu_thread_name];
    __u64 rest[offcpu_state_count][all_classes]; // nanoseconds that are in no sample yet
};

struct {
    __uint(type, BPF_MAP_TYPE_TASK_STORAGE);
    __uint(map_flags, BPF_F_NO_PREALLOC);
    __type(key, int);
    __type(value, struct waiting_thread);
} waiting_threads SEC(".maps");

// The record for a wait that ended. It has no frames.
struct ended_wait {
    struct sample_event event;
    struct sample_label labels[offcpu_labels_of_sample];
};

static __always_inline bool is_in_scope(const struct task_struct* task) {
    if (task->flags & task_is_kernel_thread || task->pid == 0) return false;
    return (whole_machine || is_member(task->tgid)) && belongs_to_allowed_user(task);
}

static __always_inline __u32 state_of(__u32 task_state) {
    enum { interruptible = 0x1, uninterruptible = 0x2, stopped = 0x4, traced = 0x8, no_load = 0x400 };
    if (task_state & (stopped | traced)) return offcpu_stopped;
    if (task_state & uninterruptible && !(task_state & no_load)) return offcpu_disk;
    return task_state == 0 ? offcpu_runnable : offcpu_sleep;
}

// Without branches, because each doubles the number of paths that the verifier follows.
static __always_inline __u32 class_of(__u64 nanoseconds) {
    __u32 class = 0;
#pragma unroll
    for (__u32 i = 1; i < wait_classes; ++i)
        class += ((1000ull << 2 * i) - 1 - nanoseconds) >> 63; // 1: it is at least that long
    return class;
}

// The scheduler's clock when the thread was last switched. Nanoseconds; 0: not known.
static __always_inline __u64 scheduler_clock(const struct task_struct* task) {
    const struct rq* scheduler = scheduler_of(task);
    return scheduler ? scheduler->clock : 0;
}

// What is reported about a wait, or about a part of one.
struct ended_part {
    __u64 time;   // when it ended, CLOCK_MONOTONIC nanoseconds
    __u64 weight; // nanoseconds
    __u64 begin;  // when the stack was taken; 0: no stack
    __u32 state;
    __u16 flags;
    __u16 is_with_waker;
};

// Fills in two labels: a thread's name and its number, which is 0 for an interrupt.
static __always_inline void describe_thread(const char* name, __u32 tid, __u32 label,
                                            struct sample_label* labels) {
    __builtin_memset(labels, 0, 2 * sizeof(*labels));
    labels[0].name = label;
    labels[1].name = label + 1;
    labels[1].number = tid;
    const long size = bpf_probe_read_kernel_str(labels[0].text, offcpu_thread_name, name);
    labels[0].size = size > 0 ? size - 1 : 0;
}

// `thread`: null for one that never ran before. Fails if the ring is full.
static __noinline int report(const struct task_struct* task, const struct waiting_thread* thread,
                             const struct ended_part* part) {
    const __u32 cpu = bpf_get_smp_processor_id();
    void* ring = bpf_map_lookup_elem(&sample_rings, &cpu);
    if (!ring) {
        count_lost_sample(first_value + offcpu_waited, 0, loss_sample_ring_missing);
        return -1;
    }
    struct ended_wait* wait = bpf_ringbuf_reserve(ring, sizeof(*wait), 0);
    if (!wait) {
        count_lost_sample(first_value + offcpu_waited, 0, loss_sample_ring_full);
        return -1;
    }
    __builtin_memset(wait, 0, sizeof(*wait));
    wait->event.time = part->time;
    wait->event.weight = part->weight;
    wait->event.begin = part->begin;
    wait->event.process_start = task->group_leader->start_time;
    wait->event.pid = task->tgid;
    wait->event.tid = task->pid;
    wait->event.cpu = cpu;
    wait->event.value = first_value + offcpu_waited;
    wait->event.labels = offcpu_labels_of_sample;
    wait->event.flags = part->flags;
    wait->event.user_stack_end = user_stack_unknown;
    wait->event.user = task->cred->uid.val;
    wait->labels[offcpu_label_state].name = offcpu_label_state;
    wait->labels[offcpu_label_state].number = part->state;
    wait->labels[offcpu_label_waker].name = offcpu_label_waker;
    wait->labels[offcpu_label_waker_thread].name = offcpu_label_waker_thread;
    if (thread && part->is_with_waker)
        describe_thread(thread->waker, thread->waker_thread, offcpu_label_waker, &wait->labels[1]);
    bpf_ringbuf_submit(wait, wake_flag(ring));
    return 0;
}

static __always_inline __u64* rest_of(struct waiting_thread* thread, __u32 state, __u32 class) {
    if (state >= offcpu_state_count) state = offcpu_sleep; // bounds the index for the verifier
    return &thread->rest[state][class < all_classes ? class : class_of_short];
}

// Takes the waiting time without a stack that a wait of this state and length has to stand for.
static __always_inline __u64 take_rest(struct waiting_thread* thread, __u32 state, __u64 length) {
    __u64* rest = rest_of(thread, state, class_of(length));
    const __u64 taken = *rest;
    *rest = 0;
    return taken;
}

// Reports waiting time that is in no sample yet, in samples without a stack.
static __always_inline void report_rest(const struct task_struct* task, struct waiting_thread* thread,
                                        __u64 now) {
    for (__u32 state = 0; state < offcpu_state_count; ++state) {
        struct ended_part part = {.time = now, .state = state, .flags = sample_ended};
        for (__u32 class = 0; class < all_classes; ++class) {
            part.weight += thread->rest[state][class];
            thread->rest[state][class] = 0;
        }
        if (part.weight > 0) report(task, thread, &part);
    }
}

// When the scheduler begins to count CPU time for a thread: at its last update of the clock, which on an idle
// processor was at the wakeup. So there is no gap and no overlap between waiting time and CPU time.
static __always_inline __u64 time_of_switch(const struct task_struct* task,
                                            const struct waiting_thread* thread, __u64 now) {
    const __u64 clock = scheduler_clock(task);
    if (thread->since_clock == 0 || clock < thread->since_clock) return now;
    return thread->since + (clock - thread->since_clock);
}

// A thread was woken before it runs: from now on it counts as runnable.
static __always_inline void end_wait(const struct task_struct* task, struct waiting_thread* thread,
                                     __u64 now) {
    const __u64 since = thread->since;
    const bool was_woken = thread->woken > since && thread->state != offcpu_runnable;
    if (now < since) now = since;
    const __u64 end = was_woken && thread->woken < now ? thread->woken : now;
    const __u64 waited = end - since;
    const __u64 delay = now - end;
    const bool is_short = waited + delay < minimum_wait;
    thread->since = 0;
    if (is_short || !thread->has_stack) {
        *rest_of(thread, thread->state, is_short ? class_of_short : class_of(waited)) += waited;
        *rest_of(thread, offcpu_runnable, is_short ? class_of_short : class_of(delay)) += delay;
        return;
    }
    struct ended_part part = {
        .time = end,
        .weight = waited + take_rest(thread, thread->state, waited),
        .begin = since,
        .state = thread->state,
        .flags = delay > 0 ? sample_part_ended : sample_ended,
        .is_with_waker = was_woken,
    };
    if (report(task, thread, &part) != 0) *rest_of(thread, part.state, class_of(waited)) += part.weight;
    if (delay == 0) return;
    part.time = now;
    part.weight = delay + take_rest(thread, offcpu_runnable, delay);
    part.state = offcpu_runnable;
    part.flags = sample_ended;
    part.is_with_waker = 0;
    if (report(task, thread, &part) != 0) *rest_of(thread, part.state, class_of(delay)) += part.weight;
}

// If a thread leaves its processor without having been seen to enter it (tracepoints can be missed), the time
// since then, less the CPU time that it used, was its wait.
static __always_inline void end_missed_wait(const struct task_struct* task, struct waiting_thread* thread,
                                            __u64 now) {
    const __u64 passed = time_of_switch(task, thread, now) - thread->since;
    const __u64 used = task->se.sum_exec_runtime - thread->cpu_time;
    end_wait(task, thread, thread->since + (used < passed ? passed - used : 0));
}

static __always_inline void begin_wait(void* ctx, struct task_struct* task, __u32 state, __u64 now) {
    struct waiting_thread* thread =
        bpf_task_storage_get(&waiting_threads, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
    if (!thread) {
        count_lost_sample(first_value + offcpu_waited, 0, loss_sample_scratch_missing);
        return;
    }
    if (thread->since != 0) end_missed_wait(task, thread, now);
    thread->since = now;
    thread->since_clock = scheduler_clock(task);
    thread->cpu_time = task->se.sum_exec_runtime;
    thread->woken = 0;
    thread->state = state;
    thread->has_stack = 0;
    if (!may_take_stack(thread->last_stack, now)) return;
    struct sample_scratch* room = begin_sample(first_value + offcpu_waited, 0, now);
    if (!room) return;
    thread->has_stack = 1;
    thread->last_stack = now;
    room->event.begin = now;
    room->event.flags = sample_begins;
    __builtin_memset(room->labels, 0, sizeof(room->labels));
    end_sample(ctx, 0, room);
}

// The labels of a sample, without values. Keeps the compiler from computing the address of each field and
// storing it on the stack, of which programs have little: they are far from the begin of the room.
static __always_inline struct sample_label* empty_labels(struct sample_scratch* room) {
    struct sample_label* labels = room->labels;
    barrier_var(labels);
    __builtin_memset(labels, 0, sizeof(room->labels));
    return labels;
}

// Samples the current thread, which another thread was waiting for; the weight is the part of that wait that
// ends now.
static __always_inline void sample_waker(void* ctx, const struct task_struct* woken,
                                         struct waiting_thread* thread) {
    const __u64 waited = thread->woken - thread->since;
    if (waited < minimum_wait) return;
    const __u64 weight = waited + *rest_of(thread, thread->state, class_of(waited));
    struct sample_scratch* room = begin_sample(first_value + offcpu_waited_for, weight, thread->woken);
    if (!room) return;
    struct sample_label* labels = empty_labels(room);
    labels[0].name = offcpu_label_state;
    labels[0].number = thread->state;
    // Used as scratch room: the frames are written later.
    char* name = (char*)room->stack.frames;
    bpf_probe_read_kernel(name, offcpu_thread_name, woken->comm);
    describe_thread(name, woken->pid, offcpu_label_woken, &labels[1]);
    end_sample(ctx, 0, room);
}

// Runs in the thread that wakes another, or in an interrupt.
SEC("tp_btf/sched_waking")
int BPF_PROG(wake_thread, struct task_struct* woken) {
    if (woken->flags & task_is_kernel_thread) return 0;
    struct waiting_thread* thread = bpf_task_storage_get(&waiting_threads, woken, 0, 0);
    if (!thread || thread->since == 0 || thread->woken != 0) return 0;
    thread->woken = bpf_ktime_get_ns();
    if (!thread->has_stack) return 0;
    const __u32 waker = (__u32)bpf_get_current_pid_tgid();
    __builtin_memset(thread->waker, 0, sizeof(thread->waker));
    thread->waker_thread = 0;
    if (is_in_interrupt(ctx, waker)) {
        __builtin_memcpy(thread->waker, "interrupt", sizeof("interrupt"));
    } else if (!belongs_to_allowed_user(bpf_get_current_task_btf())) {
        __builtin_memcpy(thread->waker, "other user", sizeof("other user"));
    } else {
        thread->waker_thread = waker;
        bpf_get_current_comm(thread->waker, sizeof(thread->waker));
        if (records_wakers) sample_waker(ctx, woken, thread);
    }
    return 0;
}

// The leaving thread is still the current one.
SEC("tp_btf/sched_switch")
int BPF_PROG(switch_threads, bool is_preempted, struct task_struct* leaving, struct task_struct* entering,
             unsigned int leaving_state) {
    enum { dead = 0x80 };
    const __u64 now = bpf_ktime_get_ns();
    if (!is_preempted && leaving_state & dead) {
        struct waiting_thread* thread = bpf_task_storage_get(&waiting_threads, leaving, 0, 0);
        if (thread) report_rest(leaving, thread, now);
    } else if (is_in_scope(leaving)) {
        begin_wait(ctx, leaving, is_preempted ? offcpu_runnable : state_of(leaving_state), now);
    }
    if (entering->flags & task_is_kernel_thread || entering->pid == 0) return 0;
    struct waiting_thread* thread = bpf_task_storage_get(&waiting_threads, entering, 0, 0);
    if (thread) {
        if (thread->since != 0) end_wait(entering, thread, time_of_switch(entering, thread, now));
    } else if (entering->nvcsw + entering->nivcsw == 0 && is_in_scope(entering)) {
        // Its first run: it was runnable since it was created.
        struct ended_part part = {.time = now, .state = offcpu_runnable, .flags = sample_ended};
        part.weight = now - entering->start_time;
        if (now > entering->start_time) report(entering, 0, &part);
    }
    return 0;
}

// For threads that wait when the recording begins. Their state is not known.
SEC("iter/task")
int begin_waiting(struct bpf_iter__task* ctx) {
    struct task_struct* task = ctx->task;
    if (!task || !is_in_scope(task) || task->on_cpu) return 0;
    struct waiting_thread* thread =
        bpf_task_storage_get(&waiting_threads, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
    if (!thread || thread->since != 0 || thread->state != 0) return 0;
    thread->state = state_of(task->__state);
    thread->since = bpf_ktime_get_ns();
    thread->cpu_time = task->se.sum_exec_runtime;
    return 0;
}

// For threads that still wait when the recording ends, and for time that is in no sample yet.
SEC("iter/task")
int end_waiting(struct bpf_iter__task* ctx) {
    struct task_struct* task = ctx->task;
    if (!task) return 0;
    struct waiting_thread* thread = bpf_task_storage_get(&waiting_threads, task, 0, 0);
    if (!thread) return 0;
    const __u64 now = bpf_ktime_get_ns();
    if (thread->since != 0) end_wait(task, thread, now);
    report_rest(task, thread, now);
    return 0;
}
