// What kernel programs and the recorder exchange: fixed-width types, one layout in C and C++. A change here
// changes both sides; the sizes are checked below.
#ifndef CANDELA_BPF_EVENTS_H
#define CANDELA_BPF_EVENTS_H

#include "bpf/unwind.h"

#include <linux/types.h>

enum {
    maximum_frames = 127,       // maximum number of frames in the kernel part of a stack
    maximum_user_frames = 2047, // the same in the user part
    maximum_stack_copy = 61440,
    maximum_members = 65536, // maximum number of processes in scope
    maximum_values = 32,     // maximum number of values in one recording
};

// Why the user part of a stack ended: the numbers of StackEnd in model/profile/profile.h.
enum user_stack_end {
    user_stack_unknown = 0,
    user_stack_complete = 1,
    user_stack_none = 2,
    user_stack_too_deep = 3,
    user_stack_unreadable = 4,
    user_stack_no_unwind_data = 5,
    user_stack_no_mapping = 6,
    user_stack_failed = 7,
    user_stack_table_missing = 8,
};

// A label of one sample. `name` is an index
// into the labels of the probe's description.
enum { sample_label_text = 40 };
struct sample_label {
    __u32 name;
    __u32 size; // bytes of the text that follows; 0: the label is a number
    union {
        __u64 number;
        char text[sample_label_text];
    };
};

// The kind of a record in a sample ring. A record without a flag is a complete sample. A sample with a
// duration is several records: its stack when it begins; its labels and its weight, which is the duration,
// when it or a part of it ends.
enum sample_flag {
    sample_begins = 1,
    sample_part_ended = 2, // another record of the same sample follows
    sample_ended = 4,
    sample_of_tracepoint = 8, // the innermost kernel frames are those of the tracepoint
};

// One sample, as stored in a sample ring. Its labels follow, then kernel_frames + user_frames addresses
// (__u64): the kernel part, then the user part, each innermost first. All but the first of a part are return
// addresses, or are adjusted to look like them: an interrupted pc is stored plus one. If unfinished_bytes is
// not 0, an unfinished_walk follows, and the remaining bytes are the stack from its sp on.
struct sample_event {
    __u64 time;          // CLOCK_MONOTONIC nanoseconds
    __u64 weight;        // in the unit of the value
    __u64 process_start; // CLOCK_MONOTONIC nanoseconds; identifies the process together with pid
    __u64 cgroup;        // the kernel's number of the process's version 2 cgroup
    __u32 pid;
    __u32 tid;
    __u32 cpu;
    __u16 kernel_frames;
    __u16 user_frames;
    __u16 value;         // index among the recording's values
    __u8 user_stack_end; // enum user_stack_end
    __u8 labels;         // how many follow
    __u16 unfinished_bytes;
    __u16 flags; // enum sample_flag
    __u32 user;  // the real user, as numbered in the initial user namespace
    __u32 cost;  // nanoseconds from the program's start until the sample was complete
    __u64 begin; // samples with a duration: `time` of the record that has the stack; 0: no stack was taken
};

// A walk that stopped because an unwind table did not exist yet. The recorder continues the walk over the
// copied stack when it has made the table. The sample's last frame is pc.
struct unfinished_walk {
    struct unwind_registers registers; // all values are here, none in memory
    __u8 pc_is_exact;                  // pc is the address of the next instruction, not a return address
    __u8 unused[7];
};

// How far the scheduler's clock of one processor is behind CLOCK_MONOTONIC, in nanoseconds: the smallest
// difference seen in the current window of time and in the previous one.
struct clock_difference {
    __u64 begin; // begin of the current window, CLOCK_MONOTONIC nanoseconds; 0: nothing was seen yet
    __s64 smallest;
    __s64 smallest_before;
};

// One of the two timers that tick on a processor in turns. Times are CLOCK_MONOTONIC nanoseconds.
struct tick_timer {
    __u64 since;  // from then on its ticks are used, until those of the other timer are; 0: they are not
    __u64 period; // nanoseconds
};

// The ticks of one processor. Ticks write all fields but the timers, which the recorder writes.
struct processor_ticks {
    __u64 last;       // time of the last tick that was used, whatever ran; 0: there was none
    __u64 idle_count; // how often the processor had been idle by then
    __u64 stolen;     // nanoseconds that the host had stolen from the processor by then, and ticks do not
                      // weigh; or STOLEN_UNKNOWN
    __u64 active;     // how many ticks that were used found that a thread ran since the previous one
    struct tick_timer timers[2];
};

// The moment at which the kernel's own account of a thread's CPU time was read.
enum cpu_time_moment {
    cpu_time_living = 0,  // the thread lives
    cpu_time_renamed = 1, // it runs another program from now on, or only changed its name
    cpu_time_exiting = 2, // the thread begins to exit, which uses a little more CPU time
    cpu_time_freed = 3,   // the thread has ended: this is its last event
};

// The scheduler's count for one thread.
struct cpu_time_event {
    __u64 time;          // CLOCK_MONOTONIC nanoseconds
    __u64 cpu_time;      // nanoseconds since the thread's start, exactly
    __u64 process_start; // as in sample_event
    __u64 thread_start;  // CLOCK_MONOTONIC nanoseconds; identifies the thread together with tid
    __u32 pid;
    __u32 tid;
    __u32 moment;     // enum cpu_time_moment
    __u32 since_look; // renamed threads only: nanoseconds of CPU time since cpu_time was counted, estimated
};

// Reasons why a sample is lost, each with its own counter for each value. The texts are shown to users.
#define SAMPLE_LOSSES(X)                                                                                     \
    X(sample_ring_full, "sample ring full")                                                                  \
    X(sample_ring_missing, "processor without a sample ring")                                                \
    X(sample_scratch_missing, "no scratch space")                                                            \
    X(sample_of_other_user, "process that this user may not trace")                                          \
    X(scope_full, "too many processes in scope")                                                             \
    X(cpu_time_ring_full, "ends of threads not in the account of CPU time")

#define SAMPLE_LOSS_NUMBER(name, text) loss_##name,
enum sample_loss { SAMPLE_LOSSES(SAMPLE_LOSS_NUMBER) sample_loss_count };
#undef SAMPLE_LOSS_NUMBER

// Lost samples of one value for one reason. The counter's key is value * sample_loss_count + reason; losses
// without a value count as maximum_values.
struct sample_loss_sum {
    __u64 samples;
    __u64 weight; // in the unit of the value; 0 if it was not known
};
enum { sample_loss_keys = (maximum_values + 1) * sample_loss_count };

#ifdef __cplusplus
static_assert(sizeof(sample_event) == 72, "the layout is shared with kernel programs");
static_assert(sizeof(sample_label) == 48, "the layout is shared with kernel programs");
static_assert(sizeof(unfinished_walk) == 184, "the layout is shared with kernel programs");
static_assert(sizeof(cpu_time_event) == 48, "the layout is shared with kernel programs");
#else
_Static_assert(sizeof(struct sample_event) == 72, "the layout is shared with the recorder");
_Static_assert(maximum_stack_copy + sizeof(struct unfinished_walk) < 65536, "what unfinished_bytes may be");
_Static_assert(sizeof(struct sample_label) == 48, "the layout is shared with the recorder");
_Static_assert(sizeof(struct cpu_time_event) == 48, "the layout is shared with the recorder");
#endif

#endif
