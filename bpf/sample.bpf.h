// How a probe takes one sample: begin_sample() checks whether it is in scope, the probe fills in its labels,
// if any, and end_sample() adds the stack and submits the complete record. Each processor has its own ring,
// so that samples taken in non-maskable interrupts never wait for another processor's lock and are never lost
// to it.
//
// A probe whose samples have labels defines SAMPLE_LABELS, their number, before it includes this.
#pragma once

#include "bpf/scope.bpf.h"

#include <linux/bpf_perf_event.h>

#include "bpf/stack_copy.bpf.h"

#ifndef SAMPLE_LABELS
#define SAMPLE_LABELS 0
#endif

// The index of the program's first value among the recording's; its other values follow.
const volatile __u16 first_value = 0;
// With this many bytes in a ring, the recorder is woken at once; with fewer, it reads the ring at its next
// tick.
const volatile __u64 wakeup_bytes = 64 * 1024;

// Key: processor. The recorder adds a ring for each processor that is online.
struct {
    __uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS);
    __uint(max_entries, 1);
    __type(key, __u32);
    __array(
        values, struct {
            __uint(type, BPF_MAP_TYPE_RINGBUF);
            __uint(max_entries, 64 * 1024);
        });
} sample_rings SEC(".maps");

struct sample_scratch {
    struct user_walk walk;
    struct sample_event event; // the record begins here
    struct sample_label labels[SAMPLE_LABELS];
    struct sample_stack stack;
};

// Key: processor. An array, because a per-processor map holds at most 32 KiB for each. Each program has its
// own, since another probe may interrupt this one. The recorder sets its size before it loads the program.
struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, struct sample_scratch);
} scratch SEC(".maps");

enum {
    kernel_frames_size = maximum_frames * sizeof(__u64),
    user_frames_size = maximum_user_frames * sizeof(__u64)
};

// Whether this processor's ring has more room than one sample needs.
static __always_inline bool has_much_room(void* ring) {
    return bpf_ringbuf_query(ring, BPF_RB_AVAIL_DATA) < bpf_ringbuf_query(ring, BPF_RB_RING_SIZE) / 4 * 3;
}

// Takes the user part of the stack, which goes behind the kernel frames. Returns its number of bytes.
static __always_inline __u32 take_user_stack(void* ctx, const bpf_user_pt_regs_t* interrupted,
                                             struct task_struct* task, void* ring,
                                             struct sample_scratch* room, __u32 kernel_size) {
    struct sample_event* event = &room->event;
    if (task->flags & task_is_kernel_thread) {
        event->user_stack_end = user_stack_none;
        return 0;
    }
#if defined(__TARGET_ARCH_x86)
    struct user_walk* walk = &room->walk;
    keep_interrupted(interrupted, walk);
    walk_user_stack(walk, event, &room->stack);
    event->user_stack_end = walk->end;
    __u32 count = walk->count;
    if (count > maximum_user_frames) count = maximum_user_frames;
    event->user_frames = count;
    __u32 size = count * sizeof(__u64);
    if (walk->end == user_stack_table_missing && has_much_room(ring)) {
        const __u32 copied = copy_unfinished(walk, &room->stack, kernel_size + size);
        if (copied > sizeof(room->stack)) return size; // bounds the size for the verifier
        event->unfinished_bytes = copied;
        size += copied;
    }
    return size;
#else
    void* destination = (void*)&room->stack + kernel_size;
    if (!task->mm) {
        event->user_stack_end = user_stack_none;
        return 0;
    }
    const long size = bpf_get_stack(ctx, destination, user_frames_size, BPF_F_USER_STACK);
    if (size <= 0 || size > user_frames_size) {
        event->user_stack_end = user_stack_failed;
        return 0;
    }
    // The chain of frame pointers does not show whether it ends at the thread's start.
    event->user_stack_end = size == user_frames_size ? user_stack_too_deep : user_stack_unknown;
    event->user_frames = (__u32)size / sizeof(__u64);
    return size;
#endif
}

// False if the processor is known to have been in user space.
static __always_inline bool was_in_kernel(const bpf_user_pt_regs_t* interrupted) {
#if defined(__TARGET_ARCH_x86)
    return !interrupted || (interrupted->cs & 3) != 3;
#else
    return true;
#endif
}

static __always_inline __u64 wake_flag(void* ring) {
    return bpf_ringbuf_query(ring, BPF_RB_AVAIL_DATA) >= wakeup_bytes ? BPF_RB_FORCE_WAKEUP
                                                                      : BPF_RB_NO_WAKEUP;
}

static __always_inline void submit(void* ring, const struct sample_event* event, __u64 size) {
    if (bpf_ringbuf_output(ring, (void*)event, size, wake_flag(ring)) != 0)
        count_lost_sample(event->value, event->weight, loss_sample_ring_full);
}

// Begins a sample of what runs on this processor now. Null if it is not in scope, or can't be taken. `now`:
// when the program started; 0: the program does not know.
static __always_inline struct sample_scratch* begin_sample(__u16 value, __u64 weight, __u64 now) {
    const __u64 pid_tid = bpf_get_current_pid_tgid();
    const __u32 pid = pid_tid >> 32;
    if (!whole_machine && !is_member(pid)) return 0;

    struct task_struct* task = bpf_get_current_task_btf(); // its fields are read without a call
    if (!belongs_to_allowed_user(task)) {
        count_lost_sample(value, weight, loss_sample_of_other_user);
        return 0;
    }
    const __u32 cpu = bpf_get_smp_processor_id();
    struct sample_scratch* room = bpf_map_lookup_elem(&scratch, &cpu);
    if (!room) {
        count_lost_sample(value, weight, loss_sample_scratch_missing);
        return 0;
    }
    struct sample_event* event = &room->event;
    event->time = now ? now : bpf_ktime_get_ns();
    event->weight = weight;
    event->process_start = task->group_leader->start_time;
    event->pid = pid;
    event->tid = (__u32)pid_tid;
    event->cpu = cpu;
    event->value = value;
    event->labels = SAMPLE_LABELS;
    event->user_frames = 0;
    event->unfinished_bytes = 0;
    event->flags = 0;
    event->begin = 0;
    event->user = task->cred->uid.val;
    event->cgroup = bpf_get_current_cgroup_id();
    return room;
}

// Adds the stack, and submits the sample. `interrupted`: the registers at the interrupt or fault that started
// the program; null if the kernel called it from a tracepoint.
static __always_inline void end_sample(void* ctx, const bpf_user_pt_regs_t* interrupted,
                                       struct sample_scratch* room) {
    struct sample_event* event = &room->event;
    const __u32 cpu = bpf_get_smp_processor_id();
    void* ring = bpf_map_lookup_elem(&sample_rings, &cpu);
    if (!ring) {
        count_lost_sample(event->value, event->weight, loss_sample_ring_missing);
        return;
    }
    long kernel_size =
        was_in_kernel(interrupted) ? bpf_get_stack(ctx, room->stack.frames, kernel_frames_size, 0) : 0;
    if (kernel_size < 0) kernel_size = 0;
    if (kernel_size > kernel_frames_size) kernel_size = kernel_frames_size;
    event->kernel_frames = (__u32)kernel_size / sizeof(__u64);
    if (!interrupted) event->flags |= sample_of_tracepoint;
    const __u32 user_size =
        take_user_stack(ctx, interrupted, bpf_get_current_task_btf(), ring, room, (__u32)kernel_size);

    __u64 size = sizeof(*event) + sizeof(room->labels) + kernel_size + user_size;
    const __u64 largest = sizeof(*room) - offsetof(struct sample_scratch, event);
    if (size > largest) size = largest; // bounds the size for the verifier
    event->cost = (__u32)(bpf_ktime_get_ns() - event->time);
    submit(ring, event, size);
}
