// Declarations shared by the offcpu probe and the recorder.
#ifndef CANDELA_BPF_OFFCPU_H
#define CANDELA_BPF_OFFCPU_H

// The values of the probe, in the order of its description.
enum offcpu_value {
    offcpu_waited = 0,     // time that the waiting thread waited, with its stack
    offcpu_waited_for = 1, // the same time, with the stack of the thread that woke it
};

// The labels of samples, in the order of the probe's description. Each sample has three: the state, and the
// name and number of the thread that woke it or that it woke.
enum offcpu_label {
    offcpu_label_state = 0,
    offcpu_label_waker = 1,
    offcpu_label_waker_thread = 2,
    offcpu_label_woken = 3,
    offcpu_label_woken_thread = 4,
};
enum { offcpu_labels_of_sample = 3, offcpu_thread_name = 16 };

// Why a thread did not run. The texts are shown to users.
#define OFFCPU_STATES(X)                                                                                     \
    X(sleep, "sleep")                                                                                        \
    X(disk, "disk")                                                                                          \
    X(runnable, "runnable")                                                                                  \
    X(stopped, "stopped")

#define OFFCPU_STATE_NUMBER(name, text) offcpu_##name,
enum offcpu_state { OFFCPU_STATES(OFFCPU_STATE_NUMBER) offcpu_state_count };
#undef OFFCPU_STATE_NUMBER

#endif
